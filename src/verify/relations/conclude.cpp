#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/centre.hpp"
#include "verify/relations/checks.hpp"

#include <algorithm>

namespace verify::relations {

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
    if (is_disowned(sentence) || review.is_full()) return;
    auto found =
        verify::found(k_range_bounds, base::concat("The ", name, " does not belong to its range"),
                      sentence.document(), Certainty::strong);
    found.stated(value).operand(*span.first).operand(*span.second);
    if (reading::stated(value).meets(allowed_for(name, span))) return found.pass(review);
    const Rational low = std::min(reading::value_of(*span.first), reading::value_of(*span.second));
    const Rational high = std::max(reading::value_of(*span.first), reading::value_of(*span.second));
    found.evidence("reported", value, "bounds", Interval{low, high})
        .says("The text tells a range from ", low, " to ", high, "; its ", name, " of ", value,
              is_midpoint(name) ? " is not the middle of it." : " lies outside.")
        .raise(review, "Correct the value or the ends of the range.");
}

} // namespace verify::relations
