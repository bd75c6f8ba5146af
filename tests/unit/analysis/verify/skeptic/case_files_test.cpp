// Texts that contradict themselves, and twins that do not.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class SkepticCaseFilesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SkepticCaseFilesTest);
    CPPUNIT_TEST(contradictions);
    CPPUNIT_TEST_SUITE_END();

public:
    void contradictions()
    {
        tests::expect_file("skeptic/contradictions_seen.txt", tests::k_skeptic_alone,
                           tests::Counts::all_checks);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SkepticCaseFilesTest);

} // namespace
