#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/bounds.hpp"
#include "verify/relations/centre.hpp"

#include <algorithm>

namespace verify::relations {

namespace json = base::json;

namespace {

bool is_midpoint(std::string_view name)
{
    return name == "midpoint" || name == "mid-point";
}

// Any value of the range, and of a midpoint what its ends leave open.
Interval allowed_for(std::string_view name, const Span& span)
{
    if (!is_midpoint(name)) return span.values;
    const Interval ends = reading::stated(*span.first) + reading::stated(*span.second);
    return {ends.low / 2, ends.high / 2};
}

} // namespace

void conclude(const Passage& sentence, const Quantity& value, std::string_view name,
              const Span& span, Review& review)
{
    const Document& document = sentence.document();
    if (is_disowned(sentence) || review.is_full()) return;
    std::vector<Mark> marks{mark_of(document, value, "stated"),
                            mark_of(document, *span.first, "operand"),
                            mark_of(document, *span.second, "operand")};
    if (reading::stated(value).meets(allowed_for(name, span))) {
        review.passes.push_back({k_bound_check, std::move(marks)});
        return;
    }
    const Rational low = std::min(reading::value_of(*span.first), reading::value_of(*span.second));
    const Rational high = std::max(reading::value_of(*span.first), reading::value_of(*span.second));
    Finding finding;
    finding.check = k_bound_check;
    finding.certainty = Certainty::strong;
    finding.title = base::concat("The ", name, " does not belong to its range");
    finding.marks = std::move(marks);
    finding.evidence =
        json::object("reported", reading::exact_json(reading::value_of(value)), "bounds",
                     json::array(reading::exact_json(low), reading::exact_json(high)), "readings",
                     json::array());
    finding.reasoning = base::concat(
        "The text tells a range from ", reading::exact_text(low), " to ", reading::exact_text(high),
        "; its ", name, " of ", reading::exact_text(reading::value_of(value)),
        is_midpoint(name) ? " is not the middle of it." : " lies outside.");
    finding.suggestion = "Correct the value or the ends of the range.";
    raise(document, std::move(finding), review);
}

} // namespace verify::relations
