// The statements of a text that could be right or wrong, and what became of each.
#pragma once

#include "verify/chain.hpp"
#include "verify/words.hpp"

#include <vector>

namespace verify {

enum class ClaimKind { numeric, date, statistic, causal, comparative, attribute };
enum class ClaimStatus {
    verified,
    partly_verified,
    refuted,
    inconsistent,
    suspicious,
    unverifiable,
};

std::string_view name_of(ClaimKind kind);
std::string_view name_of(ClaimStatus status);

struct Claim {
    std::size_t sentence = 0;
    ClaimKind kind = ClaimKind::attribute;
    ClaimStatus status = ClaimStatus::unverifiable;
    std::vector<std::string_view> checks; // that applied, sorted
    std::vector<std::size_t> findings;    // indexes
    std::vector<Mark> unchecked;          // of a claim partly verified: what no check looked at
};

// Questions, commands, headings and opinions are no claims, unless a check applied to them. A claim
// is refuted by a finding of major or above, inconsistent by a minor one, suspicious by a note. It
// is verified when checks held that looked at every number, date and time in it, and at something
// in each of its clauses; partly verified when they held and left something out. What only reads
// the whole text for harm says nothing about a claim.
std::vector<Claim> collect_claims(const Document& document, const Review& review,
                                  std::span<const Standing> standings);

} // namespace verify
