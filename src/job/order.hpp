// The records of rail v1: what a job asks for until it is paid, what points at a transfer, and the
// transfers themselves. Values only.
#pragma once

#include "job/view.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace job {

// Limits of DESIGN.md, 6.
inline constexpr std::chrono::seconds k_transfer_window{300};
inline constexpr std::chrono::seconds k_transfer_grace{10};
inline constexpr std::chrono::seconds k_awaiting_ttl{900};
// A transfer may stand so long before its order when its payer has signed for it: clocks differ.
inline constexpr std::chrono::seconds k_signature_margin{60};
inline constexpr int k_most_claims = 5; // distinct transactions for one job

// Words of Claim::reason, seen by buyers (DESIGN.md, 6).
inline constexpr std::string_view k_reverted = "reverted";
inline constexpr std::string_view k_no_transfer = "no_transfer";
inline constexpr std::string_view k_wrong_recipient = "wrong_recipient";
inline constexpr std::string_view k_amount_mismatch = "amount_mismatch";
inline constexpr std::string_view k_memo_missing = "memo_missing";
inline constexpr std::string_view k_ambiguous_binding = "ambiguous_binding";
inline constexpr std::string_view k_late = "late";
inline constexpr std::string_view k_already_used = "already_used";
inline constexpr std::string_view k_already_paid = "already_paid";
// Its transaction is too large to be read, or for hours no endpoint has told of it whole.
inline constexpr std::string_view k_unreadable = "unreadable";
// Its authorization has bought something on rail v2, by whatever client presented it.
inline constexpr std::string_view k_paid_on_v2 = "paid_on_v2";
inline constexpr std::string_view k_payment_lost = "payment_lost"; // pending again
// Pending: the configuration names another network or token than the order.
inline constexpr std::string_view k_network_changed = "network_changed";

// The network, the token and the recipient of a v1 job's price, as the buyer was told.
struct Order {
    value::Digest commitment; // keccak256(job_id): memo and EIP-3009 nonce
    value::Digest request_digest;
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress pay_to;
};

// Stored as the enumerator's name: never rename one.
enum class ClaimState { pending, confirmed, refused };

// A transaction that is said to pay for a job.
struct Claim {
    std::string tx_hash; // lower case
    ClaimState state = ClaimState::pending;
    std::string reason; // why it is pending, or the code of the refusal
    std::string found;  // what the transaction moved to us: JSON, empty while it was not seen
    std::optional<base::Bytes> payer_signature;
    base::Instant created;
    int looks = 0; // of the worker, so far
};

// All that a v1 route shows of a job, read in one snapshot.
struct OrderView {
    View view;
    Order order;
    std::vector<Claim> claims; // in the order of coming
};

// Its money was sent back since the buyer did not ask for it in time: it is over, and cannot be
// had.
bool is_paid_back(const OrderView& order);

// Stored as the enumerator's name: never rename one (db/migrations/003).
enum class Fate { waiting, paid, facilitator, credited, gone };

// One Transfer log of the token to us.
struct Transfer {
    value::EvmNetwork network;
    std::string tx_hash;
    std::uint64_t log_index = 0;
    value::EvmAddress asset;
    value::EvmAddress payer;
    value::AtomicUsd value;
    std::optional<value::Digest> nonce; // of its EIP-3009 authorization
    std::uint64_t block_number = 0;
    std::int64_t block_time_s = 0;
    bool names_order = false; // its transaction names one, whichever it pays
};

// What is below a cent and names no order is summed for each payer (DESIGN.md, 6).
inline constexpr std::string_view k_dust = "dust"; // reason of the credit

// The job id that a nonce spells in ASCII, with zeros behind it; nullopt: it does not spell one.
std::optional<value::JobId> job_id_in(const value::Digest& nonce);

std::string_view to_text(ClaimState state);
std::string_view to_text(Fate fate);
// Throw Fault: the text comes from our own database.
ClaimState claim_state_from(std::string_view text);
Fate fate_from(std::string_view text);

} // namespace job
