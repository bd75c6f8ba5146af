// The events of an EIP-3009 token that tell what became of an authorization. Pure: JSON of an
// endpoint in, a verdict out. The JSON is untrusted; what cannot be read does not count.
#pragma once

#include "base/json.hpp"
#include "chain/transfer_reader.hpp"

namespace chain {

// The parameter of eth_getLogs that finds where `expected` was used or cancelled in the blocks from
// `first` to `last`.
base::json::Ref authorization_log_filter(const ExpectedTransfer& expected, std::uint64_t first,
                                         std::uint64_t last);

// The transaction of the first log in an answer of eth_getLogs that uses or cancels `expected`:
// endpoints that ignore filters are not believed. nullopt: none.
std::optional<value::TxHash> transaction_that_used(const json_t* logs_view,
                                                   const ExpectedTransfer& expected);

enum class LogVerdict {
    not_here,   // not used here, or used and not followed by any Transfer: nothing is proven
    spent,      // cancelled, or followed by a Transfer to another recipient or of another value
    paid_by_it, // followed by the exact Transfer
};
struct LogJudgement {
    LogVerdict verdict = LogVerdict::not_here;
    std::uint64_t log_index = 0; // of the Transfer, with paid_by_it
};

// What the logs of one transaction's receipt say. USDC marks the nonce and then moves the money, so
// the Transfer stands at the next index; one further away belongs to another payment.
LogJudgement judge_logs(const json_t* logs_view, const ExpectedTransfer& expected);

} // namespace chain
