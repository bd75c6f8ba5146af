// Contradictions and updates as the artifact tells them.
#pragma once

#include "base/json.hpp"
#include "reading/exact.hpp"
#include "synthesize/study.hpp"

namespace synthesize {

// [{id, kind, attribute, values, positions, assessment}]
base::json::Ref contradictions_json(const Study& study);
// [{id, kind, attribute, values, latest, positions}], positions from the earliest to the latest.
base::json::Ref updates_json(const Study& study);

// "Sources disagree on repair cost: one independent source says 4.2 million crowns, ..."
std::string assessment_of(const Study& study, const Conflict& conflict);

// A JSON number, rounded to a double where it is no decimal of 15 digits.
base::json::Ref number_json(const reading::Rational& number);

} // namespace synthesize
