// The catalog's groups, as rows: read by the table of products and by what sells a family.
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
         "A claim is verified when every number and date in it took part in a relation that holds "
         "(a sum, share, change, mean, duration, count, conversion, ...) and no clause of it is "
         "left over; partly_verified when something is left over, which unread names by place. "
         "Whether the figures that it starts from are true of the world is never checked. That an "
         "address parses, a check digit fits or a date exists verifies no claim: summary.form "
         "counts such checks, summary.relations the others. coverage is the share of the claims "
         "that are verified, partly verified, refuted or inconsistent; not_checked names the runs "
         "of those that are not. score is 100 times the product of (1 - w) over the findings that "
         "stand: w is .45 for critical, .20 for major, .05 for minor, 0 for info; times 1 for "
         "exact, .8 for strong, .5 for heuristic; times .7 for each earlier finding of the same "
         "family. What is info moves nothing. A finding's confidence is how often findings of its "
         "kind were right in texts that the authors of the rules had not seen (the lower end of "
         "the 95 % interval), cases from how many: at most 0.5 when fewer than 30. certainty exact "
         "says that the calculation is exact, not that the text was read rightly. Spans count "
         "code points.",
     .model_adds = "After the built-in critics a language model that the operator runs or rents is "
                   "shown text and sources, without the secrets found in them, and says by "
                   "formulas over exact quotes how figures follow, and what sources say of each "
                   "claim. Code computes; what misfits or is denied is taken out and asked for "
                   "again. What stands then is a finding (pointed_by: model), never FAIL; or an "
                   "opinion, which moves nothing, without a valid bench record. Where it objects "
                   "to nothing a text may be UNDISPUTED: power says how many planted errors the "
                   "model found in the operator's bench, coverage what was computed and what was "
                   "read.",
     .is_measured = true},
    {.name = "synthesize",
     .variants_word = "types",
     .scope_word = "scope",
     .v1_path = "/v1/synthesize",
     .selector = "type",
     .description =
         "What the buyer sends is brought together: sources into one map with confidence and a "
         "sourcing map, or two signal streams into one judgement whether they move together. "
         "Nothing is searched for; only what was given is read.",
     .results =
         "synthesis and brief: a line's share says how many lines like it held the answer that "
         "their source has; the answer's, how many first lines like it were right: of 174 public "
         "questions (RAMDocs, English) 1 of 18 below .2, 16 of 60 to .5, 57 of 96 above. "
         "Copies and pages of one site count once. A verdict tells what the sources say, "
         "not what "
         "is true. Offsets count code points. "
         "correlation: relation is positive or negative "
         "only when the streams move together after "
         "trends are taken out, in the values and in their ranks, without the one point that "
         "weighs most, and when chance among all the shifts looked at is below alpha; none when "
         "that fails, inconclusive when there is too little to judge by. lead names the stream "
         "whose moves come first and lag how much earlier. A relation is not a cause. Every "
         "number is in the artifact, so that each can be computed again.",
     .model_adds =
         "A language model that the operator runs or rents edits an account from lines of the "
         "sources, shown to it without secrets, none of a source that gives orders to readers. "
         "Code shows a sentence as edited only if it finds each of its words in the quotes named, "
         "in their order; what it refuses is asked for once more, and refused twice replaced by "
         "its quote. The map, answer lines with shares, verdict: code's alone, always there. Not "
         "checked: whether an account is complete, or true."},
    {.name = "forensics",
     .variants_word = "tiers",
     .scope_word = "checks",
     .v1_path = "/v1/forensics",
     .selector = {},
     .description = "Network integrity scan from our own vantage point: TLS interception, DNS "
                    "hijack, captive portals, certificate transparency, clock drift and routes, "
                    "with the evidence of each check.",
     .results =
         "The scan's verdict is made of its six checks' verdicts: CRITICAL is looked for first, "
         "then WARN, then INCONCLUSIVE; what is left is OK. A check is WARN or CRITICAL only by an "
         "answer that came in and contradicts the reference; silence is INCONCLUSIVE. confidence "
         "(0 to 1) of a check says how well its verdict is supported: the share of what was "
         "planned that could be used, times the part of it that agrees, times the distance from "
         "the next threshold; of an INCONCLUSIVE one the share that is missing. That of the scan: "
         "of CRITICAL and WARN the highest of the checks that are either; of OK the lowest of "
         "those that are, times the share of checks that could see; of INCONCLUSIVE the mean. "
         "attribution names anomalies that explain each other and takes nothing back. "
         "reference_data says what was compared with, and how old it is.",
     .facts =
         R"({"scan_type":"stateless_single_run",)"
         R"("notes":"One scan at a time, over both rails; a scan takes 2 to 13 seconds. No )"
         R"(history is kept between purchases. Targets of one's own are sold on rail v2 only. )"
         R"(A scan whose vantage was offline is INCONCLUSIVE and its price is a credit."})"},
};

} // namespace catalog
