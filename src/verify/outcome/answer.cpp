// What the red team says of earlier findings.
//
// It never disputes: a text that could talk a critic out of a finding would be its own judge.
#include "verify/law/judge.hpp"
#include "verify/layers/look_alikes.hpp"
#include "verify/outcome/critics.hpp"

#include <unicode/uchar.h>

#include <algorithm>

namespace verify::outcome {

namespace {

// Whether a reader sees the same as was computed with.
bool is_clean(const Document& document, const Finding& finding)
{
    return std::none_of(finding.marks.begin(), finding.marks.end(), [&](const Mark& mark) {
        if (mark.source) return false; // a reader of the text does not see it
        const auto quote = quote_of(document, mark);
        if (quote.size() > 200) return false;
        const auto points = layers::points_of(quote);
        return std::any_of(points.begin(), points.end(), [](const layers::Point& point) {
            return u_charType(point.value) == U_FORMAT_CHAR;
        });
    });
}

} // namespace

std::vector<Response> answer_as_reader(const Document& document, const Review& earlier)
{
    std::vector<Response> out;
    for (std::size_t i = 0; i < earlier.findings.size(); ++i) {
        const Finding& finding = earlier.findings[i];
        if (finding.severity == Severity::info) continue;
        if (!is_clean(document, finding))
            out.push_back({i,
                           Action::note,
                           "Invisible signs stand inside it: a reader may see another value.",
                           {}});
    }
    return out;
}

} // namespace verify::outcome
