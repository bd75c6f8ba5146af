// What the table of words knows, and that nothing that is no word upsets it.
#include "reading/wordnet/wordnet.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using reading::WordKind;
using reading::WordNet;

const WordNet& words()
{
    return WordNet::embedded();
}

bool are_opposite(std::string_view left, std::string_view right)
{
    const auto one = words().find(left);
    const auto other = words().find(right);
    return one && other && words().are_opposite(*one, *other) && words().are_opposite(*other, *one);
}

double likeness(std::string_view left, std::string_view right)
{
    const auto one = words().find(left);
    const auto other = words().find(right);
    return one && other ? words().likeness(*one, *other) : 0;
}

std::string base(std::string_view form, WordKind kind)
{
    std::string out;
    for (const auto word : words().bases(form, kind))
        out.append(out.empty() ? "" : " ").append(words().text(word));
    return out;
}

class WordNetTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WordNetTest);
    CPPUNIT_TEST(garbage_is_no_word);
    CPPUNIT_TEST(forms_lead_to_their_words);
    CPPUNIT_TEST(relations_hold_both_ways);
    CPPUNIT_TEST(people_and_places_are_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_is_no_word()
    {
        for (const std::string& text :
             {std::string{}, std::string{"\xff\xfe"}, std::string(100'000, 's'),
              std::string{"s"} + '\0', std::string{"qxzv"}, std::string{"ings"},
              std::string{" "}}) {
            CPPUNIT_ASSERT(!words().is_place(text));
            for (const auto kind : {WordKind::verb, WordKind::adjective, WordKind::adverb})
                CPPUNIT_ASSERT_MESSAGE(text.substr(0, 9), !words().can_be(text, kind));
        }
    }

    void forms_lead_to_their_words()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"story"}, base("stories", WordKind::noun));
        CPPUNIT_ASSERT_EQUAL(std::string{"stop"}, base("stopped", WordKind::verb));
        CPPUNIT_ASSERT_EQUAL(std::string{"fell fall"}, base("fell", WordKind::verb));
        CPPUNIT_ASSERT_EQUAL(std::string{"safe"}, base("safest", WordKind::adjective));
        CPPUNIT_ASSERT(words().is_chiefly("approved", WordKind::verb));
        CPPUNIT_ASSERT(!words().is_chiefly("houses", WordKind::verb));
        CPPUNIT_ASSERT(words().is_chiefly("houses", WordKind::noun));
    }

    void relations_hold_both_ways()
    {
        CPPUNIT_ASSERT(are_opposite("rise", "fall"));
        CPPUNIT_ASSERT(are_opposite("guilty", "innocent"));
        CPPUNIT_ASSERT(!are_opposite("rise", "rise"));
        CPPUNIT_ASSERT(likeness("car", "automobile") > 0.8);
        CPPUNIT_ASSERT_EQUAL(likeness("purchase", "buy"), likeness("buy", "purchase"));
        CPPUNIT_ASSERT_EQUAL(1.0, likeness("car", "car"));
        CPPUNIT_ASSERT_EQUAL(0.0, likeness("car", "mayor"));
        CPPUNIT_ASSERT_EQUAL(0.0, likeness("rise", "fall"));
    }

    void people_and_places_are_told()
    {
        CPPUNIT_ASSERT(words().is_person("mayors"));
        CPPUNIT_ASSERT(!words().is_person("bridge"));
        CPPUNIT_ASSERT(words().is_place("paris"));
        CPPUNIT_ASSERT(words().is_place("angeles"));
        CPPUNIT_ASSERT(!words().is_place("bridge"));
        CPPUNIT_ASSERT(words().can_be_body("authorities"));
        CPPUNIT_ASSERT(words().can_be_body("river"));
        CPPUNIT_ASSERT(!words().can_be_body("trophy"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WordNetTest);

} // namespace
