// Rows of rail v1's tables as values, for the stores. Corrupt rows throw Fault.
#pragma once

#include "store/claims.hpp"
#include "store/order_names.hpp"

#include "db/database.hpp"
#include "job/order.hpp"

namespace store::rows {

// nullopt: no v1 job has this id. Of the caller's snapshot or transaction.
std::optional<job::OrderView> order_view(db::Reader reader, const value::JobId& id);
std::optional<job::OrderView> order_view(db::Reader reader, std::int64_t job_seq);

// Whether the nonce names an order of rail v1: its commitment, or its job id in ASCII.
bool is_bound_to_order(db::Reader reader, const value::Digest& nonce);

// What waits for its judgement by that transaction is due now, before all that points at nothing
// anybody has seen: it is known to have moved something to us. In a transaction.
void bring_forward_claims(db::Writer& writer, std::string_view tx_hash, base::Instant now);

// See Claims::look_again(), Claims::refuse().
struct NextLook {
    std::optional<base::Instant> at; // nullopt: when it is called for
    std::string_view reason;
    Claims::Look look;
};
void look_again(db::Writer& writer, const DueClaim& due, const NextLook& next, base::Instant now);
struct ClaimRefusal {
    std::string_view reason;
    std::string_view found;
};
bool refuse(db::Writer& writer, const DueClaim& due, const ClaimRefusal& refusal,
            base::Instant now);

// What names it and pays for it; nullopt as it came.
std::optional<NamedOrder> named_order(db::Reader reader, std::optional<job::OrderView> order);

// See Ledger.
std::optional<job::Fate> fate_of(db::Reader reader, const job::Transfer& transfer);
bool is_facilitators(db::Reader reader, const job::Transfer& transfer);

} // namespace store::rows
