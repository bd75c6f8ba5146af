// How much of what others wrote is found, and that nothing right is called wrong.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class SkepticCaseFilesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SkepticCaseFilesTest);
    CPPUNIT_TEST(arithmetic);
    CPPUNIT_TEST(dates);
    CPPUNIT_TEST(contradictions);
    CPPUNIT_TEST_SUITE_END();

    static void expect(const std::string& name)
    {
        tests::expect_file("skeptic/" + name + ".txt", tests::k_skeptic_alone,
                           tests::Counts::all_checks);
    }

public:
    void arithmetic()
    {
        expect("arithmetic_seen");
        expect("arithmetic_blind");
        expect("arithmetic_seen_third");
        expect("arithmetic_blind_third");
        expect("relations_seen");
    }

    void dates()
    {
        expect("dates_seen");
        expect("dates_blind");
        expect("dates_seen_third");
        expect("dates_blind_third");
    }

    void contradictions()
    {
        expect("opposites_seen");
        expect("contradictions_seen");
        expect("contradictions_blind");
        expect("contradictions_seen_third");
        expect("contradictions_blind_third");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SkepticCaseFilesTest);

} // namespace
