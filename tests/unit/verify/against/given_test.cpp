// What looking for a text's words in its sources costs, counted in words looked at.
#include "sourced.hpp"
#include "verify/against/fragments.hpp"
#include "verify/against/given.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using verify::against::Fragments;
using verify::against::Given;

std::string repeated(std::string_view text, std::size_t times)
{
    std::string out;
    while (times-- > 0) out += text;
    return out;
}

// What the first word of the text costs, looked for in a source.
std::size_t looked_at(std::string_view source)
{
    const verify::Document text{"Lanterns burn."};
    const std::vector materials{tests::given(source)};
    const Given given{text, materials};
    const auto before = given.looked_at();
    CPPUNIT_ASSERT(!given.windows(given.text_terms().of(0), given.all_read(), 1).empty());
    return given.looked_at() - before;
}

class GivenTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(GivenTest);
    CPPUNIT_TEST(a_sentence_is_looked_at_once_for_a_word);
    CPPUNIT_TEST(whether_a_word_stands_anywhere_costs_no_look);
    CPPUNIT_TEST(fragments_are_those_of_the_text);
    CPPUNIT_TEST_SUITE_END();

    void a_sentence_is_looked_at_once_for_a_word()
    {
        const auto once = looked_at(repeated("A lantern is red. ", 20));
        const auto often = looked_at(
            repeated("A lantern beside a lantern is no lantern, lantern by lantern. ", 20));
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, once);
        CPPUNIT_ASSERT_EQUAL(once, often);
    }

    void whether_a_word_stands_anywhere_costs_no_look()
    {
        const verify::Document text{"Lanterns burn. Kettles boil."};
        const std::vector materials{tests::given("A kettle."), tests::given("A lantern.")};
        const Given given{text, materials};
        const auto term = given.text_terms().of(0).front();
        const std::uint32_t first[] = {0};
        const std::uint32_t second[] = {1};
        CPPUNIT_ASSERT(!given.is_in(term, first));
        CPPUNIT_ASSERT(given.is_in(term, second));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, given.looked_at());
    }

    void fragments_are_those_of_the_text()
    {
        const Fragments fragments{"Quito, \xc3\x9f and Oslo"};
        for (const auto* there : {"Quito", "uito,", "Oslo", "slo", "o", "\xc3\x9f", " and "})
            CPPUNIT_ASSERT(fragments.has(there));
        for (const auto* absent : {"Quita", "oslo", "x", "lo Q", "\x9f\xc3"})
            CPPUNIT_ASSERT(!fragments.has(absent));
        CPPUNIT_ASSERT(!Fragments{""}.has("a"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GivenTest);

} // namespace
