// CHECKS.md against the table of checks and the case files: `make golden` writes what was measured
// anew; read the diff.
#include "case_rows.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "verify/law/checks.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace {

constexpr std::string_view k_page = "src/verify/CHECKS.md";

std::vector<std::string> split(const std::string& text, std::string_view sign)
{
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(sign, begin), text.size());
        out.push_back(text.substr(begin, end - begin));
        begin = end + sign.size();
    }
    return out;
}

// "| arith.sum | proves | cannot | measured |"
struct PageRow {
    std::vector<std::string> cells;

    [[nodiscard]] static std::optional<PageRow> read(const std::string& line)
    {
        PageRow out;
        if (!line.starts_with("| ") || line.starts_with("| check |")) return std::nullopt;
        out.cells = split(line.substr(2, line.rfind(" |") - 2), " | ");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(line, std::size_t{4}, out.cells.size());
        return out;
    }

    // "ident.*" names all of a kind that no other row names.
    [[nodiscard]] bool names(std::string_view check, bool by_kind) const
    {
        for (const auto& each : split(cells[0], ", ")) {
            const bool is_kind = each.ends_with("*");
            const bool is_meant =
                is_kind ? by_kind &&
                              check.starts_with(std::string_view{each}.substr(0, each.size() - 1))
                        : check == each;
            if (is_meant) return true;
        }
        return false;
    }
};

std::vector<PageRow> rows_of(const std::string& page)
{
    std::vector<PageRow> out;
    for (const auto& line : split(page, "\n"))
        if (auto row = PageRow::read(line)) out.push_back(std::move(*row));
    return out;
}

// The row that tells of the check, by its name before its kind; fails the test without one.
const PageRow& row_of(const std::vector<PageRow>& rows, std::string_view check)
{
    for (const bool by_kind : {false, true})
        for (const auto& row : rows)
            if (row.names(check, by_kind)) return row;
    CPPUNIT_FAIL(base::concat(k_page, " has no row for ", check));
    std::abort();
}

// Rows with an error, those of them that are found, and rows without one.
struct Count {
    int wrong = 0;
    int found = 0;
    int right = 0;

    Count() = default;

    explicit Count(const std::vector<tests::CaseRow>& rows)
    {
        for (const auto& row : rows) {
            ++(row.is_wrong ? wrong : right);
            if (!row.found.empty()) ++found;
        }
    }

    void add(const Count& other)
    {
        wrong += other.wrong;
        found += other.found;
        right += other.right;
    }
};

class ChecksPageTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ChecksPageTest);
    CPPUNIT_TEST(every_check_has_a_row);
    CPPUNIT_TEST(every_row_is_of_a_check);
    CPPUNIT_TEST(the_figures_are_those_of_the_case_files);
    CPPUNIT_TEST_SUITE_END();

    std::string m_page = base::read_file(std::string{k_page}, 1'000'000);
    std::vector<PageRow> m_rows = rows_of(m_page);

    // "34 of 54, 54 of 54"
    static bool is_measured(const PageRow& row)
    {
        const auto& text = row.cells[3];
        return !text.empty() && text.front() >= '0' && text.front() <= '9';
    }

    // The first check of a file, by the file's title.
    static std::string_view first_of(std::string_view title)
    {
        for (const auto& check : verify::all_checks())
            if (tests::is_title_of(title, check.id)) return check.id;
        CPPUNIT_FAIL(base::concat("no check is of the title ", title));
        std::abort();
    }

public:
    void every_check_has_a_row()
    {
        for (const auto& check : verify::all_checks()) row_of(m_rows, check.id);
    }

    void every_row_is_of_a_check()
    {
        for (const auto& row : m_rows)
            for (const auto& each : split(row.cells[0], ", ")) {
                const bool is_known =
                    std::any_of(verify::all_checks().begin(), verify::all_checks().end(),
                                [&](const verify::Check& check) {
                                    return check.id == each ||
                                           (each.ends_with("*") &&
                                            check.id.starts_with(
                                                std::string_view{each}.substr(0, each.size() - 1)));
                                });
                CPPUNIT_ASSERT_MESSAGE(each, is_known);
            }
    }

    void the_figures_are_those_of_the_case_files()
    {
        std::map<const PageRow*, Count> sums;
        for (const auto& title : tests::case_titles()) {
            const Count count{tests::read_case_rows(title)};
            if (count.wrong == 0) continue; // texts that are right in every way
            sums[&row_of(m_rows, first_of(title))].add(count);
        }
        std::string page = m_page;
        for (const auto& row : m_rows) {
            if (!is_measured(row)) continue;
            const auto& sum = sums[&row];
            const std::string figures =
                base::concat(sum.found, " of ", sum.wrong, ", ", sum.right, " of ", sum.right);
            const std::string old = base::concat(" | ", row.cells[2], " | ", row.cells[3], " |");
            const auto at = page.find(old);
            CPPUNIT_ASSERT_MESSAGE(row.cells[0], at != std::string::npos);
            page.replace(at, old.size(), base::concat(" | ", row.cells[2], " | ", figures, " |"));
        }
        if (std::getenv("ASSAY_WRITE_GOLDEN") != nullptr)
            base::replace_file(std::string{k_page}, page, 0644);
        else
            CPPUNIT_ASSERT_MESSAGE("CHECKS.md differs: make golden, and read the diff",
                                   page == m_page);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChecksPageTest);

} // namespace
