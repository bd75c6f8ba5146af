// contradiction.value: one thing told twice, the second time with a miscopied number.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

class MentionsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MentionsTest);
    CPPUNIT_TEST(a_number_told_again_is_held_against_the_first);
    CPPUNIT_TEST(numbers_of_other_things_are_left_alone);
    CPPUNIT_TEST(numbers_that_changed_are_left_alone);
    CPPUNIT_TEST(hostile_texts_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_number_told_again_is_held_against_the_first()
    {
        constexpr tests::Case k_rows[] = {
            {"The grant is worth 14,700 euros. We thank the fund. The 17,400 euros of the grant "
             "arrive in May.",
             "contradiction.value", "17,400"},
            {"The trench is dug to a depth of 325 mm.\n\nPipes follow on Monday. Given the trench "
             "depth of 352 mm no shoring is needed.",
             "contradiction.value", "352"},
            {"A fund of $4.12bn was announced on Monday. Nobody knew who asked for it.\n\nThe "
             "$4.21bn fund will be run from Oslo.",
             "contradiction.value", "4.21bn"},
            {"The roll names 68 smiths. Of the 86 smiths named, most had come from Ulm.",
             "contradiction.value", "86"},
            {"She keeps a herd of 74 goats above the village. Her 64 goats give little milk.",
             "contradiction.value", "64"},
        };
        tests::expect_all(k_rows);
    }

    void numbers_of_other_things_are_left_alone()
    {
        constexpr tests::Case k_rows[] = {
            {"The grant is worth 14,700 euros. The 14,700 euros of the grant arrive in May."},
            {"The northern trench is 325 mm deep. The southern trench has the depth of 352 mm."},
            {"Anna's fund holds $4.12bn. Boris runs the $4.21bn fund of the Ostland family."},
            {"The first fund holds $4.12bn. The second, the $4.21bn fund, is younger."},
            {"In 2019 the fund held $4.12bn. In 2020 the $4.21bn of the fund were moved."},
            {"The roll names 68 smiths and 18 widows. Of the 86 people named, most came from Ulm."},
            {"The 14-day trial is free. The 41-day course is not."},
            {"Broken in the 2.0 series of releases. Mended in the 2.6 series of releases."},
            {"The 32-year-old actress won. The 72-year-old actress lost."},
        };
        tests::expect_all(k_rows);
    }

    void numbers_that_changed_are_left_alone()
    {
        constexpr tests::Case k_rows[] = {
            {"The rent was 1,250 euros. The rent now is 1,520 euros, the highest of the street."},
            {"The flock had 68 sheep in May. It grew by 18, and the 86 sheep of the flock need "
             "more hay."},
            {"The price of the lamp was cut from $340. The lamp's $430 price is history."},
        };
        tests::expect_all(k_rows);
    }

    void hostile_texts_end()
    {
        constexpr std::size_t k_long = 200'000;
        std::string same;
        for (int i = 0; same.size() < k_long; ++i)
            same += "The " + std::to_string(100'000 + i * 7) + " seats of the hall are free. ";
        std::string alike;
        while (alike.size() < k_long) alike += "The 1,234 seats are the 1,243 seats. ";
        const tests::Case rows[] = {{same}};
        tests::expect_all(rows);
        tests::artifact_of(alike);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MentionsTest);

} // namespace
