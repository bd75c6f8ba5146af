// A scan as the operator sees it.
#pragma once

#include "cli/verbs.hpp"

#include <jansson.h>

#include <optional>
#include <string>

namespace cli {

// ok: OK; doubtful: WARN; error: CRITICAL; unreachable: INCONCLUSIVE. nullopt: `artifact_view` has
// no such verdict.
std::optional<Exit> exit_of_scan(const json_t* artifact_view);

// One line for the whole and one for each check, with a sentence for each reason of one that is not
// OK; safe on a terminal whatever the artifact holds.
std::string scan_table(const json_t* artifact_view);

} // namespace cli
