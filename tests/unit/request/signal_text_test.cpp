// Streams in CSV and JSON texts, as people export them.
#include "base/concat.hpp"
#include "base/utf8.hpp"
#include "request/signal_text.hpp"
#include "request/stream_sources.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class SignalTextTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SignalTextTest);
    CPPUNIT_TEST(what_is_no_stream_is_refused);
    CPPUNIT_TEST(every_form_is_read);
    CPPUNIT_TEST(what_stands_for_no_value_is_a_gap);
    CPPUNIT_TEST(a_column_decides_how_it_is_read);
    CPPUNIT_TEST(two_columns_of_numbers_are_two_streams);
    CPPUNIT_TEST(members_of_an_object_may_be_streams);
    CPPUNIT_TEST(a_time_or_a_number_alone_may_have_its_usual_name);
    CPPUNIT_TEST(problems_and_points_are_bounded);
    CPPUNIT_TEST(names_are_cut_between_characters);
    CPPUNIT_TEST(the_largest_double_is_no_measurement);
    CPPUNIT_TEST_SUITE_END();

    static std::string read(std::string_view text)
    {
        const auto stream = request::read_stream_text(text);
        std::string out;
        if (!stream) {
            for (const auto& problem : stream.error()) {
                if (!out.empty()) out += "; ";
                for (const auto& step : problem.place)
                    if (const auto* index = std::get_if<std::size_t>(&step))
                        out += std::to_string(*index) + " ";
                out += problem.type;
            }
            return out;
        }
        out = base::concat("'", stream->name, "' ", stream->gaps, " gaps:");
        for (const auto& point : stream->points)
            out += base::concat(" ", point.time.text(), "=",
                                static_cast<std::int64_t>(point.number * 10));
        return out;
    }

