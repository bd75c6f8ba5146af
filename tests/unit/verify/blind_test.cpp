// How much of what no author had in mind when the rules were written is found: tables of
// statements, each with a correct twin. Prints what is missed; fails on a family below its floor
// and on any twin that is called wrong.
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class BlindTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BlindTest);
    CPPUNIT_TEST(first_set_is_found_and_its_twins_are_left_alone);
    CPPUNIT_TEST(second_set_is_found_and_its_twins_are_left_alone);
    CPPUNIT_TEST(what_a_fair_reader_accepts_is_left_alone);
    CPPUNIT_TEST_SUITE_END();

    static void judge(const std::string& name)
    {
        tests::expect_file(name, tests::k_skeptic_alone, tests::Counts::all_checks);
    }

public:
    void first_set_is_found_and_its_twins_are_left_alone() { judge("blind_first.txt"); }
    void second_set_is_found_and_its_twins_are_left_alone() { judge("blind_second.txt"); }
    void what_a_fair_reader_accepts_is_left_alone() { judge("charitable.txt"); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BlindTest);

} // namespace
