// Streams and time frames as buyers send them. Refusals first: nobody pays for what cannot be read.
#include "base/concat.hpp"
#include "request/signal.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;

class SignalTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SignalTest);
    CPPUNIT_TEST(wrong_streams_are_told_with_their_place);
    CPPUNIT_TEST(many_problems_stay_twenty);
    CPPUNIT_TEST(every_form_of_a_stream_is_read);
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
            {R"({"points": [["2024-03-05T12:00:00", 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [[true, 2]]})", "0.points.0.0. datetime_parsing"},
            {R"({"points": [[1, "2"]]})", "0.points.0.1. finite_number"},
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
