// What was judged in real documents stands in three places: by kind of document (documents.json,
// which /accuracy shows), by check (DOCUMENTS.md), and in the table of checks. They are one count.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "verify/outcome/critics.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>
#include <regex>
#include <sstream>
#include <vector>

namespace {

namespace json = base::json;
using verify::Precision;

constexpr std::size_t k_page_max_bytes = 100'000;

struct JudgedRow {
    std::vector<std::string> checks; // empty: too few findings to say anything of a check
    Precision counts;
};

// The rows of the first table of DOCUMENTS.md.
std::vector<JudgedRow> judged_rows()
{
    std::istringstream page{base::read_file("tests/accuracy/DOCUMENTS.md", k_page_max_bytes)};
    const std::regex row{R"(^\| (.+?) \| (\d+) of (\d+) \|.*)"};
    const std::regex name{"`([a-z_.]+)`"};
    std::vector<JudgedRow> out;
    for (std::string line; std::getline(page, line);) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row)) {
            if (!out.empty()) break;
            continue;
        }
        JudgedRow each{{}, {std::stoi(cells[2]), std::stoi(cells[3])}};
        const std::string names = cells[1];
        for (std::sregex_iterator at{names.begin(), names.end(), name}, end; at != end; ++at)
            each.checks.push_back((*at)[1]);
        out.push_back(std::move(each));
    }
    return out;
}

std::string counts_text(const Precision& counts)
{
    return base::concat(counts.right, " of ", counts.findings);
}

class JudgedDocumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(JudgedDocumentsTest);
    CPPUNIT_TEST(each_check_has_what_was_judged);
    CPPUNIT_TEST(kinds_of_documents_and_checks_have_one_sum);
    CPPUNIT_TEST_SUITE_END();

    static bool is_check(std::string_view id)
    {
        const auto checks = verify::outcome::all_checks();
        return std::ranges::find(checks, id, &verify::Check::id) != checks.end();
    }

public:
    void each_check_has_what_was_judged()
    {
        std::map<std::string, std::string> judged;
        for (const auto& row : judged_rows())
            for (const auto& check : row.checks) {
                CPPUNIT_ASSERT_MESSAGE(check, is_check(check));
                const bool is_new = judged.emplace(check, counts_text(row.counts)).second;
                CPPUNIT_ASSERT_MESSAGE(check, is_new);
            }
        CPPUNIT_ASSERT(judged.size() > 20);
        for (const verify::Check* check : verify::outcome::all_checks()) {
            const auto found = judged.find(std::string{check->id});
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{check->id},
                                         found == judged.end() ? counts_text({}) : found->second,
                                         counts_text(check->real));
        }
    }

    void kinds_of_documents_and_checks_have_one_sum()
    {
        Precision by_check;
        for (const auto& row : judged_rows()) {
            by_check.right += row.counts.right;
            by_check.findings += row.counts.findings;
        }
        const auto kinds =
            json::parse(base::read_file("tests/accuracy/documents.json", k_page_max_bytes));
        Precision by_kind;
        for (std::size_t i = 0; i < json_array_size(kinds->get()); ++i) {
            const json_t* kind_view = json_array_get(kinds->get(), i);
            by_kind.right += static_cast<int>(json::integer_member(kind_view, "right").value());
            by_kind.findings +=
                static_cast<int>(json::integer_member(kind_view, "findings").value());
        }
        CPPUNIT_ASSERT_EQUAL(counts_text(by_kind), counts_text(by_check));
        // What the service shows is a copy.
        const auto shown =
            json::parse(base::read_file("src/documents/accuracy.json", k_page_max_bytes));
        CPPUNIT_ASSERT(json_equal(json::array_member(shown->get(), "documents"), kinds->get()) !=
                       0);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JudgedDocumentsTest);

} // namespace
