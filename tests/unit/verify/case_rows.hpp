// The files of tests/cases, whose form tests/cases/CASES.md tells: texts with one error, which a
// check must find as it did, and texts that it must leave alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tests {

inline constexpr std::string_view k_case_files = "tests/cases/";

// This file's rows are right in every way, and of no check.
inline constexpr std::string_view k_right_rows = "right";

struct CaseRow {
    std::size_t line = 0;           // where it stands, from 1
    std::string set;                // "arithmetic_blind"
    bool notes = false;             // findings of severity info count, too
    bool alone = false;             // the critic that owns the file's check reads it alone
    bool is_wrong = false;          // "-": it has an error; else "+": it must be left alone
    std::string text;               // as the product gets it
    std::vector<std::string> found; // the lines below a row that is found, without their indent
};

// "arith.sum" of each file tests/cases/arith.sum.txt, in order; none where there is no such folder.
std::vector<std::string> case_titles();

// Fails the running test when the file has a line of no known form, or no rows.
std::vector<CaseRow> read_case_rows(std::string_view title);

// Whether the title is the check's id, or what it begins with: "unicode" of "unicode.bidi".
bool is_title_of(std::string_view title, std::string_view check);

// Fails the running test and names all rows of which the product says something else than the file.
// With ASSAY_WRITE_GOLDEN the file is written instead; only a "+" row that is called wrong fails.
void expect_case_rows(std::string_view title);

} // namespace tests
