// Numbers that lie close together, as they do in real documents.
#include "cases.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;

class ReportsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ReportsTest);
    CPPUNIT_TEST(among_many_numbers_only_what_words_bind_is_wrong);
    CPPUNIT_TEST(shares_of_several_groups_are_of_no_common_whole);
    CPPUNIT_TEST_SUITE_END();

    // Sentences with two numbers each, none of which follows from another.
    static std::string crowd(int sentences)
    {
        std::string out;
        for (int i = 0; i < sentences; ++i)
            out += concat("Ward ", std::string(1, static_cast<char>('A' + i)), " has ", 31 + i * 7,
                          " beds and ", 12 + i * 5, " nurses. ");
        return out;
    }

public:
    void among_many_numbers_only_what_words_bind_is_wrong()
    {
        const std::string loose = "The mean of 3, 9 and 12 days is 9 days. ";
        const std::string bound = "Of 52 patients, 21 (45.4%) were men. ";
        const std::string dense = concat(crowd(20), loose, bound);
        const tests::Case rows[] = {
            {loose, "arith.mean", "9"},
            {bound, "arith.share", "45.4"},
            {dense, "arith.share", "45.4"},
        };
        tests::expect_all(rows);
        const std::string quiet = concat(crowd(20), loose);
        const tests::Case none[] = {{quiet}};
        tests::expect_all(none);
    }

    void shares_of_several_groups_are_of_no_common_whole()
    {
        const tests::Case rows[] = {
            {"The rent is 840, the food 480 and the car 360, of 2,400 in all. Rent 840, that is "
             "35%; food 480, so 20%; the car 360, another 18%.",
             "arith.share", "18"},
            // Two groups, and 25 who answered a question of another kind.
            {"Of the first group 24 (87%) had tried, 3 (11%) had not; of the second 25 (78%) had "
             "and 6 (19%) had not. Of the 25, 4 (16%) and 19 (76%) were in work."},
        };
        tests::expect_all(rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReportsTest);

} // namespace
