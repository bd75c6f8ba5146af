// How much memory a text's values take is known before they are built, and too much is refused.
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <malloc.h>

#include <algorithm>
#include <cstdlib>

namespace {

namespace json = base::json;

// What Jansson holds, and the most it ever held since reset(): with what glibc adds to each block.
struct Memory {
    static inline std::size_t now = 0;
    static inline std::size_t most = 0;

    static void* take(std::size_t size)
    {
        void* block = std::malloc(size);
        now += malloc_usable_size(block) + sizeof(std::size_t);
        most = std::max(most, now);
        return block;
    }
    static void give(void* block)
    {
        if (block != nullptr) now -= malloc_usable_size(block) + sizeof(std::size_t);
        std::free(block);
    }
    static void reset() { now = most = 0; }
};

std::string repeated(std::string_view begin, std::string_view part, int times, std::string_view end)
{
    std::string out{begin};
    for (int i = 0; i < times; ++i) {
        if (i != 0) out += ',';
        out += part;
    }
    out += end;
    return out;
}

std::string keys(int count)
{
    std::string out = "{";
    for (int i = 0; i < count; ++i) out += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":1";
    return out + "}";
}

class JsonBoundsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(JsonBoundsTest);
    CPPUNIT_TEST(one_byte_over_the_bound_is_refused_with_the_bound);
    CPPUNIT_TEST(the_estimate_holds_for_each_kind_of_value);
    CPPUNIT_TEST(what_stands_in_strings_is_no_value);
    CPPUNIT_TEST(garbage_is_measured_too);
    CPPUNIT_TEST(an_honest_request_is_far_below_the_small_bound);
    CPPUNIT_TEST_SUITE_END();

public:
    void tearDown() override { json_set_alloc_funcs(std::malloc, std::free); }

    void one_byte_over_the_bound_is_refused_with_the_bound()
    {
        const std::string text = repeated("[", "{}", 2'000, "]");
        const std::size_t needed = json::structure_bytes(text);
        CPPUNIT_ASSERT(json::parse_within(text, needed));
        const auto refused = json::parse_within(text, needed - 1);
        CPPUNIT_ASSERT(!refused);
        CPPUNIT_ASSERT_EQUAL("too many values: in memory they would take more than " +
                                 std::to_string((needed - 1) / 1024) + " KiB",
                             refused.error().detail);
        CPPUNIT_ASSERT(!json::parse_within(text, json::k_small_structure));
        CPPUNIT_ASSERT(json::parse(text));
        CPPUNIT_ASSERT(!json::parse(repeated("[", "{}", 400'000, "]")));
    }

    void the_estimate_holds_for_each_kind_of_value()
    {
        json_set_alloc_funcs(Memory::take, Memory::give);
        const std::string wide(300, 'x');
        for (int times : {0, 1, 2, 7, 8, 9, 100, 1025, 10'000})
            for (const std::string& text :
                 {repeated("[", "{}", times, "]"), repeated("[", "[]", times, "]"),
                  repeated("[", "1", times, "]"), repeated("[", "1.5e3", times, "]"),
                  repeated("[", "\"\"", times, "]"), repeated("[", "true", times, "]"),
                  repeated("[", '"' + wide + '"', times, "]"),
                  repeated("[", "{\"t\":1,\"v\":[2.5]}", times, "]"),
                  repeated("[", "[[[[[[[[]]]]]]]]", times, "]"), keys(times),
                  repeated("[", "{}", times, "{"), repeated("[\"", "\\u0001", times, "\"]"),
                  '"' + std::string(static_cast<std::size_t>(times) * 100, 'x') + '"'}) {
                const std::size_t estimate = json::structure_bytes(text);
                Memory::reset();
                {
                    const auto parsed = json::parse(text);
                    // The text once as values, and in a buffer that doubles as it grows.
                    const std::size_t bound = estimate + 3 * text.size() + 256;
                    CPPUNIT_ASSERT_MESSAGE(text.substr(0, 40) + " " + std::to_string(times) + ": " +
                                               std::to_string(Memory::most) + " > " +
                                               std::to_string(bound),
                                           Memory::most <= bound);
                    if (parsed && times >= 100)
                        CPPUNIT_ASSERT_MESSAGE(text.substr(0, 40) + ": " + std::to_string(estimate),
                                               estimate / 6 <= Memory::now);
                }
                CPPUNIT_ASSERT_EQUAL(std::size_t{0}, Memory::now);
            }
    }

    void what_stands_in_strings_is_no_value()
    {
        const std::size_t one = json::structure_bytes("\"\"");
        for (const char* text : {R"("[{},{}]")", R"("a\"[,]")", R"("\\")", R"("1 2 3:4,\\\"{")"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, one, json::structure_bytes(text));
        // A string ends at the first quote that is not escaped.
        CPPUNIT_ASSERT(json::structure_bytes(R"(["\\",{}])") >
                       json::structure_bytes(R"(["\"",1])"));
        CPPUNIT_ASSERT_EQUAL(json::structure_bytes("[1,2]"),
                             json::structure_bytes(" [ 1 ,\n\t-12345.5e+10\r] "));
    }

    void garbage_is_measured_too()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, json::structure_bytes(""));
        for (const char* text : {"\"", "\"\\", "\\", "]]]]", "}{", ":::", "{\"a", "[\"\\\""})
            CPPUNIT_ASSERT(json::structure_bytes(text) < 1'000);
        CPPUNIT_ASSERT(json::structure_bytes(std::string(1'000'000, '[')) > 100'000'000);
        CPPUNIT_ASSERT(
            !json::parse_within(repeated("[", "{}", 2'000, "oops"), json::k_small_structure));
    }

    void an_honest_request_is_far_below_the_small_bound()
    {
        CPPUNIT_ASSERT(json::structure_bytes(R"({"tier":"basic","payload":"...","job_id":"x"})") *
                           100 <
                       json::k_small_structure);
        CPPUNIT_ASSERT(
            json::parse_within(repeated("{\"a\":[", "{}", 1'000, "]}"), json::k_small_structure));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonBoundsTest);

} // namespace
