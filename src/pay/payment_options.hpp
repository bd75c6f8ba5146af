// How a buyer may pay a v1 order so that the transfer names it (DESIGN.md, 6): a ready transaction,
// a nonce for EIP-3009, a URI for wallets. Pure.
#pragma once

#include "base/json.hpp"
#include "job/order.hpp"

#include <string>

namespace pay {

// keccak256 of the id's ASCII text: calldata is public, and the id itself opens the result.
value::Digest commitment_of(const value::JobId& id);

// transfer(pay_to, price) with the commitment behind its arguments, which the token ignores.
std::string transfer_calldata(const job::Order& order, value::AtomicUsd price);

// {transaction {to, data, value, chainId}, eip3009 {nonce}, eip681, memo {job_id, commitment}}
base::json::Ref payment_options(const value::JobId& id, const job::Order& order,
                                value::AtomicUsd price);

} // namespace pay
