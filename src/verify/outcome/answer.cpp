// What the red team says of earlier findings and of what passed before it.
//
// It never disputes: a text that could talk a critic out of a finding would be its own judge.
#include "verify/law/judge.hpp"
#include "verify/layers/look_alikes.hpp"
#include "verify/outcome/critics.hpp"
#include "verify/wording/checks.hpp"

#include <unicode/uchar.h>

#include <algorithm>

namespace verify::outcome {

namespace {

constexpr std::size_t k_most_notes = 50;

// Readings that are as good as the plain one: both ways to count days, and ages by the year.
constexpr std::string_view k_usual[] = {"plain",     "exclusive",       "inclusive",
                                        "day/month", "birthday passed", "birthday ahead"};

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

// What holds only in a reading that a reader does not take first is noted.
void note_charitable_passes(const Document& document, const Review& earlier, Review& own)
{
    std::size_t notes = 0;
    for (const auto& pass : earlier.passes) {
        if (reading::is_one_of(pass.reading, k_usual) || notes >= k_most_notes) continue;
        ++notes;
        found(wording::k_attack_counterexample, "Holds only in a charitable reading", document,
              Certainty::heuristic, Severity::info)
            .marks(pass.marks)
            .shows("check", pass.check.id(), "reading", pass.reading)
            .says("The statement passed ", pass.check.id(), " when read as \"", pass.reading,
                  "\", not as it stands.")
            .raise(own, "Word it so that it holds in its plain reading.");
    }
}

} // namespace

std::vector<Response> answer_as_reader(const Document& document, const Review& earlier, Review& own)
{
    note_charitable_passes(document, earlier, own);
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
