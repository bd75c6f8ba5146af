// Runs rows of texts through the whole product, with the critics a test is about.
#pragma once

#include "base/json.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

inline constexpr std::string_view k_skeptic_alone[] = {"skeptic"};
inline constexpr std::string_view k_verifier_alone[] = {"verifier"};
inline constexpr std::string_view k_all_critics[] = {"skeptic", "verifier", "red_team"};

// The artifact of one text.
base::json::Ref artifact_of(std::string_view text,
                            std::span<const std::string_view> critics = k_skeptic_alone);

// One text and what must be said about it. `check` empty: nothing of severity minor or above.
struct Case {
    std::string_view text;
    std::string_view check = {}; // of one finding
    std::string_view quote = {}; // of that finding's first span
    // evidence.recomputed or .expected as JSON; not looked at when empty
    std::string_view recomputed = {};
};

// Fails the running test, naming every row whose artifact says something else. Also holds for every
// finding: quote == text[start:end] by code points and by bytes, and the artifact has canonical
// bytes, the same twice.
void expect_all(std::span<const Case> rows,
                std::span<const std::string_view> critics = k_skeptic_alone);

// One row of a file of cases.
struct FileRow {
    std::string section;   // "arith.sum"
    int floor = 0;         // how many of the section must be found
    bool notes = false;    // a finding of severity info counts as found
    bool is_wrong = false; // "-": must be found; else "+": must be left alone
    std::string text;
};

// Rows of tests/unit/verify/`name`: "[section floor]" or "[section floor note]", then rows
// "- text" and "+ text". In a text "\n" is a line end, "\t" a tab, "\u{202e}" a code point, and the
// sign U+00A6, which divides made-up secrets, is left out. All other lines are comments.
std::vector<FileRow> read_cases(const std::string& name);

// What counts of the findings of a row.
enum class Counts { all_checks, checks_of_section };

// How many rows of a section were found, and how many others were left alone.
struct SectionCount {
    int wrong = 0;
    int found = 0;
    int right = 0;
    int quiet = 0;
    int floor = 0;
    std::string missed; // texts, a line each
    std::string called; // right ones that were called wrong
};

// Of the file's sections by name.
std::map<std::string, SectionCount> count_file(const std::string& name,
                                               std::span<const std::string_view> critics,
                                               Counts counts);

// Fails the running test when a section stays below its floor or a "+" row is called wrong, and
// names all such rows.
void expect_file(const std::string& name, std::span<const std::string_view> critics, Counts counts);

} // namespace tests
