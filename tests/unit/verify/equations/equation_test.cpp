// arith.equation and the "P% of N = K" form of arith.share.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class EquationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(EquationTest);
    CPPUNIT_TEST(wrong_results_are_found);
    CPPUNIT_TEST(right_and_foreign_arithmetic_is_left_alone);
    CPPUNIT_TEST(the_link_that_breaks_a_chain_is_found);
    CPPUNIT_TEST(right_chains_are_left_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_results_are_found()
    {
        constexpr Case k_rows[] = {
            {"The order came to 12 x 15 = 190 units.", "arith.equation", "190", "180"},
            {"We know that 17 \u00d7 23 = 401.", "arith.equation", "401", "391"},
            {"So (45 + 15) / 2 = 35.", "arith.equation", "35", "30"},
            {"2^10 = 1025 is what he wrote.", "arith.equation", "1025", "1024"},
            {"The bill: 3 \u00b7 4,50 \u20ac = 14,50 \u20ac.", "arith.equation", "14,50", "13.5"},
            {"Seven times eight equals fifty-four.", "arith.equation", "fifty-four", "56"},
            {"12.4 + 8.9 = 21.4", "arith.equation", "21.4", "21.3"},
            {"5 boxes \u00d7 12 items = 65 items", "arith.equation", "65", "60"},
            {"In total 1,250 + 1,410 + 1,395 = 4,155.", "arith.equation", "4,155", "4055"},
            {"40% of 60 is 25.", "arith.share", "25", "24"},
            {"15% of 240 equals 38.", "arith.share", "38", "36"},
            {"3 hours + 45 minutes = 235 minutes", "arith.equation", "235", "225"},
            {"sqrt(144) = 13", "arith.equation", "13", "12"},
            {"100 \u2212 37 = 73", "arith.equation", "73", "63"},
            {"10 -3 = 8", "arith.equation", "8", "7"},
            {"360 = 12 \u00d7 31", "arith.equation", "360", "372"},
            {"45/60 = 70%", "arith.equation", "70", "75"},
            {"5 + 4 = 30 -", "arith.equation", "30", "9"},
            {"\U0001f600 e\u0301t\u00e9: 7 \u00d7 8 = **54** \U0001f600", "arith.equation", "54",
             "56"},
        };
        tests::expect_all(k_rows);
    }

    void right_and_foreign_arithmetic_is_left_alone()
    {
        constexpr Case k_rows[] = {
            {"12 x 15 = 180 and 10 / 4 = 2.5 and 22/7 = 3.14."},
            {"x + 2 = 5, so f(2) + 3 = 7 and a * 2 + 3 = 7."},
            {"2/3 = 0.66 or 2/3 = 0.67 or 2/3 \u2248 0.7."},
            {"10 / 4 = 3 when you round."},
            {"With x = 2: 8 + 3 = 13 - x."},
            {"7 + 8 = 3 (mod 12)."},
            {"1 + 1 = 10 in binary."},
            {"It is wrong to say that 2 + 2 = 5."},
            {"Orwell's party insists that \"2 + 2 = 5\"."},
            {"Use `1 + 1 = 3` as a test string."},
            {"```\n2 + 2 = 5\n```\n"},
            {"if (a == 3 + 4) b = 8;"},
            {"The score was 3-2 = a surprise."},
            {"33.3 + 33.3 + 33.3 = 100"},
            {"Rate = 100 * 5 / 20 = 25"},
            {"E = 3x + 4 = 10"},
            {"17 / 5 = 3 remainder 2"},
            {"It will touch 400k + 20000 * 8 = 560 kbytes of it."},
            {"A total of 7 rows are needed, so pass a total of 7*16 = 112 lines."},
            {"5 + 5 = 11? No, 5 + 5 = 10."},
            {"2 + 1\u00be = 3\u00be cups; 278 \u00f7 12 = 23.166; $43.31 x 8.5/100 = $3.68."},
            {"2 \u00d7 (3 + 4) = 14 = 10 + 4"},
            {"200 + 10% = 220"},
            {"1920x1080 = Full HD"},
            {"5! = 120 and 3! + 4 = 10"},
            {"60 km/h \u00d7 2 h = 120 km"},
            {"1/2 + 1/4 = 3/4"},
            {"The ratio 16:9 = 1.78, version 1.2.3 = 5"},
        };
        tests::expect_all(k_rows);
    }

    void the_link_that_breaks_a_chain_is_found()
    {
        constexpr Case k_rows[] = {
            {"So A = (3 + 4) * 2 = 7 * 3 = 21.", "arith.equation", "7 * 3", "14"},
            {"B = (-5 - 7 + 2) = (-12 + 3) = -9.", "arith.equation", "(-12 + 3)", "-10"},
            {"We get 2(3 + 4) + 1 = 2 * 7 + 2 = 16.", "arith.equation", "2 * 7 + 2", "15"},
            {"A = 3 + 4 = 7. B = 2 * 5 = 10. A + B = 7 + 11 = 18.", "arith.equation", "7 + 11",
             "17"},
            {"[2 + 3] \u00d7 4 = 5 \u00d7 5 = 25", "arith.equation", "5 \u00d7 5", "20"},
            {"(6 + 2) * 3 = ? This can be written as \"A * B\", where A = (6 + 2) and B = (3 + "
             "0). A = (6 + 2) = 8. B = (3 + 0) = 3. A * B = 8 * 3 = 24. So the answer is 25",
             "arith.equation", "25", "24"},
        };
        tests::expect_all(k_rows);
    }

    void right_chains_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"A = (-5 - 7) = -12. B = 3 * 3 = 9. A + B = -12 + 9 = -3."},
            {"x(2) = 0.21, r(2) = 0.21 and z = 2.20 metres."},
            {"(3/4) * 100 = 75% and 3/8 x 100 = 37.5% and 2/3 * 100 = 67%."},
            {"2 x 3 million = 6,000,000"},
            {"The odds ratio was 9.1 (95% CI = 1.5-54.7)."},
            {"0.1 + 0.2 = 0.30000000000000004"},
            {"3\u00b75 = 3.5"},
            {"2/3 * 100 = 0.67 * 100 = 67"},
            {"I = 12 V/48 ohm = 0.25 A"},
            {"1.5 h * 60 = 90 min and 2 h + 30 min = 150 min"},
            {"x = 3. Next exercise: 2x + 1 = 9."},
            {"Code: `2 + 2 * 3 = 4 + 5 = 9`."},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EquationTest);

} // namespace
