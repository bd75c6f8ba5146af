// A verdict as people at a terminal read it.
#pragma once

#include "cli/verbs.hpp"

#include <jansson.h>

#include <optional>
#include <string>
#include <string_view>

namespace cli {

// ok: PASS; doubtful: CAUTION; error: FAIL; undisputed: UNDISPUTED; unreachable: INCONCLUSIVE.
// nullopt: `artifact_view` has no such verdict.
std::optional<Exit> exit_of_verdict(const json_t* artifact_view);

// "FILE:LINE:COL: severity: title [check]" with the line of the text, a mark under the quote, the
// reasoning and the suggestion for each finding in force; then the verdict. `text` is what was
// verified, `file` its name. Safe on a terminal whatever the two hold.
std::string verify_report(const json_t* artifact_view, std::string_view text, std::string_view file,
                          bool in_colour);

} // namespace cli
