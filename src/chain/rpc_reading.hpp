// Blocks, receipts and token state as one endpoint tells them, parsed. What is asked in one reading
// shares one deadline.
#pragma once

#include "chain/rpc_endpoint.hpp"

namespace chain {

struct BlockHeader {
    std::uint64_t number = 0;
    std::int64_t timestamp_s = 0;
    value::Digest hash;
};

struct Receipt {
    bool succeeded = false;
    std::uint64_t block_number = 0;
    value::Digest block_hash;
    base::json::Ref json; // the whole of it; `logs` is an array
};

// The endpoint gave no usable answer. Without secrets.
struct NoAnswer {
    std::string detail;
};
template <typename T> using Told = base::Result<T, NoAnswer>;

class RpcReading {
public:
    // `endpoint` must outlive the reading.
    RpcReading(RpcEndpoint& endpoint, Deadline deadline)
        : m_endpoint{endpoint}, m_deadline{deadline}
    {
    }

    Told<BlockHeader> head();
    // nullopt: the endpoint has no such block.
    Told<std::optional<BlockHeader>> block(std::uint64_t number);
    // nullopt: the endpoint knows no such receipt. A transaction of an unknown type has one, too.
    Told<std::optional<Receipt>> receipt(const value::TxHash& tx_hash);
    // authorizationState(payer, nonce) of the token after the block `at`: an endpoint whose back
    // end has not got that far refuses, instead of telling an older state.
    Told<bool> is_used(const ExpectedTransfer& expected, std::uint64_t at);
    // The transaction that used or cancelled the authorization in the blocks first .. last. With
    // `is_range_too_large` set nothing is known: fewer blocks must be asked for.
    struct LogAnswer {
        std::optional<value::TxHash> tx_hash;
        bool is_range_too_large = false;
    };
    Told<LogAnswer> transaction_that_used(const ExpectedTransfer& expected, std::uint64_t first,
                                          std::uint64_t last);

private:
    Told<base::json::Ref> ask(std::string_view method, base::json::Ref parameters);
    base::Refused<NoAnswer> nonsense(std::string_view method);

    RpcEndpoint& m_endpoint;
    Deadline m_deadline;
};

} // namespace chain
