// Words by which a statement belongs into a section, as base forms.
#pragma once

#include <string_view>

namespace synthesize::brief {

// What may go wrong, or has begun to.
inline constexpr std::string_view k_risks[] = {
    "risk",        "risky",         "danger",     "dangerous",  "endanger",    "threat",
    "threaten",    "warn",          "warning",    "hazard",     "hazardous",   "unsafe",
    "shortage",    "crack",         "leak",       "delay",      "failure",     "collapse",
    "fraud",       "lawsuit",       "vulnerable", "toxic",      "overrun",     "bankruptcy",
    "contaminate", "concern",       "fear",       "uncertain",  "uncertainty", "outage",
    "outbreak",    "vulnerability", "jeopardize", "instability"};

} // namespace synthesize::brief
