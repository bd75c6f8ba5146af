// Transfers without a claim, and their end as money owed to their payers. The rules of
// every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "value/evm.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace store {

// A waiting transfer without a claim: its place in the ledger, and its block.
struct Orphan {
    std::string tx_hash;
    std::uint64_t log_index = 0;
    std::uint64_t block_number = 0;
};

class WaitingTransfers {
public:
    explicit WaitingTransfers(const Access& at) : m_at{at} {}

    // Waiting transfers stamped before `before_s` that no pending claim points at, the oldest
    // first.
    std::vector<Orphan> orphans(const value::EvmNetwork& network, std::int64_t before_s, int limit);
    // Waiting transfers become owed to their payers: dust as a part of the payer's open sum, each
    // other one as a credit of its own. One that has another fate, or that a pending claim points
    // at, is passed over: nothing is added twice.
    int credit_orphans(const value::EvmNetwork& network, const std::vector<Orphan>& orphans);
    // Waiting -> gone: the chain no longer has the transaction.
    int drop_waiting(const value::EvmNetwork& network, const std::string& tx_hash);

private:
    Access m_at;
};

} // namespace store
