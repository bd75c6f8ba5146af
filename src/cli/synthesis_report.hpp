// What sources say together, as people at a terminal read it.
#pragma once

#include "cli/verbs.hpp"

#include <jansson.h>

#include <optional>
#include <string>

namespace cli {

// ok: CORROBORATED; doubtful: CONTESTED, CHANGED, SINGLE_SOURCE, NOT_SURE; unreachable:
// INSUFFICIENT. nullopt: `artifact_view` has no such verdict.
std::optional<Exit> exit_of_synthesis(const json_t* artifact_view);

// The verdict, the account or the answer, each source's lines with their shares, the values in
// them, what differs, words of the question that stand in no source, the sections of a brief, the
// sources. Safe on a terminal whatever the sources and the writer say.
std::string synthesis_report(const json_t* artifact_view);

} // namespace cli
