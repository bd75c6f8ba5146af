// Rows of rail v1's tables as values, for OrderStore and TransferStore. Corrupt rows throw Fault.
#pragma once

#include "db/connection.hpp"
#include "job/order.hpp"

namespace job::rows {

// nullopt: no v1 job has this id. Of the caller's snapshot or transaction.
std::optional<OrderView> order_view(db::Connection& connection, const value::JobId& id);
std::optional<OrderView> order_view(db::Connection& connection, std::int64_t job_seq);

// What stands for the authorization in the key of a transfer's payment: one without has a name of
// its own, made of its place.
value::Digest key_nonce(const Transfer& transfer);

} // namespace job::rows
