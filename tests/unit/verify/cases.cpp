#include "cases.hpp"

#include "support/artifact_schema.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "verify/outcome/verify.hpp"

#include <cppunit/TestAssert.h>

#include <unicode/unistr.h>

#include <charconv>
#include <map>
#include <sstream>
#include <string>

namespace tests {

namespace {

namespace json = base::json;

std::size_t byte_of_codepoint(std::string_view text, std::size_t wanted)
{
    std::size_t seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U) continue;
        if (seen++ == wanted) return i;
    }
    return text.size();
}

void expect_exact_place(std::string_view text, const json_t* span_view, std::string_view quote)
{
    const auto offset = [&](const char* name) {
        return static_cast<std::size_t>(*json::integer_member(span_view, name));
    };
    const std::size_t begin = offset("byte_start");
    const std::string message{text};
    CPPUNIT_ASSERT_EQUAL_MESSAGE(message, std::string{quote},
                                 std::string{text.substr(begin, offset("byte_end") - begin)});
    const std::size_t first = byte_of_codepoint(text, offset("start"));
    const std::size_t last = byte_of_codepoint(text, offset("end"));
    CPPUNIT_ASSERT_EQUAL_MESSAGE(message, begin, first);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(message, offset("byte_end"), last);
}

void expect_exact_places(std::string_view text, const json_t* artifact_view)
{
    const json_t* findings_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* spans_view = json::array_member(json_array_get(findings_view, i), "spans");
        CPPUNIT_ASSERT(json_array_size(spans_view) > 0);
        for (std::size_t k = 0; k < json_array_size(spans_view); ++k) {
            const json_t* span_view = json_array_get(spans_view, k);
            // A masked quote is not the text's own.
            if (json::member(span_view, "redacted") == nullptr)
                expect_exact_place(text, span_view, *json::text_member(span_view, "quote"));
        }
    }
    const json_t* claims_view = json::array_member(artifact_view, "claims");
    for (std::size_t i = 0; i < json_array_size(claims_view); ++i) {
        const json_t* claim_view = json_array_get(claims_view, i);
        const auto quote = json::text_member(claim_view, "text");
        if (!quote || json::member(claim_view, "redacted") != nullptr) continue;
        const json_t* span_view = json::member(claim_view, "span");
        const auto byte_of = [&](const char* name) {
            return byte_of_codepoint(
                text, static_cast<std::size_t>(*json::integer_member(span_view, name)));
        };
        const std::size_t begin = byte_of("start");
        CPPUNIT_ASSERT_EQUAL(std::string{*quote},
                             std::string{text.substr(begin, byte_of("end") - begin)});
    }
}

std::string summary(const json_t* finding_view)
{
    const json_t* span_view = json_array_get(json::array_member(finding_view, "spans"), 0);
    return base::concat(*json::text_member(finding_view, "check"), " at '",
                        *json::text_member(span_view, "quote"),
                        "': ", *json::text_member(finding_view, "reasoning"));
}

// Empty when the artifact says what the row wants.
std::string complaint(const Case& each, std::span<const std::string_view> critics)
{
    const auto artifact = artifact_of(each.text, critics);
    CPPUNIT_ASSERT_EQUAL(base::canonical_json_of_ours(artifact.get()),
                         base::canonical_json_of_ours(artifact_of(each.text, critics).get()));
    expect_exact_places(each.text, artifact.get());
    const json_t* findings_view = json::array_member(artifact.get(), "findings");
    std::string found;
    const json_t* first_view = nullptr;
    std::size_t count = 0;
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* finding_view = json_array_get(findings_view, i);
        if (*json::text_member(finding_view, "severity") == "info") continue;
        found += summary(finding_view) + "; ";
        if (count++ == 0) first_view = finding_view;
    }
    if (each.check.empty()) return found;
    if (count != 1) return base::concat("found ", count, ", wanted one ", each.check, ". ", found);
    const json_t* span_view = json_array_get(json::array_member(first_view, "spans"), 0);
    const bool right = *json::text_member(first_view, "check") == each.check &&
                       *json::text_member(span_view, "quote") == each.quote;
    if (!right) return base::concat("wanted ", each.check, " at '", each.quote, "'. ", found);
    if (each.recomputed.empty()) return {};
    const auto evidence = json::object_member(first_view, "evidence");
    const bool is_fact = json::member(evidence, "expected") != nullptr;
    const std::string recomputed =
        base::canonical_json_of_ours(json::member(evidence, is_fact ? "expected" : "recomputed"));
    return recomputed == each.recomputed ? std::string{} : base::concat("recomputed ", recomputed);
}