public:
    void what_is_no_stream_is_refused()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read("\n\n\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read("time,value\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"json_invalid"}, read("{\"points\":"));
        CPPUNIT_ASSERT_EQUAL(std::string{"value_error"}, read("{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 value_error"}, read("[7]"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 datetime_parsing"}, read("time,value\nyesterday,5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 float_parsing"}, read("time,value\n2024-03-05,five"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 float_parsing"},
                             read("time,value\n2024-03-05,1e999\n2024-03-06,5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 datetime_parsing; 3 float_parsing"},
                             read("2024-03-05,1\n2024-02-30,2\n2024-03-07,\"3"
                                  "\n2024-03-08,4"));
    }

    void every_form_is_read()
    {
        const std::string two = " 0 gaps: 2024-03-05T00:00:00Z=15 2024-03-06T00:00:00Z=-20";
        CPPUNIT_ASSERT_EQUAL("''" + two, read(R"([["2024-03-05", 1.5], ["2024-03-06", -2]])"));
        CPPUNIT_ASSERT_EQUAL("'x'" + two,
                             read(R"({"name":"x","t":["2024-03-05",1709683200],"v":[1.5,-2]})"));
        CPPUNIT_ASSERT_EQUAL("''" + two, read("2024-03-05,1.5\n2024-03-06,-2\n"));
        CPPUNIT_ASSERT_EQUAL("'price'" + two,
                             read("\xef\xbb\xbftime,price\r\n2024-03-05,1.5\r\n2024-03-06,-2\r\n"));
        CPPUNIT_ASSERT_EQUAL("'price'" + two,
                             read("time;price\n2024-03-05;1,5\n\n2024-03-06;-2,0"));
        CPPUNIT_ASSERT_EQUAL("'price, \"net\"'" + two,
                             read("\"time\",\"price, \"\"net\"\"\",note\n\"2024-03-05\",\"1.5\","
                                  "\"a\nb\"\n2024-03-06, -2 ,x"));
        CPPUNIT_ASSERT_EQUAL(std::string{"'v' 2 gaps: 2024-03-05T12:30:00Z=10"},
                             read("t\tv\n2024-03-05 12:30\t1\n2024-03-06 12:30\t\n2024-03-07\tNA"));
        CPPUNIT_ASSERT_EQUAL(std::string{"'' 0 gaps: 2024-03-05T12:30:15Z=10"},
                             read("2024-03-05T12:30:15,1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"'' 0 gaps: 2024-03-06T00:00:00Z=10"},
                             read("1709683200,1"));
    }

    void what_stands_for_no_value_is_a_gap()
    {
        // Refusals first: a word of it with more behind it, and a time that is missing.
        for (const char* word : {"n/a?", "none yet", "---", "..", "#", "#REF!", "nil"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                word, std::string{"2 float_parsing"},
                read(base::concat("t,v\n2024-03-05,", word, "\n2024-03-06,5\n")));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 datetime_parsing"}, read("t,v\nn/a,4\n2024-03-06,5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read("t,v\n2024-03-05,missing\n"));
        for (const char* word : {"", "null", "NULL", "NA", "na", "N/A", "n/a", "#N/A", "#n/a",
                                 "NaN", "NAN", "none", "None", "MISSING", "-", "--", ".", " . "}) {
            const std::string told = "' 1 gaps: 2024-03-06T00:00:00Z=50";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                word, "'v" + told,
                read(base::concat("t,v\n2024-03-05,\"", word, "\"\n2024-03-06,5\n")));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                word, "'" + told,
                read(base::concat(R"([["2024-03-05",")", word, R"("],["2024-03-06",5]])")));
        }
        // A column may be called so.
        for (const char* name : {"missing", "none", "NA"})
            CPPUNIT_ASSERT_EQUAL(base::concat("'", name, "' 0 gaps: 2024-03-06T00:00:00Z=50"),
                                 read(base::concat("day,", name, "\n2024-03-06,5\n")));
    }

    // "\xc3\xa4" is one character.
    void names_are_cut_between_characters()
    {
        const auto name_of = [](const std::string& name) {
            return request::read_stream_text("time," + name + "\n2024-03-05,1\n")->name;
        };
        const std::string odd(199, 'x');
        CPPUNIT_ASSERT_EQUAL(odd, name_of(odd + "\xc3\xa4"));
        CPPUNIT_ASSERT_EQUAL(odd, name_of(odd + "\xf0\x9f\x98\x80 and more"));
        CPPUNIT_ASSERT_EQUAL(odd + "x", name_of(odd + "x\xc3\xa4"));
        const std::string even(198, 'x');
        CPPUNIT_ASSERT_EQUAL(even + "\xc3\xa4", name_of(even + "\xc3\xa4\xc3\xa4"));
        // Of the title of the source, where the text has no name.
        const std::string text = "2024-03-05,1\n";
        const auto found = request::find_streams({{text, odd + "\xc3\xa4"}, {text, even}});
        CPPUNIT_ASSERT_EQUAL(odd, found->streams.a.name);
        // No UTF-8: no reading outside of it, and nothing left of it.
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, base::whole_characters("\x80\x80\x80", 2));
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, base::whole_characters("abc", 0));
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, base::whole_characters("", 0));
    }

    void the_largest_double_is_no_measurement()
    {
        const auto stream = request::read_stream_text("2024-03-05,1.7976931348623157e308\n"
                                                      "2024-03-06,-1.797693e+308\n"
                                                      "2024-03-07,1.69e308\n2024-03-08,NA\n");
        CPPUNIT_ASSERT(stream && stream->points.size() == 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, stream->unusable);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, stream->gaps);
        const auto json = request::read_stream_text(
            R"([["2024-03-05",1.7976931348623157e308],["2024-03-06",-1.7e308],["2024-03-07",3]])");
        CPPUNIT_ASSERT(json && json->points.size() == 1 && json->unusable == 2);
    }

    void a_column_decides_how_it_is_read()
    {
        // Refusals first: the file does not tell.
        CPPUNIT_ASSERT_EQUAL(std::string{"2 value_error"},
                             read("day,v\n01/02/2025,1\n02/02/2025,2"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read("2025-01-01;1.234\n2025-01-02;5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"},
                             read("2025-01-01\t1,234\n2025-01-02\t5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2 value_error"}, read("2025-01-01;1.5\n2025-01-02;1,5"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 value_error"}, read("1850,1\n1950,2"));
        for (const char* torn :
             {"day,v\n2025-01-01,5\n2025-01-02,1,234\n", "2025-01-02,5\n\n2025-01-01,1,234\n",
              "day,v,w,x,y\n2025-01-02,5,6,7,8\n2025-01-01,1,2,3,4,5\n"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(torn, std::string{"3 value_error"}, read(torn));
        CPPUNIT_ASSERT(read("2025-01-01,5\n2025-01-02,5,,\n2025-01-03,6,a note").find("=60") !=
                       std::string::npos);
        const std::string months = "'v' 0 gaps: 2025-01-01T00:00:00Z=12340 2025-02-01T00:00:00Z=50";
        for (const char* text :
             {"month,v\n2025-01,\"1,234\"\n2025-02,5", "month,v\n2025-01,$1234\n2025-02,$5",
              "month;v\n01.01.2025;1.234,0\n01.02.2025;5\n31.12.2025;",
              "q\tv\n2025-01\t1 234.0\n2025-02\t5"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, months.substr(12), read(text).substr(12));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"'gdp' 0 gaps: 2020-01-01T00:00:00Z=10 2021-01-01T00:00:00Z=20"},
            read("year,gdp\n2020,1\n2021,2\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"'' 0 gaps: 2025-01-31T09:30:00Z=10"},
                             read("01/31/2025 09:30,1\n"));
    }

    void two_columns_of_numbers_are_two_streams()
    {
        const auto found = [](std::string_view text) {
            const auto streams = request::find_streams({{"no stream", "x"}, {text, "File"}});
            if (!streams) return std::string{"none"};
            return base::concat(streams->streams.a.name, " ", streams->streams.a.points.size(), " ",
                                streams->streams.b.name, " ", streams->streams.b.points.size(), " ",
                                streams->a, streams->b);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, found("day,a\n2025-01-01,1\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, found("day,a,b\n2025-01-01,1,high\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, found("day,a,b,c\n2025-01-01,1,2,3\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"},
                             found(R"([{"d":"2025-01-01","a":1,"b":2,"c":3}])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"cost 2 visits 1 11"},
                             found("day,cost,visits\n2025-01-01,1,2\n2025-01-02,3,NA\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"File column 2 1 File column 3 1 11"},
                             found("2025-01-01,1,2\n"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"cost 2 visits 2 11"},
            found(R"([{"d":"2025-01","cost":1,"visits":2},{"d":"2025-02","cost":3,"visits":4}])"));
        // Of two sources the first column of each.
        const auto of_two = request::find_streams(
            {{"day,a,b\n2025-01-01,1,2\n", "x"}, {"day,c,d\n2025-01-01,3,4\n", "y"}});
        CPPUNIT_ASSERT_EQUAL(std::string{"a c"},
                             base::concat(of_two->streams.a.name, " ", of_two->streams.b.name));
        // A name that both have tells nothing.
        const auto alike = request::find_streams(
            {{"day,value\n2025-01-01,1\n", "x"}, {R"([{"d":"2025","value":1}])", "y"}});
        CPPUNIT_ASSERT_EQUAL(std::string{"x y"},
                             base::concat(alike->streams.a.name, " ", alike->streams.b.name));
    }

    void members_of_an_object_may_be_streams()
    {
        // Refusals first; a member that is no stream is told with its name.
        for (const char* text :
             {R"({"memory":5})", R"({"status":"success","cpu":[[1,2]]})", R"({"cpu":null})",
              R"({"cpu":[[1,2]],"tags":{"host":"a"}})", R"({"cpu":{"mean":{"points":[[1,2]]}}})",
              R"({"t":[1,2],"cpu":[3,4]})", R"({"cpu":{}})", R"([{"cpu":[[1,2]]}])"})
            CPPUNIT_ASSERT_MESSAGE(text, !request::read_streams_text(text));
        const auto place = [](const char* text) {
            const auto read = request::read_streams_text(text);
            CPPUNIT_ASSERT_MESSAGE(text, !read);
            return std::get<std::string>(read.error().front().place.front()) + " " +
                   read.error().front().type;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"memory datetime_parsing"},
                             place(R"({"memory":[["then",1]]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"memory value_error"}, place(R"({"memory":[3,4]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"tags value_error"},
                             place(R"({"cpu":[["2024-03-05",2]],"tags":{"host":"a"}})"));

        const auto names = [](const std::string& text) {
            const auto read = request::read_streams_text(text);
            if (!read) return std::string{"refused"};
            std::string out;
            for (const auto& stream : *read)
                out += base::concat(stream.name, ":", stream.points.size() + stream.events.size(),
                                    " ", stream.unit, ";");
            return out;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"memory:2 ;"},
                             names(R"({"memory":[["2024-03-05",1],["2024-03-06",2]]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"cpu:1 ;"},
                             names(R"({"cpu":{"points":[{"t":"2024-03-05","value":2}]}})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"load:1 %;"},
                             names(R"({"cpu":{"name":"load","unit":"%","t":[1],"v":[2]}})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"memory:1 ;outages:2 ;"},
                             names(R"({"memory":[{"date":"2024-03-05","value":2}],
                                       "outages":{"events":["2024-03-05","2024-03-06"]}})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"cost:1 ;visits:1 ;"},
                             names(R"({"data":[{"date":"2024-03-05","cost":2,"visits":3}]})"));
        // As of a table, those in front are read.
        CPPUNIT_ASSERT_EQUAL(std::string{"a:1 ;b:1 ;c:1 ;"},
                             names(R"({"a":[[1,2]],"b":[[1,2]],"c":[[1,2]],"d":{}})"));
        CPPUNIT_ASSERT_EQUAL(std::string(200, 'x') + ":1 ;",
                             names("{\"" + std::string(300, 'x') + R"(":[[1,2]]})"));
    }

    // "t" with "value", "date" with "v".
    void a_time_or_a_number_alone_may_have_its_usual_name()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0 finite_number"},
                             read(R"([{"t":"2024-03-05","value":"high"}])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 datetime_parsing"}, read(R"([{"then":"x","v":1}])"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 finite_number"}, read(R"([{"t":"2024-03-05"}])"));
        const std::string two = "' 0 gaps: 2024-03-05T00:00:00Z=15 2024-03-06T00:00:00Z=-20";
        CPPUNIT_ASSERT_EQUAL(
            "'value" + two,
            read(R"([{"t":"2024-03-05","value":1.5},{"t":1709683200,"value":-2}])"));
        CPPUNIT_ASSERT_EQUAL("'" + two, read(R"([{"day":"2024-03-05","v":1.5,"n":8},
                                                 {"day":"2024-03-06","v":-2,"n":9}])"));
        // A small number is a time where it is called so.
        CPPUNIT_ASSERT_EQUAL(std::string{"'load' 1 gaps: 1970-01-01T00:01:00Z=10"},
                             read(R"([{"t":60,"load":1},{"t":120,"load":null}])"));
    }

    void problems_and_points_are_bounded()
    {
        std::string text;
        for (int i = 0; i < 1000; ++i) text += "x,y\n";
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, request::read_stream_text(text).error().size());
        text.clear();
        for (std::size_t i = 0; i < request::k_most_points; ++i) text += "2024-03-05,1\n";
        CPPUNIT_ASSERT(request::read_stream_text(text).has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"50001 too_long"}, read(text + "2024-03-05,1\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 datetime_parsing"}, read(std::string(100'000, '"')));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SignalTextTest);

} // namespace
