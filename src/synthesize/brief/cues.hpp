// Words by which a statement belongs into a section.
#pragma once

#include <string_view>

namespace synthesize::brief {

inline constexpr std::string_view k_risks[] = {
    "risk",       "risks",       "risky",      "danger",        "dangerous",    "threat",
    "threatens",  "threatened",  "warn",       "warned",        "warns",        "warning",
    "hazard",     "unsafe",      "shortage",   "shortages",     "damage",       "damaged",
    "destroyed",  "loss",        "losses",     "injured",       "injuries",     "killed",
    "deaths",     "died",        "recall",     "recalled",      "crack",        "cracks",
    "leak",       "leaks",       "flood",      "flooding",      "delay",        "delayed",
    "delays",     "failure",     "failed",     "failures",      "collapse",     "collapsed",
    "fraud",      "lawsuit",     "vulnerable", "vulnerability", "contaminated", "toxic",
    "bankruptcy", "overrun",     "overruns",   "concern",       "concerns",     "fears",
    "uncertain",  "uncertainty", "accident",   "outage",        "side",         "infected",
    "outbreak",   "penalty",     "fine"};

inline constexpr std::string_view k_outlook[] = {
    "will",      "plans",      "planned", "plan",     "expects",  "expected", "forecast",
    "projected", "scheduled",  "due",     "intends",  "aims",     "target",   "upcoming",
    "soon",      "next",       "future",  "tomorrow", "proposed", "predicts", "predicted",
    "likely",    "eventually", "shall",   "hopes",    "prospect", "outlook",  "starts"};

} // namespace synthesize::brief
