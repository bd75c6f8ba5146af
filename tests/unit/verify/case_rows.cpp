// What counts of what the product says of a row: each finding that stands with severity minor or
// above. A "-" row is read by the critic that owns the file's check: another check of that
// critic is as good as the file's own, and the row's lines tell which one it was; what another
// critic finds in it, that critic's files hold. A "+" row is read by all critics, and any
// finding of any of them is wrong, except in a section named "alone": there another critic is
// known to be wrong today.
#include "case_rows.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cases.hpp"
#include "verify/law/check.hpp"
#include "verify/outcome/critics.hpp"

#include <cppunit/TestAssert.h>

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace tests {

namespace {

namespace json = base::json;

constexpr std::string_view k_indent = "    ";

std::string path_of(std::string_view title)
{
    return base::concat(k_case_files, title, ".txt");
}

std::vector<std::string> lines_of(std::string_view title)
{
    std::istringstream text{base::read_file(path_of(title), 1'000'000)};
    std::vector<std::string> out;
    for (std::string line; std::getline(text, line);) out.push_back(line);
    return out;
}

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string unescaped(std::string text)
{
    constexpr std::string_view k_backslash{"\0", 1}; // no row has this byte
    replace_all(text, "\u00a6", "");
    replace_all(text, "\\\\", k_backslash);
    replace_all(text, "\\n", "\n");
    replace_all(text, "\\t", "\t");
    for (auto at = text.find("\\u{"); at != std::string::npos; at = text.find("\\u{", at + 1)) {
        std::int32_t point = 0;
        const auto end = text.find('}', at);
        std::from_chars(text.data() + at + 3, text.data() + end, point, 16);
        std::string utf8;
        icu::UnicodeString{point}.toUTF8String(utf8);
        text.replace(at, end + 1 - at, utf8);
    }
    replace_all(text, k_backslash, "\\");
    return text;
}

// So that an editor shows each sign of it.
std::string escaped(std::string_view text)
{
    std::string out;
    const auto points = icu::UnicodeString::fromUTF8(
        icu::StringPiece{text.data(), static_cast<std::int32_t>(text.size())});
    for (std::int32_t i = 0; i < points.length(); i = points.moveIndex32(i, 1)) {
        const UChar32 point = points.char32At(i);
        const bool is_shown =
            point == ' ' ||
            (u_isgraph(point) && !u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT));
        if (point == '\\')
            out += "\\\\";
        else if (is_shown)
            icu::UnicodeString{point}.toUTF8String(out);
        else if (point == '\n' || point == '\t')
            out += point == '\n' ? "\\n" : "\\t";
        else {
            char digits[8];
            const auto end = std::to_chars(std::begin(digits), std::end(digits), point, 16).ptr;
            out += base::concat("\\u{", std::string_view{digits, end}, "}");
        }
    }
    return out;
}

bool owns(std::string_view critic, std::string_view title)
{
    return std::ranges::any_of(verify::outcome::all_checks(), [&](const verify::Check* check) {
        return is_title_of(title, check->id) && verify::outcome::critic_of(*check).name == critic;
    });
}

std::vector<std::string_view> critics_of(std::string_view title)
{
    std::vector<std::string_view> out;
    for (const auto name : k_all_critics)
        if (title == k_right_rows || owns(name, title)) out.push_back(name);
    CPPUNIT_ASSERT_MESSAGE(base::concat("no check is named ", path_of(title)), !out.empty());
    return out;
}

// `arith.sum "13" 12`: the check, what the finding is about, and what the text should say.
std::string told(const json_t* finding_view)
{
    const json_t* span_view = json_array_get(json::array_member(finding_view, "spans"), 0);
    std::string out = base::concat(*json::text_member(finding_view, "check"), " \"",
                                   escaped(*json::text_member(span_view, "quote")), "\"");
    const auto evidence = json::object_member(finding_view, "evidence");
    for (const char* name : {"expected", "recomputed"})
        if (const json_t* value_view = json::member(evidence, name); value_view != nullptr)
            return base::concat(out, " ", escaped(base::canonical_json_of_ours(value_view)));
    return out;
}

std::vector<std::string> found_in(const CaseRow& row, std::span<const std::string_view> critics)
{
    const auto artifact = artifact_of(row.text, critics);
    const json_t* findings_view = json::array_member(artifact.get(), "findings");
    std::vector<std::string> out;
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* finding_view = json_array_get(findings_view, i);
        const auto final_view = json::object_member(finding_view, "final");
        const bool is_note = *json::text_member(final_view, "severity") == "info";
        if (is_note && !(row.notes && row.is_wrong)) continue;
        if (*json::text_member(final_view, "status") == "withdrawn") continue;
        out.push_back(told(finding_view));
    }
    return out;
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string out;
    for (const auto& line : lines) out += base::concat("\n", k_indent, line);
    return lines.empty() ? " nothing" : out;
}

