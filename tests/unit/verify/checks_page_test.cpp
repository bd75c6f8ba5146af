// CHECKS.md is made of the checks' rows and of the case files: `make golden` writes its tables
// anew; read the diff.
#include "case_rows.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "verify/outcome/critics.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <cstdlib>

namespace {

using verify::Check;

constexpr std::string_view k_page = "src/verify/CHECKS.md";

std::string_view kind_of(std::string_view id)
{
    return id.substr(0, id.find('.'));
}

// Rows with an error, those of them that are found, and rows without one.
struct Count {
    int wrong = 0;
    int found = 0;
    int right = 0;

    void add(std::string_view title)
    {
        for (const auto& row : tests::read_case_rows(title)) {
            ++(row.is_wrong ? wrong : right);
            if (!row.found.empty()) ++found;
        }
    }

    [[nodiscard]] std::string text() const
    {
        if (wrong == 0) return "not measured"; // texts that are right in every way
        return base::concat(found, " of ", wrong, ", ", right, " of ", right);
    }
};

bool are_told_as_one(const Check* left, const Check* right)
{
    return left->proof.proves == right->proof.proves && left->proof.cannot == right->proof.cannot &&
           kind_of(left->id) == kind_of(right->id);
}

std::vector<const Check*> checks_of(std::string_view critic)
{
    std::vector<const Check*> out;
    std::ranges::copy_if(
        verify::outcome::all_checks(), std::back_inserter(out),
        [&](const Check* check) { return verify::outcome::critic_of(*check).name == critic; });
    return out;
}

bool is_file(std::string_view title)
{
    const auto titles = tests::case_titles();
    return std::ranges::find(titles, title) != titles.end();
}

// "arith.sum"; "ident.*" where all of a kind are told as one.
std::string names_of(const std::vector<const Check*>& group)
{
    const auto kind = kind_of(group.front()->id);
    const auto all = std::ranges::count_if(verify::outcome::all_checks(), [&](const Check* check) {
        return kind_of(check->id) == kind;
    });
    if (group.size() > 1 && static_cast<std::size_t>(all) == group.size())
        return base::concat(kind, ".*");
    std::string out;
    for (const Check* check : group) out += base::concat(out.empty() ? "" : ", ", check->id);
    return out;
}

// Cases that are of a kind, and of no one check of it.
Count of_kind(std::string_view kind)
{
    Count out;
    if (is_file(kind)) out.add(kind);
    return out;
}

bool is_last_of_kind(const Check* check)
{
    const auto all = verify::outcome::all_checks();
    const auto at = std::ranges::find(all, check);
    return std::none_of(std::next(at), all.end(), [&](const Check* later) {
        return kind_of(later->id) == kind_of(check->id);
    });
}

// The rows of one table.
std::string table_of(std::string_view critic)
{
    std::string out = "| check | what it proves | what it cannot | measured |\n|---|---|---|---|\n";
    const auto checks = checks_of(critic);
    for (std::size_t i = 0; i < checks.size();) {
        std::vector<const Check*> group;
        for (const auto* first = checks[i]; i < checks.size() && are_told_as_one(first, checks[i]);)
            group.push_back(checks[i++]);
        Count count;
        for (const Check* check : group)
            if (is_file(check->id)) count.add(check->id);
        const std::string names = names_of(group);
        const bool is_kind = names.ends_with('*');
        const auto kind = kind_of(group.front()->id);
        const Count others = of_kind(kind);
        if (is_kind && others.wrong > 0) count.add(kind);
        const bool has_others = !is_kind && others.wrong > 0;
        out += base::concat(
            "| ", names, " | ", group.front()->proof.proves, " | ", group.front()->proof.cannot,
            " | ", has_others && count.wrong == 0 ? "with its kind" : count.text(), " |\n");
        if (has_others && is_last_of_kind(group.back()))
            out += base::concat("| ", kind, ".* | any of these: the texts are not parted | | ",
                                others.text(), " |\n");
    }
    return out;
}

class ChecksPageTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ChecksPageTest);
    CPPUNIT_TEST(every_check_says_what_it_proves);
    CPPUNIT_TEST(the_page_is_made_of_rows_and_cases);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_check_says_what_it_proves()
    {
        for (const Check* check : verify::outcome::all_checks()) {
            CPPUNIT_ASSERT_MESSAGE(std::string{check->id}, !check->proof.proves.empty());
            CPPUNIT_ASSERT_MESSAGE(std::string{check->id}, !check->proof.cannot.empty());
        }
    }

    void the_page_is_made_of_rows_and_cases()
    {
        const std::string old = base::read_file(std::string{k_page}, 1'000'000);
        std::string page = old;
        for (const std::string_view critic : {"skeptic", "verifier", "red_team"}) {
            const auto section = page.find(base::concat("\n## ", critic, " "));
            CPPUNIT_ASSERT_MESSAGE(std::string{critic}, section != std::string::npos);
            const auto begin = page.find("| check |", section);
            const auto end = std::min(page.find("\n\n", begin), page.size() - 1) + 1;
            page.replace(begin, end - begin, table_of(critic));
        }
        if (std::getenv("ASSAY_WRITE_GOLDEN") != nullptr)
            base::replace_file(std::string{k_page}, page, 0644);
        else
            CPPUNIT_ASSERT_MESSAGE("CHECKS.md differs: make golden, and read the diff",
                                   page == old);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChecksPageTest);

} // namespace