void replace_all(std::string& text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string unescaped(std::string text)
{
    replace_all(text, "\u00a6", "");
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
    return text;
}

bool is_called_wrong(const FileRow& row, std::span<const std::string_view> critics, Counts counts)
{
    const auto artifact = artifact_of(row.text, critics);
    const json_t* findings_view = json::array_member(artifact.get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* finding_view = json_array_get(findings_view, i);
        const bool note = *json::text_member(finding_view, "severity") == "info";
        if (note && !(row.notes && row.is_wrong)) continue;
        const bool own = json::text_member(finding_view, "check")->starts_with(row.section);
        if (counts == Counts::all_checks || own) return true;
    }
    return false;
}

} // namespace

std::vector<FileRow> read_cases(const std::string& name)
{
    std::istringstream lines{base::read_file(base::concat("tests/unit/verify/", name), 1'000'000)};
    std::vector<FileRow> rows;
    FileRow row;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("[")) {
            const auto space = line.find(' ');
            row.section = line.substr(1, space - 1);
            std::from_chars(line.data() + space + 1, line.data() + line.size(), row.floor);
            row.notes = line.ends_with(" note]");
        } else if (line.starts_with("- ") || line.starts_with("+ ")) {
            row.is_wrong = line.front() == '-';
            row.text = unescaped(line.substr(2));
            rows.push_back(row);
        }
    }
    CPPUNIT_ASSERT_MESSAGE(name + " has no rows", !rows.empty());
    return rows;
}

std::map<std::string, SectionCount> count_file(const std::string& name,
                                               std::span<const std::string_view> critics,
                                               Counts counts)
{
    std::map<std::string, SectionCount> out;
    for (const auto& row : read_cases(name)) {
        SectionCount& section = out[row.section];
        section.floor = row.floor;
        const bool called = is_called_wrong(row, critics, counts);
        (row.is_wrong ? section.wrong : section.right) += 1;
        if (row.is_wrong && called) ++section.found;
        if (row.is_wrong && !called) section.missed += "\n  " + row.text;
        if (!row.is_wrong && !called) ++section.quiet;
        if (!row.is_wrong && called) section.called += "\ncalled wrong: " + row.text;
    }
    return out;
}

void expect_file(const std::string& name, std::span<const std::string_view> critics, Counts counts)
{
    std::string complaints;
    for (const auto& [title, section] : count_file(name, critics, counts)) {
        complaints += section.called;
        if (section.found < section.floor)
            complaints += base::concat("\n", title, " ", section.found, " found, floor ",
                                       section.floor, section.missed);
    }
    CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
}

base::json::Ref artifact_of(std::string_view text, std::span<const std::string_view> critics)
{
    const auto quietly = [](std::string_view, std::size_t, std::size_t) {};
    auto out = verify::outcome::review_text({text, "test", critics, {}}, quietly);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text.substr(0, 200)}, std::string{},
                                 support::schema_errors(json::dump(out.get())));
    return out;
}

void expect_all(std::span<const Case> rows, std::span<const std::string_view> critics)
{
    std::string complaints;
    for (const auto& row : rows)
        if (const auto text = complaint(row, critics); !text.empty())
            complaints += base::concat("\n  ", row.text, "\n    -> ", text);
    CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
}

} // namespace tests
