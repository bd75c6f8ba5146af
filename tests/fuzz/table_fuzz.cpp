// Tables, identifiers, formats and references of any text, by the verifier alone: every mark lies
// inside the text, and the same text gives the same review.
#include "analysis/verify/verifier/verifier.hpp"

#include "analysis/text/document.hpp"
#include "base/json.hpp"

#include <cstdlib>

namespace {

analysis::verify::Review review_of(const analysis::text::Document& document)
{
    analysis::verify::Review review;
    for (const auto& family : analysis::verify::verifier::families())
        family.look(document, review);
    return review;
}

void check(const std::vector<analysis::verify::Mark>& marks, std::size_t size)
{
    if (marks.empty()) std::abort();
    for (const auto& mark : marks)
        if (mark.begin > mark.end || mark.end > size) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const base::json::Ref text{
        json_stringn(reinterpret_cast<const char*>(data), size)}; // refuses what is not UTF-8
    if (text == nullptr || size == 0) return 0;
    const analysis::text::Document document{base::json::text_of(text.get())};
    const auto review = review_of(document);
    for (const auto& finding : review.findings) check(finding.marks, size);
    for (const auto& pass : review.passes) check(pass.marks, size);
    const auto again = review_of(document);
    if (again.findings.size() != review.findings.size() ||
        again.passes.size() != review.passes.size())
        std::abort();
    return 0;
}
