// Claims of a text held against its sources with a model that reads both.
//
// Two votes, the second with claims and lines in the other order, and a third if they differ. Where
// they deny a claim, its words are taken out and asked for by the lines alone. What a model
// confirms verifies nothing: the buyer chose the sources, and code only looks whether the numbers,
// dates and names stand there too.
#pragma once

#include "llm/interview.hpp"
#include "verify/against/support.hpp"

#include <span>
#include <vector>

namespace verify::entailment {

// Behind the scope of a review in which it was asked.
inline constexpr std::string_view k_scope =
    " The same model was shown each claim with the nearest sentences of the sources; what it read "
    "there is marked so (source_read_by, read_by), takes exact quotes, and verifies nothing.";

// A source given says otherwise, by what a model reads.
extern const Check k_source_contradicted;

// What the model, and code after it, came to about one claim.
struct ReadClaim {
    std::size_t sentence = 0;
    // supported, partly, contradicted, not_found or undecided
    against::Agreement agreement = against::Agreement::undecided;
    std::optional<Mark> place{}; // in a source
    std::vector<Mark> missing{}; // numbers, dates and names that do not stand there
};

struct ClaimTally {
    int claims = 0; // that neither stand in a source word for word nor are denied by a check
    int asked = 0;  // of these
    int answers = 0;
    int void_answers = 0; // a quote is not exact, or our claims were missed
    int unconfirmed = 0;  // contradictions whose gap was not filled by a source
    int contradicted = 0;
};

struct Inquired {
    std::vector<ReadClaim> claims; // that were asked, in the order of the text
    std::vector<Finding> findings; // findings by level A or B, else opinions
    ClaimTally tally;
};

// The text, its sources and what is known of both without a model.
struct Matter {
    const against::Support& support; // of the text with its sources
    std::span<const Claim> claims;
    std::span<const against::Row> rows; // parallel to the first claims
    const Review& told;
    const Review& secrets; // of the text
};

Inquired inquire(const Matter& matter, llm::Interview& interview);

// Enters what was read into the rows of the claims, of which those that code has decided stay.
void enter(const Inquired& inquired, std::span<const Claim> claims, std::span<against::Row> rows);

base::json::Ref tally_json(const ClaimTally& tally);

} // namespace verify::entailment
