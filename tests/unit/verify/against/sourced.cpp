#include "sourced.hpp"

#include "base/concat.hpp"
#include "support/artifact_schema.hpp"
#include "verify/against/comparison.hpp"
#include "verify/outcome/verify.hpp"

#include <cppunit/TestAssert.h>

namespace tests {

namespace json = base::json;

namespace {

void expect_quotes(const json_t* finding_view, std::string_view text,
                   const std::vector<sources::Material>& materials)
{
    const json_t* spans_view = json::array_member(finding_view, "spans");
    CPPUNIT_ASSERT(json_array_size(spans_view) > 0);
    for (std::size_t i = 0; i < json_array_size(spans_view); ++i) {
        const json_t* span_view = json_array_get(spans_view, i);
        const auto source = json::integer_member(span_view, "source");
        const std::string_view whole =
            source ? std::string_view{materials.at(static_cast<std::size_t>(*source)).text} : text;
        const auto begin = static_cast<std::size_t>(*json::integer_member(span_view, "byte_start"));
        const auto end = static_cast<std::size_t>(*json::integer_member(span_view, "byte_end"));
        if (json::member(span_view, "redacted") == nullptr)
            CPPUNIT_ASSERT_EQUAL(std::string{whole.substr(begin, end - begin)},
                                 std::string{*json::text_member(span_view, "quote")});
    }
}

} // namespace

sources::Material given(std::string_view text, std::string_view title, std::string_view author,
                        std::string_view published)
{
    sources::Material out;
    out.text = text;
    out.title = title;
    out.author = author;
    out.published = published;
    return out;
}

json::Ref review_with(std::string_view text, const std::vector<sources::Material>& materials)
{
    static constexpr std::string_view k_critics[] = {"skeptic", "verifier"};
    const auto quietly = [](std::string_view, std::size_t, std::size_t) {};
    auto out = verify::outcome::review_text({text, "standard", k_critics, materials}, quietly);
    const auto printed = json::dump(out.get());
    CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(printed));
    const auto again =
        verify::outcome::review_text({text, "standard", k_critics, materials}, quietly);
    CPPUNIT_ASSERT_EQUAL(printed, json::dump(again.get()));
    const json_t* findings_view = json::array_member(out.get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i)
        expect_quotes(json_array_get(findings_view, i), text, materials);
    return out;
}

std::string told(const json_t* artifact_view)
{
    std::string out;
    const json_t* findings_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* finding_view = json_array_get(findings_view, i);
        const auto severity =
            json::text_member(json::member(finding_view, "final"), "severity").value_or("");
        if (severity == "info") continue;
        const json_t* spans_view = json::array_member(finding_view, "spans");
        const auto quote = [&](std::size_t at) {
            return json::text_member(json_array_get(spans_view, at), "quote").value_or("");
        };
        out += base::concat(*json::text_member(finding_view, "check"), ' ', quote(0));
        if (json_array_size(spans_view) > 1) out += base::concat(" / ", quote(1));
        out += '\n';
    }
    return out;
}

std::string complaints_of(std::span<const QuoteRow> rows)
{
    namespace against = verify::against;
    std::string out;
    for (const auto& row : rows) {
        const reading::Document text{base::concat("The source says \"", row.quote, "\".")};
        const std::vector<sources::Material> materials = {given(row.source)};
        const against::Comparison with{text, materials};
        const auto& found = with.quotations;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.quote}, std::size_t{1}, found.size());
        if (found.front().how != row.how)
            out += base::concat("\n", row.quote, " / ", row.source, ": ",
                                against::name_of(found.front().how), ", not ",
                                against::name_of(row.how));
    }
    return out;
}

} // namespace tests
