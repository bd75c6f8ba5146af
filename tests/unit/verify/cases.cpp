#include "cases.hpp"

#include "support/artifact_schema.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "verify/outcome/verify.hpp"

#include <cppunit/TestAssert.h>

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

} // namespace

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
