// Streams and time frames as buyers send them. Refusals first: no buyer pays for what cannot be
// read.
#include "base/concat.hpp"
#include "request/signal.hpp"
#include "request/signal_text.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>

namespace {

namespace json = base::json;

class SignalTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SignalTest);
    CPPUNIT_TEST(wrong_streams_are_told_with_their_place);
    CPPUNIT_TEST(times_without_an_offset_are_utc);
    CPPUNIT_TEST(many_problems_stay_twenty);
    CPPUNIT_TEST(every_form_of_a_stream_is_read);
    CPPUNIT_TEST(the_whole_list_says_how_a_time_is_read);
    CPPUNIT_TEST(the_whole_list_says_how_a_number_is_read);
    CPPUNIT_TEST(objects_may_have_any_two_names);
    CPPUNIT_TEST(refusals_say_what_to_write);
    CPPUNIT_TEST(too_many_points_are_refused);
    CPPUNIT_TEST(wrong_frames_are_told_with_their_place);
    CPPUNIT_TEST(every_form_of_a_frame_is_read);
    CPPUNIT_TEST_SUITE_END();

    static json::Ref parse(const std::string& text)
    {
        auto parsed = json::parse(text);
        CPPUNIT_ASSERT_MESSAGE(text, parsed.has_value());
        return json::share(parsed->get());
    }

    // "points.1.0 datetime_parsing"
    static std::string told(const request::Problems& problems)
    {
        std::string out;
        for (const auto& problem : problems) {
            if (!out.empty()) out += "; ";
            for (const auto& step : problem.place) {
                if (const auto* name = std::get_if<std::string>(&step)) out += *name + ".";
                if (const auto* index = std::get_if<std::size_t>(&step))
                    out += std::to_string(*index) + ".";
            }
            out += " " + problem.type;
        }
        return out;
    }

    static std::string streams(const std::string& text)
    {
        const auto read = request::read_streams(parse(text).get());
        return read ? "read" : told(read.error());
    }

    static std::string frame(const std::string& text)
    {
        const auto given = parse("[" + text + "]");
        const auto read = request::read_time_frame(json_array_get(given.get(), 0));
        return read ? "read" : told(read.error());
    }

    // "2025-01-01=3 2025-02-01=4", or what is wrong. Times at midnight only.
    static std::string points_of(const std::string& text)
    {
        const auto read = request::read_streams(parse("[" + text + R"(, {"events": []}])").get());
        if (!read) return told(read.error());
        std::string out = read->a.unit;
        for (const auto& point : read->a.points)
            out += base::concat(out.empty() ? "" : " ", point.time.text().substr(0, 10), "=",
                                std::lround(point.number * 100));
        return out;
    }

    // Of a list of times with the numbers 0, 1, ...
    static std::string times_of(const std::string& times, int count)
    {
        std::string numbers = "0";
        for (int i = 1; i < count; ++i) numbers += base::concat(",", i);
        return points_of(base::concat(R"({"t":)", times, R"(,"v":[)", numbers, "]}"));
    }

    static std::string numbers_of(const std::string& numbers)
    {
        return points_of(base::concat(R"({"t":["2025-01","2025-02"],"v":)", numbers, "}"));
    }

    static std::string stream_alone(const std::string& text)
    {
        return streams("[" + text + R"(, {"events": []}])");
    }

