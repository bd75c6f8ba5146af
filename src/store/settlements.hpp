// What became of a payment after it was sent: the worker's side of the job tables.
//
// A payment is due when there is something left to find out: an outcome that was not heard, a
// success that was not seen on the chain, a refusal that may turn out a payment after all
// (DESIGN.md, 5). The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/job.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// The longest wait between two looks at a payment.
inline constexpr std::chrono::hours k_longest_look{1};

// A block that is still there so long after it was seen is final: Base needs 13 to 20 minutes.
inline constexpr std::chrono::minutes k_final_after{25};

// The reason of a payment whose transfer is on record for another one.
inline constexpr const char* k_spent_already = "transfer_spent_already";

struct DuePayment {
    job::Payment payment;
    std::string payload;       // PaymentPayload as received, JSON text
    std::string requirements;  // as asked for, JSON text
    value::EvmAddress pay_to;  // of the requirements
    std::int64_t valid_before; // seconds since 1970, chain time
    std::size_t endpoint = 0;  // the facilitator that holds the authorization
    bool is_proven = false;
    bool is_taken_over = false;       // see take_over()
    bool is_never_sent = false;       // see Reservations::leave_to_chain()
    bool has_request = true;          // false: it was refused before it was sent
    bool awaits_payer = false;        // it was left to its payer, when it was last seen
    int looks = 0;                    // before this one
    std::optional<base::Instant> due; // nullopt: nothing is left to find out
    base::Instant created;
    base::Instant updated; // last change of phase
};

// When a payment is looked at again.
struct NextLook {
    std::int64_t job_seq;
    job::Phase phase;
    std::optional<base::Instant> was_due; // as it was read
    std::optional<base::Instant> at;      // nullopt: never
};

// The transfer as it was seen on the chain.
struct SeenTransfer {
    std::string tx_hash;
    std::uint64_t block_number = 0;
    std::uint64_t log_index = 0;
    std::int64_t block_time_s = 0; // chain time
    std::int64_t head_s = 0;       // of the newest block, when it was seen
    // One of a facilitator's own accounts has sent it: a settlement, whatever else names it.
    bool is_settlement = false;
};

enum class Proven {
    recorded,      // it was settled already
    queued,        // its job is queued now
    credited,      // it was refused and the buyer has bought again: they have a credit
    owned_already, // it was refused, and the same authorization pays for a later job
    spent_already, // this transfer is on record for something else, such as a credit, or was made
                   // before its authorization was first sent to settle: a reader of the chain can
                   // send it to us once more
    left_to_payer, // for now: none has claimed to have settled it, and its payer may yet say that
                   // it was for an order of rail v1
    lost_race,     // its phase changed meanwhile: look again
};

class Settlements {
public:
    explicit Settlements(const Access& at) : m_at{at} {}

    // unheard: only what was sent and may be sent again, which needs no sight of the chain.
    enum class Due { all, unheard };
    // At most `limit`; those that a buyer waits for first, refused ones last.
    std::vector<DuePayment> due(int limit, Due which = Due::all);
    // In one transaction for all of them: each one flushes what other processes have cached.
    // Nothing for a payment whose phase has changed meanwhile, or which is wished to be
    // looked at now: the transfer desk or the operator.
    void look_again(const std::vector<NextLook>& looks);
    // From now on it is the worker who sends this settlement, and a refusal that its owner may hear
    // yet decides nothing. False when its phase changed meanwhile.
    bool take_over(const DuePayment& due);
    // The exact transfer of this payment is in the chain. `response`: the SettleResponse to answer
    // with when its job is queued now. It is looked at once more when its block must be final. The
    // transfer of another payment is a Fault.
    Proven prove(const DuePayment& due, const SeenTransfer& seen, std::string_view response);
    // settle_sent or settled_unproven -> refused: the chain says that this authorization will never
    // pay us. Counts against the client as a facilitator's refusal. False when another process
    // decided.
    bool decide_unpaid(const DuePayment& due, std::string_view reason, std::string_view response);
    // The transfer of a settled payment fell out of the chain: it counts as unproven again, while
    // its job goes on. False when it was not on record.
    bool take_back(const DuePayment& due);
    // A transfer that was left to its payer is not in the chain any more: the outcome is unknown
    // again.
    void left_chain(const DuePayment& due);
    // The payment of this job is due at once, if anything about it can still be found out; false:
    // there is no such payment, or nothing was ever sent.
    bool look_now(const value::JobId& id);
    // Every payment that waits for its next look is due at once: the clock was set back, so the
    // times they wait for are further away than anybody meant.
    void look_at_all_now();
    // Successes of a facilitator that the chain has not shown for longer than `age`.
    int count_unproven(std::chrono::seconds age);

private:
    // In a transaction.
    Proven prove_now(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
                     std::string_view response);
    Proven prove_refused(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
                         std::string_view response, base::Instant now);

    Access m_at;
};

} // namespace store
