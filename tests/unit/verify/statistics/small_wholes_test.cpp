// grim.percent of small wholes told apart, unit.conversion in lists and over two sentences.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

constexpr std::string_view k_critics[] = {"skeptic", "verifier"};

class SmallWholesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SmallWholesTest);
    CPPUNIT_TEST(shares_of_few_are_multiples);
    CPPUNIT_TEST(measures_of_a_list_are_converted_one_by_one);
    CPPUNIT_TEST(measures_told_again_are_the_same);
    CPPUNIT_TEST_SUITE_END();

public:
    void shares_of_few_are_multiples()
    {
        constexpr tests::Case k_rows[] = {
            {"All 30 members of the choir filled in the form. 72% said they would sing again.",
             "grim.percent", "72"},
            {"We asked every one of the 12 drivers; 55% of them had seen the sign.", "grim.percent",
             "55"},
            {"17 kittens were weighed, and 45% of them were too light.", "grim.percent", "45"},
            {"This time all forty sent it back. 84% of the forty said yes.", "grim.percent", "84"},
            {"35.5% of the 20 seeds germinated.", "grim.percent", "35.5"},
            {"All 30 members of the choir filled in the form. 73% said they would sing again."},
            {"All 30 members of the choir filled in the form. About 72% said they would sing."},
            {"We surveyed all 24 staff. 18 replied. 78% said yes."},
            {"All 30 members came, 5 of them late. 72% said they would sing again."},
            {"What is 35% of 90 apples? Suppose that 45% of the 17 were ripe."},
            {"66% of the 3 friends said yes."},
        };
        tests::expect_all(k_rows, k_critics);
    }

    void measures_of_a_list_are_converted_one_by_one()
    {
        constexpr tests::Case k_rows[] = {
            {"The box is 12 × 8 × 3 in (30.5 × 23.0 × 7.6 cm) inside.", "unit.conversion", "23.0"},
            {"The sensor works from -10 to 40 °C (14 to 94 °F) all year.", "unit.conversion",
             "94 °F"},
            {"The box is 12 × 8 × 3 in (30.5 × 20.3 × 7.6 cm) inside."},
            {"The sensor works from -10 to 40 °C (14 to 104 °F) all year."},
            {"The box is 12 × 8 in (one of 20 × 30 cm) inside."},
        };
        tests::expect_all(k_rows, k_critics);
    }

    void measures_told_again_are_the_same()
    {
        constexpr tests::Case k_rows[] = {
            {"Take 8 oz of butter, which is 277 g, and stir.", "unit.conversion", "277 g"},
            {"The pool is 25 m long. In imperial terms that is 92 feet.", "unit.conversion",
             "92 feet"},
            {"The calf weighed 42 kg. For the Americans I put it into pounds: 95.3 lb.",
             "unit.conversion", "95.3 lb"},
            {"The calf weighed 42 kg. For the Americans I put it into pounds: 92.6 lb."},
            {"The pool is 25 m long. In imperial terms that is 82 feet."},
            {"The pool is 25 m long. The fence around it is 92 feet."},
            {"The first run is 10 miles and the second 5 km. In metric units the third is 12 km."},
            {"She cleared 6 ft 8 in (2.03 m in the official results)."},
        };
        tests::expect_all(k_rows, k_critics);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SmallWholesTest);

} // namespace
