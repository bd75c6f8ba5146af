// What was found of two streams, as people at a terminal read it.
#pragma once

#include "cli/verbs.hpp"

#include <jansson.h>

#include <optional>
#include <string>

namespace cli {

// unreachable: inconclusive; ok: any other relation. nullopt: `artifact_view` has none.
std::optional<Exit> exit_of_relation(const json_t* artifact_view);

// The conclusion, the coefficients it rests on, the best shift, and each warning, a line each. Safe
// on a terminal whatever the streams are called.
std::string correlate_report(const json_t* artifact_view);

} // namespace cli