public:
    void wrong_streams_are_told_with_their_place()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{" too_short"}, streams("[]"));
        CPPUNIT_ASSERT_EQUAL(std::string{" too_long"}, streams(R"({"x":{},"y":{},"z":{}})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0. dict_type; 1. dict_type"}, streams("[1, null]"));
        struct Row {
            std::string_view stream;
            std::string_view told;
        };
        constexpr Row k_rows[] = {
            {R"({})", "0. value_error"},
            {R"({"points": [], "events": []})", "0. value_error"},
            {R"({"points": {}})", "0.points. list_type"},
            {R"({"points": [[1]]})", "0.points.0. value_error"},
            {R"({"points": [[1, 2], "x"]})", "0.points.1. value_error"},
            {R"({"points": [["yesterday", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [["2024-03-05T12", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [[true, 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [[1, "two"]]})", "0.points.0.1. finite_number"},
            {R"({"points": [["2025-13", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [["2025-Q5", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [["31.01.25", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [["01/31/2025", 1], ["02/31/2025", 2]]})",
             "0.points.1.0. datetime_parsing"},
            {R"({"points": [["03/04/2025", 1], ["04/04/2025", 2]]})", "0.points.0.0. value_error"},
            {R"({"events": ["2025-01-01", "03/04/2025"]})", "0.events.1. value_error"},
            {R"({"t": ["13/01/2025", "01/13/2025"], "v": [1, 2]})", "0.t.0. value_error"},
            {R"({"t": [1850, 1950], "v": [1, 2]})", "0.t.0. value_error"},
            {R"({"points": [["2025-01-01", "1,234"], ["2025-01-02", "2,345"]]})",
             "0.points.0.1. value_error"},
            {R"({"t": [1, 2], "v": ["1,5", "1.5"]})", "0.v.1. value_error"},
            {R"({"t": [1, 2], "v": ["5%", 0.06]})", "0.v.1. value_error"},
            {R"({"t": [1, 2], "v": ["$5", "6 €"]})", "0.v.1. value_error"},
            {R"({"t": [1], "v": ["12,34,567"]})", "0.v.0. finite_number"},
            {R"({"points": [{"a": "2025-01-01", "b": "2025-01-02", "c": 1}]})",
             "0.points. value_error"},
            {R"({"points": [{"date": "2025-01-01", "value": "high"}]})", "0.points. value_error"},
            {R"({"points": [{"date": "2025-01-01", "a": 1, "b": 2}]})", "0.points. value_error"},
            {R"({"points": [{"year": 2020, "people": 2000}]})", "0.points. value_error"},
            {R"({"points": [{"t": 1}]})", "0.points.0.v. finite_number"},
            {R"({"points": [{"v": 1}]})", "0.points.0.t. datetime_parsing"},
            {R"({"t": [1, 2]})", "0.v. missing"},
            {R"({"v": [1, 2]})", "0.t. missing"},
            {R"({"t": [1, 2], "v": [1]})", "0.v. value_error"},
            {R"({"t": [1, "x"], "v": [1, 2]})", "0.t.1. datetime_parsing"},
            {R"({"events": ["2024-02-30"]})", "0.events.0. datetime_parsing"},
            {R"({"events": [{"t": 5, "weight": 0}]})", "0.events.0.weight. greater_than"},
            {R"({"events": [{"t": 5, "weight": "1"}]})", "0.events.0.weight. greater_than"},
            {R"({"kind": "events", "points": []})", "0.kind. literal_error"},
            {R"({"kind": 7, "events": []})", "0.kind. literal_error"},
            {R"({"name": 7, "unit": [], "events": []})",
             "0.name. string_type; 0.unit. string_type"},
        };
        for (const auto& row : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.stream}, std::string{row.told},
                                         stream_alone(std::string{row.stream}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0.name. string_too_long"},
            stream_alone(R"({"events": [], "name": ")" + std::string(201, 'n') + R"("})"));
    }

    // As the same times in CSV are.
    void times_without_an_offset_are_utc()
    {
        for (const char* time :
             {"2024-03-05 12:00", "2024-03-05T12:00:00", "2024-03-05 12:00:00"}) {
            const auto list = request::read_streams(
                parse(base::concat(R"([{"points": [[")", time, R"(", 1]]}, {"events": [")", time,
                                   R"("]}])"))
                    .get());
            const auto csv = request::read_stream_text(base::concat("t,v\n", time, ",1\n"));
            CPPUNIT_ASSERT_MESSAGE(time, list && csv);
            const auto& [a, b] = *list;
            const std::string moment = "2024-03-05T12:00:00Z";
            CPPUNIT_ASSERT_EQUAL(moment, a.points.at(0).time.text());
            CPPUNIT_ASSERT_EQUAL(moment, b.events.at(0).time.text());
            CPPUNIT_ASSERT_EQUAL(moment, csv->points.at(0).time.text());
        }
    }

    void many_problems_stay_twenty()
    {
        std::string points = R"({"points": [0)";
        for (int i = 0; i < 1000; ++i) points += ",0";
        const auto read = request::read_streams(parse("[" + points + "]}, 1]").get());
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, read.error().size());
    }

    void every_form_of_a_stream_is_read()
    {
        const auto by_name = request::read_streams(
            parse(R"({"price": {"unit": "EUR", "points": [["2024-03-05", 1.5], [1709683200, null],
                                {"t": "2024-03-07T00:00:00Z", "v": -2}]},
                      "load": {"kind": "series", "name": "load of the grid",
                               "t": ["2024-03-05", 1709683200000], "v": [3, 4]}})")
                .get());
        CPPUNIT_ASSERT(by_name.has_value());
        const auto& [a, b] = *by_name;
        CPPUNIT_ASSERT_EQUAL(std::string{"price"}, a.name);
        CPPUNIT_ASSERT_EQUAL(std::string{"EUR"}, a.unit);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, a.points.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, a.gaps);
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-07T00:00:00Z"}, a.points[1].time.text());
        CPPUNIT_ASSERT_EQUAL(-2.0, a.points[1].number);
        CPPUNIT_ASSERT_EQUAL(std::string{"load of the grid"}, b.name);
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-06T00:00:00Z"}, b.points[1].time.text());

        const auto in_order = request::read_streams(
            parse(R"([{"events": ["2024-03-05", 7, {"t": 9, "weight": 2.5, "label": "x"}]},
                      {"points": []}])")
                .get());
        CPPUNIT_ASSERT(in_order->a.of_events);
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, in_order->a.name);
        CPPUNIT_ASSERT_EQUAL(2.5, in_order->a.events[2].weight);
        CPPUNIT_ASSERT(!in_order->b.of_events);
        CPPUNIT_ASSERT_EQUAL(std::string{"b"}, in_order->b.name);
    }

    void the_whole_list_says_how_a_time_is_read()
    {
        const std::string months = "2025-01-01=0 2025-02-01=100";
        for (const char* times : {R"(["2025-01","2025-02"])", "[202501,202502]",
                                  R"(["2025/01/01","2025/02/01"])", "[20250101,20250201]"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(times, months, times_of(times, 2));
        const std::string years = "2024-01-01=0 2025-01-01=100";
        for (const char* times : {R"(["2024","2025"])", "[2024,2025]", R"([2024,"2025-01-01"])"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(times, years, times_of(times, 2));
        // Not all of them are years: seconds, as told.
        CPPUNIT_ASSERT_EQUAL(std::string{"1970-01-01=0 1970-01-02=100"},
                             times_of("[2000, 86400]", 2));
        const std::string quarters = "2025-01-01=0 2025-10-01=100";
        for (const char* times : {R"(["2025-Q1","2025-Q4"])", R"(["2025Q1","2025 q4"])"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(times, quarters, times_of(times, 2));
        // The last of each shows which number is the day.
        const std::string days = "2025-01-02=0 2025-01-31=100";
        for (const char* times :
             {R"(["01/02/2025","01/31/2025"])", R"(["02.01.2025","31.01.2025"])",
              R"(["2/1/2025","31/1/2025"])", R"(["02-01-2025","31-01-2025"])"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(times, days, times_of(times, 2));
        const auto frame_of_years =
            request::read_time_frame(parse(R"({"start": 2020, "end": "2024-06"})").get());
        CPPUNIT_ASSERT_EQUAL(std::string{"2020-01-01T00:00:00Z"}, frame_of_years->start->text());
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-06-01T00:00:00Z"}, frame_of_years->end->text());
    }

    void the_whole_list_says_how_a_number_is_read()
    {
        const auto shown = [](int first, int second, const std::string& unit = {}) {
            return base::concat(unit, unit.empty() ? "" : " ", "2025-01-01=", first * 100,
                                " 2025-02-01=", second * 100);
        };
        CPPUNIT_ASSERT_EQUAL(shown(1234, 2), numbers_of(R"(["1,234","2.0"])"));
        CPPUNIT_ASSERT_EQUAL(shown(1234, 2), numbers_of(R"(["1.234","2,0"])"));
        CPPUNIT_ASSERT_EQUAL(shown(1234567, -8901), numbers_of(R"(["1,234,567","-8,901"])"));
        CPPUNIT_ASSERT_EQUAL(shown(1234, 5678), numbers_of(R"(["1 234.0","5 678"])"));
        CPPUNIT_ASSERT_EQUAL(shown(1234, 5678), numbers_of("[\"1\u00a0"
                                                           R"(234,0","5'678"])"));
        CPPUNIT_ASSERT_EQUAL(shown(10, -1500, "$"), numbers_of(R"(["$10","-$1,500.00"])"));
        CPPUNIT_ASSERT_EQUAL(shown(10, 1500, "€"), numbers_of(R"(["10 €","1.500,00 €"])"));
        CPPUNIT_ASSERT_EQUAL(shown(5, 6, "%"), numbers_of(R"(["5%","6 %"])"));
        CPPUNIT_ASSERT_EQUAL(shown(5, 600), numbers_of(R"([5,"6e2"])"));
        // A point is the decimal mark in JSON.
        CPPUNIT_ASSERT_EQUAL(std::string{"2025-01-01=123 2025-02-01=235"},
                             numbers_of(R"(["1.234","2.345"])"));
    }

    void objects_may_have_any_two_names()
    {
        const std::string two = "2025-01-01=300 2025-01-02=400";
        CPPUNIT_ASSERT_EQUAL(two, points_of(R"({"points":[{"date":"2025-01-01","value":3},
                                                          {"value":"4","date":"2025-01-02"}]})"));
        CPPUNIT_ASSERT_EQUAL(two, points_of(R"({"points":[{"place":"Rome","x":3,"y":1735689600},
                                                          {"x":4,"y":1735776000}]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2020-01-01=130 2021-01-01=140"},
                             points_of(R"({"points":[{"year":2020,"rate":1.3},
                                                     {"year":2021,"rate":1.4}]})"));
    }

    void refusals_say_what_to_write()
    {
        const auto message = [](const std::string& stream) {
            const auto read =
                request::read_streams(parse("[" + stream + R"(, {"events": []}])").get());
            return read ? "read" : read.error().front().message;
        };
        struct Row {
            std::string_view stream;
            std::string_view wanted;
        };
        constexpr Row k_rows[] = {
            {R"({"t":["Jan 25"],"v":[1]})", "2025-01"},
            {R"({"t":["03/04/2025"],"v":[1]})", "write 2025-01-31"},
            {R"({"t":["13/04/2025","04/13/2025"],"v":[1,2]})", "write 2025-01-31"},
            {R"({"t":[1850,1950],"v":[1,2]})", "1850-01-01"},
            {R"({"t":["2025"],"v":["1,234"]})", "write 1234 or 1.234"},
            {R"({"t":["2025"],"v":["12 apples"]})", "1234.5"},
            {R"({"points":[{"when":"now","how":1}]})", "'t'"},
        };
        for (const auto& row : k_rows)
            CPPUNIT_ASSERT_MESSAGE(message(std::string{row.stream}),
                                   message(std::string{row.stream}).find(row.wanted) !=
                                       std::string::npos);
    }

    void too_many_points_are_refused()
    {
        const auto with = [](std::size_t count) {
            std::string out = R"({"events": [1)";
            for (std::size_t i = 1; i < count; ++i) out += ",1";
            return out + "]}";
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"read"}, stream_alone(with(request::k_most_points)));
        CPPUNIT_ASSERT_EQUAL(std::string{"0.events. too_long"},
                             stream_alone(with(request::k_most_points + 1)));
    }

    void wrong_frames_are_told_with_their_place()
    {
        struct Row {
            std::string_view frame;
            std::string_view told;
        };
        constexpr Row k_rows[] = {
            {"7", " dict_type"},
            {R"("")", " value_error"},
            {R"("2024-03-05")", " value_error"},
            {R"("P0D")", " value_error"},
            {R"("P1D/P2D")", " value_error"},
            {R"("2024-03-05/")", " value_error"},
            {R"("2024-03-05/2024-03-06/2024-03-07")", " value_error"},
            {R"("0001-01-01/P9999Y")", " value_error"},
            {R"("2024-03-05/2024-03-04")", "end. value_error"},
            {R"({"start": "2024-03-05", "end": "2024-03-04"})", "end. value_error"},
            {R"({"start": "soon", "end": []})", "start. datetime_parsing; end. datetime_parsing"},
            {R"({"step": "P0D"})", "step. greater_than"},
            {R"({"step": 60, "lag": "-P1D"})", "step. time_delta_parsing; lag. time_delta_parsing"},
        };
        for (const auto& row : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.frame}, std::string{row.told},
                                         frame(std::string{row.frame}));
    }

    void every_form_of_a_frame_is_read()
    {
        const auto bounds = [](std::string_view text) {
            const auto read = request::read_time_frame(json::value(text).get());
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, read.has_value());
            return base::concat(read->start ? read->start->text() : "none", " ",
                                read->end ? read->end->text() : "none", " ",
                                read->last ? read->last->text() : "none");
        };
        const std::string march = "2024-03-01T00:00:00Z 2024-04-01T00:00:00Z none";
        CPPUNIT_ASSERT_EQUAL(march, bounds("2024-03-01/2024-04-01"));
        CPPUNIT_ASSERT_EQUAL(march, bounds("2024-03-01/P1M"));
        CPPUNIT_ASSERT_EQUAL(march, bounds("P1M/2024-04-01T00:00:00Z"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none none P90D"}, bounds("P90D"));
        const auto read = request::read_time_frame(
            parse(R"({"start": 0, "end": null, "step": "PT1H", "max_lag": "P1D", "window": "PT0S",
                      "lag": "PT5M", "comment": "ignored"})")
                .get());
        CPPUNIT_ASSERT(read.has_value());
        CPPUNIT_ASSERT(read->start && !read->end);
        CPPUNIT_ASSERT_EQUAL(std::string{"PT1H"}, read->step->text());
        CPPUNIT_ASSERT_EQUAL(std::string{"PT5M"}, read->lag->text());
        CPPUNIT_ASSERT(read->window->is_zero());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SignalTest);

} // namespace
