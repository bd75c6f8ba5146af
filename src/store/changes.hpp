// Changes that more than one store makes, each said once. In the caller's transaction.
#pragma once

#include "store/bulletin.hpp"
#include "store/rows.hpp"

#include "db/reader.hpp"
#include "job/transitions.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace store::rows {

// A job as it is sold. Everything must outlive the call.
struct NewJob {
    const value::JobId& id;
    std::string_view rail;
    std::string_view product;
    job::State state;
    std::string_view lane;
    bool has_place = true; // in its lane, once its state counts there
    std::string_view client;
    const job::ClientNetworks& networks;
    value::AtomicUsd price;
    std::chrono::seconds sla;
    int places; // that it takes in its lane, see job::Goods
    std::string_view request_id;
};
// Its row; nullopt: another job has this id.
std::optional<std::int64_t> insert_job(db::Writer& writer, const NewJob& job, base::Instant now);

// What pays for a job. Everything must outlive the call.
struct NewPayment {
    std::int64_t job_seq;
    const job::PaymentKey& key;
    job::Phase phase;
    value::AtomicUsd value;
    const value::Digest& request_digest;
    const value::EvmAddress& pay_to;
    std::string_view owner{};
    std::optional<base::Instant> lease_until{};
    std::int64_t valid_before = 0; // seconds since 1970
    base::ByteView signature{};
    const std::optional<std::string>& identifier;
    bool is_signed_by_payer = false;
    bool is_sent = false;
    // The newest block seen when it was first shown to us; from its first /settle on, of then.
    BlockPlace shown{};
    // The place where the chain has it, for what is settled as it comes.
    std::string_view tx_hash{};
    std::optional<std::uint64_t> block_number{};
    std::optional<std::uint64_t> log_index{};
};
// False: a UNIQUE index says that the authorization, the identifier or the transfer pays already.
bool insert_payment(db::Writer& writer, const NewPayment& payment, base::Instant now);

// The move that the event makes (job/transitions). False: the job is in another state, or purged.
bool move_job(db::Writer& writer, std::int64_t seq, job::Event event, base::Instant now);

// In the place of what was last said of the subject.
void observe(db::Writer& writer, const Observation& observation);

// DESIGN.md, 5 (g): how long a refusal counts against its client.
inline constexpr std::chrono::minutes k_refusal_window{10};
// By a facilitator; for want of one (DESIGN.md, 5); and of another than the payer
// (k_other_signers). Stored as the enumerator's name: never rename one.
enum class Refusal { refused, released, other_signer };
std::string_view to_text(Refusal kind);
// One more against the client of the payment's job; the same payment for the same request counts
// once. The table keeps what the window needs and no more.
void count_refusal(db::Writer& writer, Refusal kind, const job::Payment& payment,
                   base::Instant now);

// Takes a job away of which nothing is on record but a payment that was refused.
void forget(db::Writer& writer, std::int64_t seq);

// Throws Fault unless exactly one row was changed: the rest of the transaction relies on it.
void require_one(int changed, std::string_view what);
// The same of a change that says whether it was made.
inline void require(bool is_changed, std::string_view what)
{
    require_one(is_changed ? 1 : 0, what);
}

} // namespace store::rows
