// The statements of a text that could be right or wrong, and what became of each.
#pragma once

#include "analysis/verify/critic.hpp"

#include <vector>

namespace analysis::verify {

enum class ClaimKind { numeric, date, statistic, causal, comparative, attribute };
enum class ClaimStatus { verified, refuted, inconsistent, suspicious, unverifiable };

std::string_view name_of(ClaimKind kind);
std::string_view name_of(ClaimStatus status);

struct Claim {
    std::size_t sentence = 0;
    ClaimKind kind = ClaimKind::attribute;
    ClaimStatus status = ClaimStatus::unverifiable;
    std::vector<std::string_view> checks; // that applied, sorted
    std::vector<std::size_t> findings;    // indexes
};

// Questions, commands, headings and opinions are no claims, unless a check applied to them. A claim
// is refuted by a finding of major or above, inconsistent by a minor one, suspicious by a note,
// and verified when a check applied and nothing was found.
std::vector<Claim> collect_claims(const text::Document& document, const Review& review);

} // namespace analysis::verify
