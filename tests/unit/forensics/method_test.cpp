// The page of the method names every reason, and none that does not exist.
#include "base/fd.hpp"
#include "forensics/check/reason.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace {

namespace forensics = forensics;

class ForensicsMethodTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ForensicsMethodTest);
    CPPUNIT_TEST(every_reason_is_told);
    CPPUNIT_TEST(no_other_is_told);
    CPPUNIT_TEST_SUITE_END();

    const std::string page = base::read_file("src/forensics/METHOD.md", 100'000);

public:
    void every_reason_is_told()
    {
        // Classes of evidence, which no check has for a reason.
        constexpr std::string_view k_not_told[] = {"same",   "proven", "no_reference",
                                                   "failed", "silent", "public"};
        for (const auto& row : forensics::k_reasons) {
            if (std::find(std::begin(k_not_told), std::end(k_not_told), row.code) !=
                std::end(k_not_told))
                continue;
            const std::string code{row.code};
            CPPUNIT_ASSERT_MESSAGE(code, page.find('`' + code + '`') != std::string::npos);
        }
    }

    // In the last column of the tables of three.
    void no_other_is_told()
    {
        int told = 0;
        std::istringstream lines{page};
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with('|') || std::count(line.begin(), line.end(), '|') != 4) continue;
            std::istringstream cell{line.substr(line.rfind('|', line.size() - 2))};
            std::string word;
            for (bool is_code = false; std::getline(cell, word, '`'); is_code = !is_code) {
                if (!is_code) continue;
                ++told;
                const auto is_it = [&word](const auto& row) { return row.code == word; };
                CPPUNIT_ASSERT_MESSAGE(word, std::any_of(std::begin(forensics::k_reasons),
                                                         std::end(forensics::k_reasons), is_it));
            }
        }
        CPPUNIT_ASSERT(told > 60);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ForensicsMethodTest);

} // namespace
