// How much of what was written before the rules of the verifier is found. Each file holds texts
// with one fault and their right twins; truth was computed apart from the product.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class VerifierCaseFilesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifierCaseFilesTest);
    CPPUNIT_TEST(tables);
    CPPUNIT_TEST(units);
    CPPUNIT_TEST(identifiers);
    CPPUNIT_TEST(formats);
    CPPUNIT_TEST(references);
    CPPUNIT_TEST(statistics);
    CPPUNIT_TEST(results);
    CPPUNIT_TEST_SUITE_END();

    static void both_halves(const std::string& family)
    {
        tests::expect_file("verifier/" + family + "_seen.txt", tests::k_verifier_alone,
                           tests::Counts::all_checks);
        tests::expect_file("verifier/" + family + "_blind.txt", tests::k_verifier_alone,
                           tests::Counts::all_checks);
    }

    // By an author who came later.
    static void third(const std::string& family)
    {
        tests::expect_file("verifier/" + family + "_blind_third.txt", tests::k_verifier_alone,
                           tests::Counts::all_checks);
    }

public:
    void tables()
    {
        both_halves("tables");
        third("tables");
        tests::expect_file("verifier/table_laws.txt", tests::k_verifier_alone,
                           tests::Counts::all_checks);
    }
    void units()
    {
        both_halves("units");
        third("units");
    }
    void identifiers()
    {
        both_halves("identifiers");
        third("identifiers");
    }
    void formats() { both_halves("syntax"); }
    void references() { both_halves("citations"); }
    void statistics()
    {
        both_halves("statistics");
        third("statistics");
    }
    void results() { both_halves("results"); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifierCaseFilesTest);

} // namespace
