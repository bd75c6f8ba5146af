// Rows of rail v1's tables as values, for OrderStore and TransferStore. Corrupt rows throw Fault.
#pragma once

#include "db/database.hpp"
#include "job/order.hpp"

namespace job::rows {

// nullopt: no v1 job has this id. Of the caller's snapshot or transaction.
std::optional<OrderView> order_view(db::Reader reader, const value::JobId& id);
std::optional<OrderView> order_view(db::Reader reader, std::int64_t job_seq);

// Whether the nonce names an order of rail v1: its commitment, or its job id in ASCII.
bool is_bound_to_order(db::Reader reader, const value::Digest& nonce);

// What waits for its judgement by that transaction is due now, before all that points at nothing
// anybody has seen: it is known to have moved something to us. In a transaction.
void bring_forward_claims(db::Writer& writer, std::string_view tx_hash, base::Instant now);

} // namespace job::rows
