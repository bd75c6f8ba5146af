// Strangers' JSON is refused with a reason; our own prints to one canonical byte sequence.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json_text.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <limits>

namespace {

namespace json = base::json;

std::string refusal(std::string_view text)
{
    const auto parsed = json::parse(text);
    return parsed ? "accepted" : parsed.error().detail;
}

std::string canonical(std::string_view text)
{
    const auto parsed = json::parse(text);
    CPPUNIT_ASSERT_MESSAGE(std::string{text}, parsed.has_value());
    return *base::canonical_json(parsed->get());
}

std::string canonical_of_doubles(std::string_view text)
{
    return *base::canonical_json(json::parse(text, json::Integers::as_double).value().get());
}

class JsonTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(JsonTest);
    CPPUNIT_TEST(garbage_is_refused_by_name);
    CPPUNIT_TEST(marks_and_lone_surrogates_are_told_with_their_place);
    CPPUNIT_TEST(nesting_is_bounded);
    CPPUNIT_TEST(messages_never_quote_the_input);
    CPPUNIT_TEST(members_sort_by_utf16);
    CPPUNIT_TEST(numbers_print_as_ecmascript);
    CPPUNIT_TEST(inexact_integers_are_refused);
    CPPUNIT_TEST(what_is_not_finite_is_a_fault);
    CPPUNIT_TEST(canonical_numbers_read_again_stay_as_they_are);
    CPPUNIT_TEST(large_doubles_are_read_as_they_are_written);
    CPPUNIT_TEST(strings_escape_only_what_they_must);
    CPPUNIT_TEST(builders_keep_order);
    CPPUNIT_TEST(what_is_printed_reads_as_the_same_value);
    CPPUNIT_TEST(an_object_written_as_text_is_json);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_is_refused_by_name()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"duplicate object key"}, refusal(R"({"a":1,"a":2})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"not valid UTF-8"}, refusal("\"\xff\""));
        CPPUNIT_ASSERT_EQUAL(std::string{"a number does not fit"}, refusal("1e400"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a number does not fit"}, refusal("99999999999999999999"));
        CPPUNIT_ASSERT_EQUAL(std::string{"text after the end of the value"}, refusal("{} x"));
        CPPUNIT_ASSERT_EQUAL(std::string{"NUL in an object key"}, refusal(R"({"a\u0000b":1})"));
        for (const char* text :
             {"", " ", "{", "nul", "{\"a\"}", "[1,]", "\"\\ud800\"", "'a'", "01"})
            CPPUNIT_ASSERT_MESSAGE(text, refusal(text) != "accepted");
    }

    void marks_and_lone_surrogates_are_told_with_their_place()
    {
        const auto told = [](std::string_view text) {
            const auto parsed = json::parse(text);
            if (parsed) return std::string{"accepted"};
            const auto& [detail, line, column] = parsed.error();
            return base::concat(detail.substr(0, 20), " ", line, ":", column);
        };
        const std::string mark{"a byte order mark st 1:1"};
        CPPUNIT_ASSERT_EQUAL(mark, told("\xef\xbb\xbf{}"));
        CPPUNIT_ASSERT_EQUAL(mark, told("\xef\xbb\xbf"));
        CPPUNIT_ASSERT_EQUAL(std::string{"UTF-16, by its byte  1:1"},
                             told(std::string_view{"\xff\xfe{\0}\0", 6}));
        CPPUNIT_ASSERT_EQUAL(std::string{"UTF-16, by its byte  1:1"}, told("\xfe\xff"));
        CPPUNIT_ASSERT_EQUAL(std::string{"accepted"}, told("\"\xef\xbb\xbf\""));
        for (const auto& [text, place] : {std::pair{R"("\ud800")", "1:2"},
                                          {R"("\udc00\ud800")", "1:2"},
                                          {"{\n \"a\": \"\xc3\xa4\\udBff!\"}", "2:9"},
                                          {R"(["\ud83d\ude00","\\ud800","\ud83d\u0041"])", "1:28"},
                                          {R"(["\\\udfff"])", "1:5"}})
            CPPUNIT_ASSERT_EQUAL(base::concat("a lone surrogate: ha ", place), told(text));
        CPPUNIT_ASSERT_EQUAL(std::string{"accepted"}, told(R"(["\ud83d\ude00","\\ud800"])"));
        // What is cut or no number is no surrogate.
        for (const char* text : {R"("\ud8)", R"("\ud8zz")", "\"\\"})
            CPPUNIT_ASSERT_MESSAGE(text, !told(text).starts_with("a lone"));
    }

    void nesting_is_bounded()
    {
        const auto nested = [](std::size_t depth) {
            return std::string(depth, '[') + std::string(depth, ']');
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"accepted"}, refusal(nested(32)));
        CPPUNIT_ASSERT_EQUAL(std::string{"nested too deeply"}, refusal(nested(33)));
        CPPUNIT_ASSERT_EQUAL(std::string{"nested too deeply"},
                             refusal(std::string(1'000'000, '[')));
        CPPUNIT_ASSERT_EQUAL(std::string{"accepted"}, refusal('"' + nested(40) + R"(\"[")"));
    }

    void messages_never_quote_the_input()
    {
        const auto parsed = json::parse(R"({"secret-sauce" oops})");
        CPPUNIT_ASSERT(!parsed);
        CPPUNIT_ASSERT(parsed.error().detail.find("sauce") == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(1, parsed.error().line);
    }

    void members_sort_by_utf16()
    {
        // RFC 8785, section 3.2.3.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"{\"\\r\":1,\"1\":2,\"\xc2\x80\":3,\"\xc3\xb6\":4,\"\xe2\x82\xac\":5,"
                        "\"\xf0\x9f\x98\x80\":6,\"\xef\xac\xb3\":7}"},
            canonical(
                "{\"\xe2\x82\xac\":5,\"\\r\":1,\"\xef\xac\xb3\":7,\"1\":2,\"\xf0\x9f\x98\x80\":6,"
                "\"\xc2\x80\":3,\"\xc3\xb6\":4}"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"":0,"a":1,"aa":2})"},
                             canonical(R"({"aa":2,"a":1,"":0})"));
    }

    void numbers_print_as_ecmascript()
    {
        // RFC 8785, appendix B, and the borders of the plain notation.
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,0,1,1e+21,100000000000000000000,"
                "0.000001,1e-7,5e-324,1.7976931348623157e+308,-1.5,9007199254740991]"},
            canonical(
                "[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0,-0.0,1.0,"
                "1e21,1e20,1e-6,1e-7,5e-324,1.7976931348623157e308,-1.5,9007199254740991]"));
    }

    void inexact_integers_are_refused()
    {
        for (const char* text : {"9007199254740993", "-9007199254740993", "9223372036854775807"}) {
            const auto result = base::canonical_json(json::parse(text)->get());
            CPPUNIT_ASSERT(!result && result.error() == base::CanonicalRefusal::inexact_integer);
        }
    }

    void what_is_not_finite_is_a_fault()
    {
        using limits = std::numeric_limits<double>;
        for (const double number : {limits::infinity(), -limits::infinity(), limits::quiet_NaN()}) {
            CPPUNIT_ASSERT_THROW(json::value(number), base::Fault);
            CPPUNIT_ASSERT_THROW(base::ecmascript_number(number), base::Fault);
        }
    }

    void canonical_numbers_read_again_stay_as_they_are()
    {
        for (const char* text :
             {"9007199254740992", "-9007199254740992", "100000000000000000", "9223372036854776000"})
            CPPUNIT_ASSERT_EQUAL(std::string{text}, canonical_of_doubles(text));
        for (const char* text : {"9007199254740992", "-9007199254740992", "100000000000000000"})
            CPPUNIT_ASSERT_EQUAL(std::string{text}, canonical(text));
        CPPUNIT_ASSERT_EQUAL(std::string{"[100000000000000000000,0,1e+21,9007199254740992]"},
                             canonical_of_doubles("[100000000000000000000,-0,1" +
                                                  std::string(21, '0') + ",9007199254740993]"));
    }

    // Wei, for one: RFC 8785 writes such a double without an exponent.
    void large_doubles_are_read_as_they_are_written()
    {
        for (double number = 0x1p63; number < 1e21; number *= 1.0009765625)
            for (const double each : {number, std::nextafter(number, 0.0), -number}) {
                const std::string text = base::concat("[", base::ecmascript_number(each), "]");
                const auto read = json::parse(text);
                CPPUNIT_ASSERT_MESSAGE(text, read.has_value());
                const json_t* number_view = json_array_get(read->get(), 0);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(text, each, json_number_value(number_view));
                CPPUNIT_ASSERT_EQUAL(text, base::canonical_json(read->get()).value());
            }
        CPPUNIT_ASSERT_EQUAL(std::string{"[100000000000000000000,\"200000000000000000000\"]"},
                             canonical("[100000000000000000000, \"200000000000000000000\"]"));
        // These would be rounded, or are not how it is written.
        for (const char* text : {"9223372036854775808", "100000000000000000001",
                                 "[1, 2e3, "
                                 "18446744073709551616]",
                                 "1000000000000000000000"})
            CPPUNIT_ASSERT_EQUAL(std::string{"a number does not fit"}, refusal(text));
        const auto refused = json::parse("[100000000000000000000,\n 99999999999999999999]");
        CPPUNIT_ASSERT(!refused);
        CPPUNIT_ASSERT_EQUAL(2, refused.error().line);
    }

    void strings_escape_only_what_they_must()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\/\x7f\xe2\x82\xac\""},
            canonical("\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\\\/\\u007f\\u20ac\""));
    }

    void what_is_printed_reads_as_the_same_value()
    {
        for (const char* text :
             {R"({"b":1,"a":2.0,"c":1.5,"d":[],"e":{},"f":null,"g":true,"h":false})",
              R"([9223372036854775807,-9223372036854775808,0.1,-0.5,1e+300,5e-324])",
              R"("quote \" backslash \\ line \n tab \t control \u001f \u0000 / é 😀")"}) {
            const auto value = json::parse(text).value().release();
            const json::Ref owner{value};
            CPPUNIT_ASSERT_EQUAL(std::string{text}, json::dump(value));
        }
    }

    void an_object_written_as_text_is_json()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"{}"}, json::ObjectText{}.take());
        const std::string text = json::ObjectText{}
                                     .text("a\"", "b\n")
                                     .boolean("c", true)
                                     .null("d")
                                     .json("e", R"({"f":[1]})")
                                     .take();
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"a\"":"b\n","c":true,"d":null,"e":{"f":[1]}})"}, text);
        CPPUNIT_ASSERT(json::parse(text));
    }

    void builders_keep_order()
    {
        const auto built =
            json::object("z", 1, "a", "text", "list", json::array(true, nullptr, 0.5));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"z":1,"a":"text","list":[true,null,0.5]})"},
                             json::dump(built.get()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonTest);

} // namespace
