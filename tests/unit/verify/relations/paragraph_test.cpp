// Relations told over a few sentences, and those that only the numbers tell.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class ParagraphTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ParagraphTest);
    CPPUNIT_TEST(totals_over_sentences);
    CPPUNIT_TEST(rests_over_sentences);
    CPPUNIT_TEST(shares_with_a_whole_told_before);
    CPPUNIT_TEST(points_between_two_percentages);
    CPPUNIT_TEST(groups_that_only_the_numbers_tell);
    CPPUNIT_TEST(units_that_go_without_saying);
    CPPUNIT_TEST(right_ones_are_left_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void totals_over_sentences()
    {
        constexpr Case k_rows[] = {
            {"The ferry for the three of us was \u20ac318. The cabin on deck four costs "
             "\u20ac1,145. "
             "Breakfast adds \u20ac87, since nobody cooks at sea.\n\nAll in, that is \u20ac1,505.",
             "arith.sum", "1,505", "1550"},
            {"The fair brought in \u00a32,164. The tombola made \u00a31,385. A neighbour left us "
             "\u00a34,000.\n\nThey have put \u00a37,459 into the fund.",
             "arith.sum", "7,459", "7549"},
            {"We drew \u00a3250 in May. Six hundred pounds went in June. July took \u00a3175. In "
             "all "
             "\u00a31,125 has left the account.",
             "arith.sum", "1,125", "1025"},
            // Lines of one paragraph, which no full stop ends.
            {"Takings at the bazaar:\nCakes 12.50\nGrill 20.00\nBooks 7.25\n-----\n31.75\n\nThe "
             "rest of the day was quiet.",
             "arith.sum", "31.75", "39.75"},
            {"They were 74 in Turin, 39 in Rome and 21 in Bari, 144 colleagues at the three sites.",
             "arith.sum", "144", "134"},
        };
        tests::expect_all(k_rows);
    }

    void rests_over_sentences()
    {
        constexpr Case k_rows[] = {
            {"The council granted \u00a3800,000. Orders so far are \u00a3310,000 for roads and "
             "\u00a3165,000 for lamps. It follows that \u00a3425,000 remains.",
             "arith.difference", "425,000", "325000"},
            {"Mr Poole left us \u00a34,000. The gate cost \u00a32,450 in the end. The \u00a31,650 "
             "still unspent should buy paint.",
             "arith.difference", "1,650", "1550"},
        };
        tests::expect_all(k_rows);
    }

    void shares_with_a_whole_told_before()
    {
        constexpr Case k_rows[] = {
            {"The museum's budget was \u00a3420,000. Of this, \u00a388,200 went to the shop, in "
             "other "
             "words 12 per cent.",
             "arith.share", "12", "21"},
            {"We took in \u20ac36,000. Gifts made \u20ac24,840 of it and \u20ac11,160 came from "
             "fees. So 64% of our income now hangs on gifts.",
             "arith.share", "64", "69"},
            {"Bread makes 6,000 of the 24,000, a third, on one shelf.", "arith.share", "a third"},
        };
        tests::expect_all(k_rows);
    }

    void points_between_two_percentages()
    {
        constexpr Case k_rows[] = {
            {"The vacancy rate fell from 12.5% to 9.5%. That is a fall of 24 percentage points.",
             "arith.percent_change", "24", "3"},
            {"Turnout had been 52% before. This year it reached 61%. Observers noted the rise of "
             "19 "
             "percentage points with relief.",
             "arith.percent_change", "19", "9"},
        };
        tests::expect_all(k_rows);
    }

    void groups_that_only_the_numbers_tell()
    {
        constexpr Case k_rows[] = {
            {"You may pay in eighteen instalments of \u20ac47, that is \u20ac864 altogether.",
             "arith.product", "864", "846"},
            {"The school needs six rows of nineteen seats, 124 seats in all.", "arith.product",
             "124", "114"},
        };
        tests::expect_all(k_rows);
    }

    void units_that_go_without_saying()
    {
        constexpr Case k_rows[] = {
            {"The combine did 36 hectares in eight hours, 5.4 an hour, which is good.",
             "arith.product", "5.4", "4.5"},
            {"The crack opened 2.4 mm over twelve weeks, so 0.3 mm a week.", "arith.product",
             "0.3"},
            {"The sleeper costs 148 euros and the bus 83, so it is 75 euros dearer.",
             "arith.difference", "75", "65"},
        };
        tests::expect_all(k_rows);
    }

    void right_ones_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The fair brought in \u00a32,164. The tombola made \u00a31,385. A neighbour left us "
             "\u00a34,000.\n\nThey have put \u00a37,549 into the fund."},
            {"From each hive we took 18 bees, 72 in total. After six trials 51 of them chose the "
             "sweet one."},
            {"The plan costs $75 and the extras $30. You get all of it at a special rate of "
             "$100/user per month."},
            {"The rent is 600 euros and the deposit 800 euros, so 72% of my pay is gone."},
            {"The deposit is 800 euros and the rent 600 euros, so 72% of my pay is gone."},
            {"9 of 12 jurors agreed, representing 80% of those who spoke."},
            {"The network led with 137 total nominations, up from 20. Barry collected 17 total "
             "nominations."},
            {"We lifted 850 pounds of plums for \u00a3340, and 425 pounds were jam by noon."},
            {"7a brought 154 tops, 7b brought 138 and 7c 97, so the year has 389 tops."},
            {"Turnout rose from 52% to 61%, a rise of 9 points."},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ParagraphTest);

} // namespace
