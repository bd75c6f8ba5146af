// The claims of an artifact: a row for each that was checked, extents for the others, and why those
// were not.
#pragma once

#include "verify/claims/places.hpp"
#include "verify/outcome/artifact.hpp"

namespace verify::outcome {

// Whether figures, dates or times stand in it: what was not checked of such a claim could have been
// computed, the rest needs knowledge from outside the text.
bool has_figures(const Claim& claim);

// Which claims have a row, in order. Those that were checked come before all others, at most 500 in
// all; those that were not have rows as long as these take no more than the text does.
std::vector<std::size_t> listed_claims(const Outcome& outcome);

// A row for each of them. Of what was not checked it is {id, span, status}.
base::json::Ref claim_rows(const Outcome& outcome, const Places& places);

// {from, to, count, reason} for each run of claims that was not checked.
base::json::Ref unchecked_runs(const Outcome& outcome);

} // namespace verify::outcome
