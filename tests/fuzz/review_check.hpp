// What holds of every critic's review of any text, for the fuzz targets.
#pragma once

#include "base/json.hpp"
#include "reading/document.hpp"
#include "verify/law/critic.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace fuzz {

inline verify::Review review_of(const reading::Document& document,
                                std::span<const verify::Family* const> families)
{
    verify::Review review;
    for (const verify::Family* family : families) family->look(document, review);
    return review;
}

inline void check_marks(const std::vector<verify::Mark>& marks, std::size_t size)
{
    if (marks.empty()) std::abort();
    for (const auto& mark : marks)
        if (mark.begin > mark.end || mark.end > size) std::abort();
}

// The document of the bytes; nullptr when they are empty or no UTF-8, which the product refuses.
inline std::unique_ptr<const reading::Document> document_of(const std::uint8_t* data,
                                                            std::size_t size)
{
    if (size == 0) return nullptr;
    const base::json::Ref text{json_stringn(reinterpret_cast<const char*>(data), size)};
    if (text == nullptr) return nullptr;
    return std::make_unique<const reading::Document>(base::json::text_of(text.get()));
}

// Every mark lies inside the text, and the same text gives the same review.
inline void check_review(const reading::Document& document,
                         std::span<const verify::Family* const> families)
{
    const auto review = review_of(document, families);
    const auto size = document.source.size();
    for (const auto& finding : review.findings) check_marks(finding.marks, size);
    for (const auto& pass : review.passes) check_marks(pass.marks, size);
    const auto again = review_of(document, families);
    if (again.findings.size() != review.findings.size() ||
        again.passes.size() != review.passes.size())
        std::abort();
}

// Of an artifact of verify: every span shows the words that stand there, in the text or in its one
// source. What is masked is not the text's own.
inline void check_spans(const json_t* artifact_view, std::string_view text,
                        std::string_view source = {})
{
    namespace json = base::json;
    const json_t* findings_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* spans_view = json::array_member(json_array_get(findings_view, i), "spans");
        for (std::size_t k = 0; k < json_array_size(spans_view); ++k) {
            const json_t* span_view = json_array_get(spans_view, k);
            const auto whole = json::integer_member(span_view, "source") ? source : text;
            const auto begin =
                static_cast<std::size_t>(*json::integer_member(span_view, "byte_start"));
            const auto end = static_cast<std::size_t>(*json::integer_member(span_view, "byte_end"));
            if (begin > end || end > whole.size()) std::abort();
            if (json::member(span_view, "redacted") == nullptr &&
                whole.substr(begin, end - begin) != *json::text_member(span_view, "quote"))
                std::abort();
        }
    }
}

} // namespace fuzz
