// arith.sum, product, percent_change, share, partition and mean in sentences.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class ArithmeticTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ArithmeticTest);
    CPPUNIT_TEST(wrong_totals_are_found);
    CPPUNIT_TEST(right_totals_and_open_lists_are_left_alone);
    CPPUNIT_TEST(wrong_changes_are_found);
    CPPUNIT_TEST(right_changes_are_left_alone);
    CPPUNIT_TEST(wrong_shares_and_means_are_found);
    CPPUNIT_TEST(right_shares_and_means_are_left_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_totals_are_found()
    {
        constexpr Case k_rows[] = {
            {"Sales were 1,250 in March, 1,410 in April and 1,395 in May: 4,155 in total.",
             "arith.sum", "4,155", "4055"},
            {"The team has 12 engineers, 15 analysts and 9 designers, for a total of 38 people.",
             "arith.sum", "38", "36"},
            {"We sold 120 tickets on Friday and 135 on Saturday, 265 in all.", "arith.sum", "265",
             "255"},
            {"A total of 47 people: 12 adults, 15 children and 9 staff.", "arith.sum", "47", "36"},
            {"The order of 40 items: 12 lamps, 15 chairs and 9 tables.", "arith.sum", "40", "36"},
            {"He paid $12.50, $7.25 and $3.99, a total of $24.74.", "arith.sum", "24.74", "23.74"},
            {"The parts cost 1.2 million, 2.3 million and 3.1 million, totalling 7.6 million.",
             "arith.sum", "7.6 million", "6600000"},
            {"Sales were 120 in March, 130 in April and 140 in May. The total was 400.",
             "arith.sum", "400", "390"},
            {"In 2019 we had 120 units, in 2020 130 units and in 2021 140 units, together totaling "
             "400 units.",
             "arith.sum", "400", "390"},
            {"Die Teile kosten 1.250,50 \u20ac, 300,25 \u20ac and 49,25 \u20ac, total 1.700,00 "
             "\u20ac.",
             "arith.sum", "1.700,00", "1600"},
            {"They walked 12 km on Monday, 15 km on Tuesday and 9 km on Wednesday, a total of 46 "
             "km.",
             "arith.sum", "46", "36"},
            {"The three classes have 21, 24 and 19 students, which adds up to 66 students.",
             "arith.sum", "66", "64"},
            {"We bought 40 boxes at $15 each, for a total of $650.", "arith.product", "650", "600"},
            {"The 12 rooms have 4 beds each, for a total of 50 beds.", "arith.product", "50", "48"},
            {"He works 8 hours a day for 5 days, which comes to 45 hours.", "arith.product", "45",
             "40"},
            {"At $15 an hour, 40 hours of work comes to $620.", "arith.product", "620", "600"},
            {"There are 12 boxes of 24 bottles, 298 bottles in total.", "arith.product", "298",
             "288"},
            {"The sum of 12, 15 and 18 is 46.", "arith.sum", "46", "45"},
            {"The numbers 4, 9 and 11 add up to 25.", "arith.sum", "25", "24"},
            {"The departments employ 45, 38 and 52 people. In total 145 people work there.",
             "arith.sum", "145", "135"},
            {"Each of the 12 rooms has 4 beds, for a total of 50 beds.", "arith.product", "50",
             "48"},
            {"Tickets cost $25 per person. For 6 people that comes to $160.", "arith.product",
             "160", "150"},
            {"Five apples, six pears and seven plums make a total of twenty-one pieces.",
             "arith.sum", "twenty-one", "18"},
            {"\u0418\u0442\u043e\u0433\u043e \U0001f4b0: 10 apples, 20 pears and 30 plums, 70 in "
             "total.",
             "arith.sum", "70", "60"},
        };
        tests::expect_all(k_rows);
    }

    void right_totals_and_open_lists_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"Sales were 1,250 in March, 1,410 in April and 1,395 in May: 4,055 in total."},
            {"A total of 47 people took part, including 12 adults, 15 children and 9 staff."},
            {"Of the 47 people, 12 were adults, 15 children and 9 staff."},
            {"The parts cost 1.2 million, 2.3 million and 3.1 million, totalling 6.7 million."},
            {"He paid $12, $7 and $4, a total of about $24."},
            {"The 3 years with 12 stores and 45 people ended with a total of 300 sales."},
            {"Rooms 12, 14 and 15 have a total of 80 seats."},
            {"Pages 3, 5 and 9 have a total of 12 errors."},
            {"There were 12 and 15 hits, over 25 in total."},
            {"In 2010, 2011 and 2012 a total of 45 people came."},
            {"The subtotal was $40 and tax was $3, for a total of $43."},
            {"With shipping of $5, the $20 and $30 items come to a total of $55."},
            {"Chapters 1, 2 and 3 total 150 pages."},
            {"They scored 3-2, 2-1 and 4-0, nine goals in total."},
            {"Call 555-1234, 555-2345 or 555-3456; a total of 12 lines is open."},
            {"Between 5 and 10 people, 12 in total."},
            {"At least 20 adults and 30 children came, 60 in total."},
            {"12,384, 45,210 and 34,820 voters gave a total of 92,400."},
            {"| a | 12 |\n| b | 15 |\n| total | 40 |\n"},
            {"The room seats 40 at 10 tables, a total of 40 seats."},
            {"12 rooms with 2 beds and 3 rooms with 4 beds give a total of 36 beds."},
            {"He worked 8 hours a day for 5 days, 40 hours in total."},
            {"At $15 an hour plus $50 bonus, 40 hours comes to $650."},
            {"12 boxes of 24 bottles and 3 loose ones, 291 bottles in total."},
            {"Versions 1.2, 1.3 and 2.0 have a total of 9 fixes."},
            {"He aged from 5 to 12, a total of 9 visits."},
            {"For 3 nights at $100 per night the bill was $330 with tax."},
            {"Each child got 2 apples and 3 pears, a total of 25 pieces."},
            {"Won 12, lost 5 and drew 3, for a total of 39 points."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_changes_are_found()
    {
        constexpr Case k_rows[] = {
            {"Revenue rose from $80 million to $100 million, an increase of 35%.",
             "arith.percent_change", "35", "25"},
            {"The price fell 50% from 150 to 100 euros.", "arith.percent_change", "50",
             "\"100/3\""},
            {"Membership grew by 40 percent, from 1,200 to 1,500.", "arith.percent_change", "40",
             "25"},
            {"Costs dropped from 400 in 2019 to 300 in 2020 (-30%).", "arith.percent_change", "30",
             "25"},
            {"The staff doubled from 40 to 95.", "arith.percent_change", "doubled", "2.375"},
            {"Output tripled from 10 to 20 units.", "arith.percent_change", "tripled", "2"},
            {"The rate halved from 12% to 4%.", "arith.percent_change", "halved", "\"1/3\""},
            {"Turnout climbed from 50% to 60%, a 30% increase.", "arith.percent_change", "30",
             "20"},
            {"Turnout climbed from 50% to 60%, a 10% increase.", "arith.percent_change", "10",
             "20"},
            {"Unemployment rose from 4% to 5%, an increase of 1%.", "arith.percent_change", "1",
             "25"},
            {"Unemployment fell from 8.0% to 6.0%, a drop of 3.0 percentage points.",
             "arith.percent_change", "3.0", "2"},
            {"Sales went from 200 to 260 units, up 25%.", "arith.percent_change", "25", "30"},
            {"An increase from 50 to 60 jobs, or 25%.", "arith.percent_change", "25", "20"},
        };
        tests::expect_all(k_rows);
    }

    void right_changes_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"Revenue rose from 80 to 100 million, an increase of 25%."},
            {"Turnout climbed from 50% to 60%, a 20% increase."},
            {"Turnout climbed from 50% to 60%, up 10 percentage points."},
            {"Prices grew from 100 to 121, an average annual growth of 10%."},
            {"The staff nearly doubled from 40 to 75."},
            {"The staff more than doubled from 40 to 95."},
            {"The staff doubled from 40 to 81."},
            {"The share of women rose from 45 to 60 while margins fell 5%."},
            {"It moved from 3rd to 1st, up 25%."},
            {"From 2010 to 2015 sales grew 25%."},
            {"Temperatures range from 10 to 20 with a 30% chance of rain."},
            {"Revenue rose from $1.2 billion to $1.5 billion, about 25%."},
            {"A rose from 10 to 20 (100%) and B fell from 50 to 40 (20%)."},
            {"The index rose from 3.1 to 3.2, a gain of 3%."},
            {"Our margin improved from 20% to 25%, up 500 basis points."},
            {"The forecast rose from 6% to 12%, an increase of 100 percent, or 6 points."},
            {"The stock fell 10% from $50 to $45, then rose 10% to $49.50."},
            {"Profit rose 10% from a year earlier to 45 million."},
            {"It fell from 150 to 100, a fall of 33%."},
            {"Open from 9 to 5, 20% off."},
            {"It grew from 4 to 5 million users, a 25% rise."},
            {"The discount rose from 10 to 15 euros for 30% of customers."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_shares_and_means_are_found()
    {
        constexpr Case k_rows[] = {
            {"In the survey 45 of 120 respondents (40%) agreed.", "arith.share", "40", "37.5"},
            {"12 out of 20 patients (65%) recovered.", "arith.share", "65", "60"},
            {"A majority of 65% (12 of 20) agreed.", "arith.share", "65", "60"},
            {"30% of the 250 employees, or 80 people, work from home.", "arith.share", "80", "75"},
            {"Two thirds of the 90 members, or 50 people, voted.", "arith.share", "50", "60"},
            {"Half of 90 is 40.", "arith.share", "40", "45"},
            {"Out of 250 applicants, 40 were hired (20%).", "arith.share", "20", "16"},
            {"45 (40%) of 120 agreed.", "arith.share", "40", "37.5"},
            {"Of the 80 students, 52 passed (60%).", "arith.share", "60", "65"},
            {"The mean of the values 3, 5 and 10 is 7.", "arith.mean", "7", "6"},
            {"18/24 (70%) passed.", "arith.share", "70", "75"},
            {"60% voted yes, 25% voted no and the remaining 20% abstained.", "arith.partition",
             "20", "105"},
            {"The budget is split: 50% wages, 30% rent and 30% travel.", "arith.partition", "30",
             "110"},
            {"The scores were 4, 8 and 12, an average of 9.", "arith.mean", "9", "8"},
            {"The average of 10, 20 and 60 is 35.", "arith.mean", "35", "30"},
            {"The values were 2.0, 3.0 and 4.0. The mean is 3.5.", "arith.mean", "3.5", "3"},
        };
        tests::expect_all(k_rows);
    }

    void right_shares_and_means_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"In the survey 45 of 120 respondents (38%) agreed, and 37% is what truncation gives: "
             "45 of 120 (37%)."},
            {"12 of 20 patients (60%; 95% CI 36-81%) recovered."},
            {"12 of 20 patients (55% male) recovered."},
            {"About 45 of 120 (40%) agreed."},
            {"30% of the 250 employees, or 75 people, work from home."},
            {"60% voted yes, 25% voted no and the remaining 15% abstained."},
            {"33% chose A, 33% chose B and the remaining 33% chose C."},
            {"60% like tea and 55% like coffee; several answers were possible."},
            {"Of these, 40% came by car, 30% by bus and the rest walked."},
            {"The scores were 4, 8 and 12, an average of 8."},
            {"The scores were 4, 8 and 12, above the average of 9."},
            {"The weighted average of 10, 20 and 60 is 35."},
            {"The average of 1, 2 and 4 is 2.3."},
            {"One third of the 100 seats, or 33, are taken."},
            {"5 of 12 months (42%) were dry."},
            {"Of the 80 students, 52 passed (65%)."},
            {"They won 3 gold, 5 silver and 7 bronze medals, 15 medals in all."},
            {"Class A has 20 students, class B has 25 and class C 30: in total 75 students."},
            {"The trial enrolled 240 patients (120 in each arm); 36 of 120 (30%) responded."},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ArithmeticTest);

} // namespace
