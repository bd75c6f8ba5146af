// What sources say together, as people at a terminal read it.
#pragma once

#include "cli/verbs.hpp"

#include <jansson.h>

#include <optional>
#include <string>

namespace cli {

// ok: CORROBORATED; doubtful: MIXED, CONTESTED, SINGLE_SOURCE; unreachable: INSUFFICIENT. nullopt:
// `artifact_view` has no such verdict.
std::optional<Exit> exit_of_synthesis(const json_t* artifact_view);

// The verdict, each sentence of the summary with the sources it stands in, the sections of a brief,
// what the sources differ on, the gaps, and what a model holds. Safe on a terminal whatever the
// sources hold.
std::string synthesis_report(const json_t* artifact_view);

} // namespace cli
