// The statements of a text that could be right or wrong, and what became of each.
#pragma once

#include "verify/claims/chain.hpp"
#include "verify/law/words.hpp"

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
    std::vector<std::string_view> checks; // that say something of it, sorted
    std::vector<std::size_t> findings;    // indexes
    std::vector<Mark> unread;             // of a claim partly verified: what no relation reads
    bool needs_model = false; // verified with the help of a relation that a model pointed at
};

// Whether a check decided something about what it says.
bool is_checked(const Claim& claim);

// A claim is a sentence, row or item that states something: not a question, a command, a heading,
// an opinion, a row of heads or a marker like "[1]". It is refuted by a finding of major or above
// about what it says, inconsistent by a minor one, or where a source given says otherwise. It is
// verified when every number, date and time in it took part in a relation that holds, it denies
// nothing outside of one, and each of its clauses has a part in one; partly verified when a
// relation holds and something is left over, or holds within the rounding of its parts alone. What
// only looks at form, wording or harm verifies nothing.
std::vector<Claim> collect_claims(const Document& document, const Review& review,
                                  std::span<const Standing> standings);

} // namespace verify
