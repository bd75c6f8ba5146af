// Claims on transfers of rail v1, as the worker judges them. The rules of every store hold
// (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/order.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace store {

// A claim to look at: pending, or confirmed and not final on the chain yet.
struct DueClaim {
    job::OrderView order;
    job::Claim claim;
    bool waits = false; // judged, and not due again yet
};

// How many claims to look at, at most, of each kind.
struct ClaimShares {
    int seen = 0;      // pending, on a transaction that moved something to us
    int unseen = 0;    // pending, on one that was not seen yet
    int confirmed = 0; // to be looked at again while the chain could drop its transaction
};

class Claims {
public:
    explicit Claims(const Access& at) : m_at{at} {}

    // Pending ones first: those whose transaction was seen moving something to us, then the others,
    // each in turns by client: of the ones who were judged least lately first, and of one client
    // what was never judged. No crowd of claims stands before anybody.
    std::vector<DueClaim> due(const ClaimShares& shares);
    // Not before `next`; nullopt: never again. A pending one keeps `reason` for the buyer.
    // judged: its transaction was read, and it stayed open all the same.
    enum class Look { at_nothing, judged };
    void look_again(const DueClaim& due, std::optional<base::Instant> next, std::string_view reason,
                    Look look = Look::at_nothing);
    // pending -> refused; `found`: JSON of what the transaction moved to us, may be empty. False
    // when it was decided meanwhile.
    bool refuse(const DueClaim& due, std::string_view reason, std::string_view found);
    // All jobs that a transaction is claimed for and that wait for its judgement, in the order in
    // which their claims or the payer's signatures came.
    std::vector<DueClaim> pending_claims_of(std::string_view tx_hash);
    // The claim of this job is due at once; false: it has none.
    bool look_now(const value::JobId& id);
    // Claims that cannot be judged because the configuration names another network or token.
    int count_elsewhere();

private:
    Access m_at;
};

} // namespace store