// The file with what is found today; its other lines stay as they are.
std::string written_anew(std::string_view title, const std::vector<CaseRow>& rows)
{
    std::string out;
    auto row = rows.begin();
    std::size_t number = 0;
    for (const auto& line : lines_of(title)) {
        ++number;
        if (line.starts_with(k_indent)) continue;
        out += line + "\n";
        if (row == rows.end() || row->line != number) continue;
        for (const auto& found : row->found) out += base::concat(k_indent, found, "\n");
        ++row;
    }
    return out;
}

} // namespace

std::vector<std::string> case_titles()
{
    std::vector<std::string> out;
    if (!std::filesystem::is_directory(k_case_files)) return out;
    for (const auto& entry : std::filesystem::directory_iterator{k_case_files})
        if (entry.path().extension() == ".txt") out.push_back(entry.path().stem().string());
    std::sort(out.begin(), out.end());
    return out;
}

bool is_title_of(std::string_view title, std::string_view check)
{
    return check.starts_with(title) && (check.size() == title.size() || check[title.size()] == '.');
}

std::vector<CaseRow> read_case_rows(std::string_view title)
{
    std::vector<CaseRow> rows;
    CaseRow row;
    for (const auto& line : lines_of(title)) {
        ++row.line;
        const std::string place = base::concat(path_of(title), ":", row.line, ": ", line);
        const bool is_row = line.starts_with("- ") || line.starts_with("+ ");
        if (line.starts_with("[")) {
            const auto end = line.find_first_of(" ]");
            row.set = line.substr(1, end - 1);
            const auto how = line.substr(end);
            row.notes = how == " note]";
            row.alone = how == " alone]";
            CPPUNIT_ASSERT_MESSAGE(place, how == "]" || row.notes || row.alone);
        } else if (is_row) {
            CPPUNIT_ASSERT_MESSAGE(place, !row.set.empty());
            row.is_wrong = line.front() == '-';
            row.text = unescaped(line.substr(2));
            rows.push_back(row);
        } else if (line.starts_with(k_indent)) {
            CPPUNIT_ASSERT_MESSAGE(place, !rows.empty() && rows.back().is_wrong);
            rows.back().found.push_back(line.substr(k_indent.size()));
        } else {
            CPPUNIT_ASSERT_MESSAGE(place, line.empty() || line.starts_with("#"));
        }
    }
    CPPUNIT_ASSERT_MESSAGE(path_of(title) + " has no rows", !rows.empty());
    return rows;
}

void expect_case_rows(std::string_view title)
{
    const bool writes = std::getenv("ASSAY_WRITE_GOLDEN") != nullptr;
    const auto owners = critics_of(title);
    auto rows = read_case_rows(title);
    const std::vector<std::string_view> all{std::begin(k_all_critics), std::end(k_all_critics)};
    std::string complaints;
    for (auto& row : rows) {
        const auto found = found_in(row, row.is_wrong || row.alone ? owners : all);
        if (row.alone && found_in(row, all).empty())
            complaints += base::concat("\n", path_of(title), ":", row.line,
                                       ": no critic is wrong about it any more: not [alone]");
        if (found == row.found) continue;
        if (row.is_wrong && writes)
            row.found = found;
        else
            complaints += base::concat("\n", path_of(title), ":", row.line, ": ", escaped(row.text),
                                       "\n  wanted", joined(row.found), "\n  found", joined(found));
    }
    if (writes) base::replace_file(path_of(title), written_anew(title, rows), 0644);
    CPPUNIT_ASSERT_EQUAL_MESSAGE("make golden writes it; read the diff", std::string{}, complaints);
}

} // namespace tests
