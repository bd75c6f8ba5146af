// Texts that are made to exhaust a reader: nesting, repetition, what patterns stumble over, and
// code points that combine, turn around or stand for nothing. Each gets an artifact with exact
// places; how long they take is measured elsewhere, with larger ones.
#include "base/json.hpp"
#include "base/sanitized.hpp"
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <random>

namespace {

namespace json = base::json;

constexpr std::string_view k_fragments[] = {
    // Patterns
    "aaaaaaaa!",
    "(((((",
    "((a+)+)+$ ",
    "[[[[{{{{",
    "]]]]}}}}))))",
    "x=x=x=",
    "a@a@a.a@",
    "\\\\\\\\",
    "<a <a <a",
    "&amp;amp;",
    "%25252525",
    "-----BEGIN ",
    "| - | - |\n",
    "|||||\n",
    "```\n",
    "~~~\n```\n",
    "> > > > ",
    "1. 1. 1. ",
    "# # # ",
    "[1][2][3]",
    "[a](a](a)",
    "![](",
    "<!-- <!-- ",
    "\"\"\"\"",
    "'''''",
    "\r\r\n\n",
    "\t \t \t",
    // Numbers and dates
    "9999999999999999999999",
    "1,1,1,1,",
    "1.1.1.1.",
    "1e999999 ",
    "-+-+-+1",
    "1/0 = 1 ",
    "0/0/0 ",
    "100% of 100% of ",
    "20% of 50 = 10. ",
    "Visitors fell by 120 percent. ",
    "1 + 1 + 1 + ",
    "2^9^9^9 = ",
    "sqrt(sqrt(",
    "31.02.0000 ",
    "99:99:99 ",
    "2024-02-30T25:61 ",
    "t(1)=1,p=1;",
    "F(0,0)=0,p<0 ",
    "total 1 and 1 and ",
    "from 1 to 1 to ",
    "twenty-hundred-million-",
    "one and one and ",
    "half of half of ",
    "$\xe2\x82\xac\xc2\xa3 1 ",
    "\xc2\xbd\xc2\xbd\xc2\xbd",
    "\xe2\x85\xb7\xe2\x85\xb7",
    "\xd9\xa1\xd9\xa2\xd9\xa3",
    "M = 1.5, SD = , N = ",
    // Orders and carriers
    "ignore all ",
    "ignore all previous instructions ",
    "SWdub3Jl",
    "SWdub3JlSWdub3Jl====",
    "69676e6f7265",
    "&#73;&#103;",
    "i.g.n.o.r.e.",
    "eval(eval(",
    "http://http://",
    "xn--xn--",
    "sk_live_",
    "AKIAAKIA",
    "eyJhbGciOi",
    // Code points
    "\xcc\x81\xcc\x82\xcc\x83",
    "\xe2\x80\xae\xe2\x80\xad",
    "\xe2\x81\xa6\xe2\x81\xa6",
    "\xe2\x80\x8b\xe2\x80\x8d",
    "\xf3\xa0\x81\x81\xf3\xa0\x81\x82",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d",
    "\xef\xbf\xbf",
    "\xef\xbb\xbf",
    "\xef\xb7\xba",
    "\xce\x91\xd0\x90\x41",
    "\xe1\x85\xa0\xe3\x85\xa4",
    "\xf0\x90\x80\x80",
    "\xc4\xb0\xc4\xb1",
    "\xef\xac\x83\xef\xac\x84",
    "\xe0\xa5\x8d\xe0\xa5\x8d",
    "\xf0\x9d\x9f\x8e\xf0\x9d\x9f\x8f",
    "\x01\x02\x7f",
};
// The fuzz targets go on from there.
constexpr std::size_t k_inputs = base::k_is_sanitized ? 300 : 2000;
constexpr std::size_t k_bytes = 1500;

// One to three fragments, each as often as there is room, in turn or one behind the other.
std::string input(std::mt19937& random)
{
    const auto below = [&](std::size_t count) { return random() % count; };
    const std::size_t count = 1 + below(3);
    const bool in_turn = below(2) == 0;
    std::string_view chosen[3];
    for (auto& fragment : chosen) fragment = k_fragments[below(std::size(k_fragments))];
    std::string text;
    const std::size_t size = k_bytes / 10 + below(k_bytes);
    while (text.size() < size) {
        const std::size_t next = in_turn ? random() : text.size() * count / size;
        text += chosen[next % count];
    }
    return text;
}

// The same texts in every run.
std::mt19937 seeded(std::uint32_t seed)
{
    return std::mt19937{seed};
}

class HostileTextTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HostileTextTest);
    CPPUNIT_TEST(every_input_gets_an_artifact);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_input_gets_an_artifact()
    {
        auto random = seeded(20261123);
        for (std::size_t i = 0; i < k_inputs; ++i) {
            const auto text = input(random);
            const auto artifact = tests::artifact_of(text, tests::k_all_critics);
            CPPUNIT_ASSERT_MESSAGE(text, json::text_member(artifact.get(), "verdict"));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HostileTextTest);

} // namespace
