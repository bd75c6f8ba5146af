// Finds out what became of payments whose outcome is open or was only claimed (DESIGN.md,
// 5): the chain decides, never a facilitator's word alone, and never a guess.
//
// - sent, no outcome heard: the chain is asked; while it has not seen the authorization and it can
//   still be used, the same bytes are sent to the same facilitator again. Unpaid only once the
//   authorization has expired for ten minutes of chain time, or was spent otherwise.
// - success claimed: queued once the exact transfer is seen, where the price asks for it; otherwise
//   the transfer is looked for afterwards, and an alarm says when it is not there.
// - refused: watched until the authorization has expired; a payment after all queues the job, or
//   opens a credit where the request was never sent and is not kept, or was bought again.
//
// A transfer from before the authorization was shown to us pays for none of them. Who sees a
// payment of rail v1 can send its authorization here as well, so one that no facilitator's account
// has sent is left to its payer while an order of rail v1 may be paid by it (DESIGN.md,
// 6).
#pragma once

#include "base/clock.hpp"
#include "chain/transfer_reader.hpp"
#include "pay/facilitator.hpp"
#include "store/reservations.hpp"
#include "store/settlements.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pay {

struct ReconcilerSettings {
    value::AtomicUsd receipt_check_from;
    std::chrono::milliseconds settle_timeout{20'000}; // of one /settle
};

// Not thread-safe: one thread of the worker, with its own Database, reader and facilitator.
class Reconciler {
public:
    // `facilitator` may be nullptr: rail v2 is off by now, and the chain alone decides. All must
    // outlive the object.
    Reconciler(const store::Access& at, Facilitator* facilitator, chain::TransferReader& reader,
               const ReconcilerSettings& settings);

    // Looks at the payments that are due. `keep_going` is asked before each: a look may take as
    // long as an endpoint's time limit. Throws Fault when the database fails. Returns how many were
    // looked at.
    int round(const std::function<bool()>& keep_going);

private:
    bool is_blind() const;
    bool look_until_sent(store::Settlements::Due which, const std::function<bool()>& keep_going);
    void look(const store::DuePayment& due);
    void look_at_chain(const store::DuePayment& due, const chain::ExpectedTransfer& expected);
    bool find_claimed(const store::DuePayment& due, const chain::ExpectedTransfer& expected);
    void judge(const store::DuePayment& due, const chain::AuthorizationState& seen);
    bool is_settlement(const chain::TransferProof& proof) const;
    void take_back(const store::DuePayment& due);
    void judge_unseen(const store::DuePayment& due, const chain::ChainHead& head);
    void judge_unused(const store::DuePayment& due, const chain::ChainHead& head);
    void settle_again(const store::DuePayment& due);
    // `head_s`: chain time as it was seen.
    void prove(const store::DuePayment& due, const chain::TransferProof& proof, bool is_settlement,
               std::int64_t head_s);
    void give_up(const store::DuePayment& due, const std::string& reason);
    void look_later(const store::DuePayment& due);
    void look_at(const store::DuePayment& due, std::optional<base::Instant> next);
    void write_next_looks();

    store::Reservations m_reservations;
    store::Settlements m_settlements;
    Facilitator* m_facilitator;
    chain::TransferReader& m_reader;
    const base::Clock& m_clock;
    ReconcilerSettings m_settings;
    // The state of this round:
    std::vector<store::NextLook> m_next_looks; // not yet written
    int m_looked = 0;                          // payments looked at
    int m_sights = 0;                          // answers of the chain
    bool m_has_sent = false;                   // something to settle once more
    // The time of the last round that saw no answer of the chain.
    std::optional<base::Instant> m_blind_since;
};

} // namespace pay
