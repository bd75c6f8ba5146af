// The catalog's groups, as rows: read by the table of products and by whoever sells a family.
#pragma once

#include "catalog/products.hpp"

namespace catalog {

inline constexpr Family k_families[] = {
    {.name = "verify",
     .variants_word = "tiers",
     .scope_word = "critics",
     .v1_path = "/v1/verify",
     .selector = "tier",
     .description =
         "Adversarial verification of any content by a chain of critics: a scored verdict "
         "with structured reasoning. The critics recompute what the text says about itself; "
         "nothing is looked up outside the text.",
     .results =
         "PASS: no checkable statement failed, which does not say that the text is true. CAUTION: "
         "a statement does not hold. FAIL: the score is below 50, or a critical finding stands. "
         "INCONCLUSIVE: too little could be checked. score is 100 times the product of (1 - w) "
         "over the findings that stand: w is .45 for critical, .20 for major, .05 for minor, 0 for "
         "info; times 1 for exact, .8 for strong, .5 for heuristic; times .7 for each earlier "
         "finding of the same family. It is null when nothing was checked and nothing found. A "
         "claim is verified only when checks looked at every number, date and clause of it; "
         "partly_verified claims name what was left out. coverage is the share of the claims that "
         "a check could decide."},
    {.name = "synthesize",
     .variants_word = "types",
     .scope_word = "scope",
     .v1_path = "/v1/synthesize",
     .selector = "type",
     .description =
         "What the buyer sends is brought together: sources into one account with confidence and a "
         "sourcing map, or two signal streams into one judgement whether they move together. "
         "Nothing is searched for; only what was given is read.",
     .results =
         "synthesis and brief: a claim is corroborated when sources that do not copy each other "
         "say it, single_source when one does, contested when sources of equal standing differ, "
         "superseded when a later source replaces it; copies and pages of one site count once. The "
         "verdict is CORROBORATED, MIXED, CONTESTED, SINGLE_SOURCE or INSUFFICIENT: what the "
         "sources say, not what is true. A citation's start and end count code points of the "
         "source's text, whose SHA-256 stands beside it. When no source could be read, the verdict "
         "is INSUFFICIENT and the price a credit. correlation: relation is positive or negative "
         "only when the streams move together after "
         "trends are taken out, in the values and in their ranks, without the one point that "
         "weighs most, and when chance among all the shifts looked at is below alpha; none when "
         "that fails, inconclusive when there is too little to judge by. lead names the stream "
         "whose moves come first and lag how much earlier. A relation is not a cause. Every "
         "number is in the artifact, so that each can be computed again."},
    {.name = "forensics",
     .variants_word = "tiers",
     .scope_word = "checks",
     .v1_path = "/v1/forensics",
     .selector = {},
     .description = "Network integrity scan from our own vantage point: TLS interception, DNS "
                    "hijack, captive portals, certificate transparency, clock drift and routes, "
                    "with the evidence of each check."},
};

} // namespace catalog
