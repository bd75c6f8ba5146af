// Transfers that came in, and what becomes of each. One ledger for both rails: a transfer and an
// authorization each pay for one job, ever; the UNIQUE indexes of `payment` decide who came first.
// The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"
#include "store/claims.hpp"
#include "store/order_names.hpp"

#include "job/order.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace store {

enum class Confirmed {
    now,          // awaiting payment or expired -> payment_confirmed
    before,       // this transfer pays for this job already
    already_used, // the transfer, or its authorization, is on record for something else
    already_paid, // another transfer pays for this job, or the job is past that
};

// What becomes of a confirmed payment that is no longer in the chain.
enum class Lost {
    awaits_again, // payment_confirmed -> awaiting_payment; the claim is pending again
    runs_already, // the job was asked for: it goes on, and the operator must know
};

// What is to be written of one transaction of the chain.
struct Judgement {
    // The transfer pays for the job, if nothing else does; else it is owed to its payer ("double"),
    // unless it is on record already. A claim is made where the scanner was first. What is reserved
    // or undecided on rail v2 with its authorization is refused (k_spent_already): its payer, or a
    // nonce that they chose, says what it is for.
    struct Payment {
        NamedOrder order;
        job::Transfer transfer;
    };
    std::vector<Payment> payments{};
    // Owed to its payer, once: what has another fate is not.
    struct Owed {
        job::Transfer transfer;
        std::optional<std::int64_t> job_seq;
        std::string_view reason; // late, amount, recipient, double, orphan
    };
    std::vector<Owed> owed{};
    // All that came in, whatever stands above of it: what has no fate yet is the facilitator's, or
    // waits.
    std::vector<job::Transfer> came{};
};

// What was written of it, in the same order.
struct Recorded {
    std::vector<Confirmed> payments;
    std::vector<job::Fate> came;
};

// What becomes of a claim on the transaction. What it names must outlive the call.
struct ClaimAnswer {
    const DueClaim& due;
    std::string_view word;
    std::string_view found{};                 // of a refusal: see Claims::refuse()
    std::optional<base::Instant> look_next{}; // nullopt: it is refused
    Claims::Look look = Claims::Look::at_nothing;
};

class Ledger {
public:
    explicit Ledger(const Access& at) : m_at{at} {}

    // The transfers of one transaction as the chain has them now, in the order of their logs. In
    // another block than on record their logs have other indexes: what is on record goes there,
    // with its payments and credits, so that each stays the money it was.
    void relocate(const std::vector<job::Transfer>& now);
    // nullopt: not seen before, or gone from the chain since.
    std::optional<job::Fate> fate_of(const job::Transfer& transfer);
    // When it was first judged; nullopt: never.
    std::optional<base::Instant> first_seen(const job::Transfer& transfer);
    // Whether its authorization has bought something on rail v2: a facilitator has said that it was
    // settled, and the authorization was shown to us before the transfer.
    bool is_facilitators(const job::Transfer& transfer);
    // The transaction that a facilitator has settled this authorization with on rail v2; nullopt:
    // none was.
    std::optional<value::TxHash> settled_on_v2(const value::EvmNetwork& network,
                                               const value::EvmAddress& asset,
                                               const value::EvmAddress& payer,
                                               const value::Digest& nonce);
    // All of a judgement in one transaction; of a crowd of transfers or claims a few hundred rows
    // in each of several, since all other writes wait: what a death leaves out is judged again, and
    // what is on record stays. `answer` is asked, in a transaction, what the claims are told of
    // what was written; it runs no SQL. A claim that was decided meanwhile stays so.
    using Answer = std::function<std::vector<ClaimAnswer>(const Recorded&)>;
    Recorded record(const Judgement& judgement, const Answer& answer);
    Lost lose(const DueClaim& due);
    // Jobs that run or ran although their payment fell out of the chain.
    int count_lost();

private:
    Access m_at;
};

} // namespace store
