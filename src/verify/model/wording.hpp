// What a finding says that a model pointed at: its check, its words, its severity.
#pragma once

#include "verify/model/clash.hpp"
#include "verify/model/derive.hpp"

namespace verify::model {

// What stands as the lesser of two, as first or as most, by the text's own figures.
extern const Check k_order_words;
// Two statements that cannot both be so, neither of them a figure.
extern const Check k_contradiction_words;

// The check that speaks of such a formula for such a statement.
CheckRef check_of(const Pointed& pointed, const equations::Datum& stated);

// What a formula came to, in the unit of what is stated.
std::string printed(const equations::Datum& value, const equations::Datum& stated);

// `gaps`: how many answers that did not see the value came to the same. All words are ours, or the
// text's.
Finding finding_of(const Quotes& quotes, const Pointed& pointed, std::size_t gaps,
                   Severity severity);
Finding finding_of(const Quotes& quotes, const Clash& clash, std::size_t gaps, Severity severity);

} // namespace verify::model
