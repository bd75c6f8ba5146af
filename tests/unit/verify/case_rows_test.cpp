// What the product says of each row of tests/cases, a test for each file.
#include "case_rows.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "verify/outcome/critics.hpp"

#include <cppunit/TestCase.h>
#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <memory>

namespace {

class OneCaseFile : public CppUnit::TestCase {
    std::string m_title;

public:
    OneCaseFile(const std::string& name, std::string title)
        : CppUnit::TestCase{name}, m_title{std::move(title)}
    {
    }

    void runTest() override { tests::expect_case_rows(m_title); }
};

class CaseRowsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CaseRowsTest);
    CPPUNIT_TEST(every_file_is_of_a_check);
    CPPUNIT_TEST(the_page_tells_of_every_set);
    CPPUNIT_TEST_SUITE_ADD_CUSTOM_TESTS(add_files);
    CPPUNIT_TEST_SUITE_END();

    // CppUnit owns what it is given. CaseRowsTest::arith.sum is the test of one file.
    static void add_files(TestSuiteBuilderContextType& context)
    {
        for (const auto& title : tests::case_titles())
            context.addTest(
                std::make_unique<OneCaseFile>(context.getTestNameFor(title), title).release());
    }

public:
    void every_file_is_of_a_check()
    {
        const auto titles = tests::case_titles();
        CPPUNIT_ASSERT(!titles.empty());
        const auto checks = verify::outcome::all_checks();
        for (const auto& title : titles)
            CPPUNIT_ASSERT_MESSAGE(
                title, title == tests::k_right_rows ||
                           std::any_of(checks.begin(), checks.end(), [&](const auto& check) {
                               return tests::is_title_of(title, check->id);
                           }));
    }

    void the_page_tells_of_every_set()
    {
        const auto page = base::read_file("tests/cases/CASES.md", 100'000);
        for (const auto& title : tests::case_titles())
            for (const auto& row : tests::read_case_rows(title))
                CPPUNIT_ASSERT_MESSAGE(row.set, page.find(base::concat("| ", row.set, " |")) !=
                                                    std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CaseRowsTest);

} // namespace
