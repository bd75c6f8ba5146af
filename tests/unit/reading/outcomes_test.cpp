// What excludes what, and the root and the denial that both products read.
#include "reading/denial.hpp"
#include "reading/outcomes.hpp"
#include "reading/roots.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using reading::exclude_each_other;

class OutcomesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OutcomesTest);
    CPPUNIT_TEST(words_exclude_each_other_both_ways);
    CPPUNIT_TEST(words_of_one_side_do_not);
    CPPUNIT_TEST(forms_have_one_root);
    CPPUNIT_TEST(denials_are_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void words_exclude_each_other_both_ways()
    {
        for (const auto& [one, other] :
             {std::pair{"closed", "open"}, std::pair{"unsuitable", "suitable"},
              std::pair{"nonlethal", "lethal"}, std::pair{"full", "empty"},
              std::pair{"rose", "declined"}, std::pair{"disabled", "enabled"}}) {
            CPPUNIT_ASSERT_MESSAGE(one, exclude_each_other(one, other));
            CPPUNIT_ASSERT_MESSAGE(one, exclude_each_other(other, one));
        }
    }

    void words_of_one_side_do_not()
    {
        for (const auto& [one, other] :
             {std::pair{"allowed", "permitted"}, std::pair{"invaluable", "valuable"},
              std::pair{"inflammable", "flammable"}, std::pair{"under", "der"},
              std::pair{"closed", "closed"}, std::pair{"", "open"}, std::pair{"\xff", "un\xff"}})
            CPPUNIT_ASSERT_MESSAGE(one, !exclude_each_other(one, other));
    }

    void forms_have_one_root()
    {
        const reading::Stemmer stemmer;
        const auto root = [&](std::string_view word) { return reading::root_of(stemmer, word); };
        CPPUNIT_ASSERT_EQUAL(root("buy"), root("bought"));
        CPPUNIT_ASSERT_EQUAL(root("buying"), root("bought"));
        CPPUNIT_ASSERT_EQUAL(root("child"), root("children"));
        CPPUNIT_ASSERT(root("find") != root("founded"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, root(""));
    }

    void denials_are_told()
    {
        for (const auto* word : {"not", "nobody", "won't", "nor", "kein"})
            CPPUNIT_ASSERT_MESSAGE(word, reading::is_denial(word));
        for (const auto* word : {"", "note", "any", "knot"})
            CPPUNIT_ASSERT_MESSAGE(word, !reading::is_denial(word));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OutcomesTest);

} // namespace
