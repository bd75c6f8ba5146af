// What came in and was not claimed is owed to who sent it, if the chain still has it: a transfer
// that its block took along was never received, and dust is summed only once.
#pragma once

#include "chain/transaction_reader.hpp"
#include "store/waiting_transfers.hpp"

namespace pay {

struct OrphanQuestion {
    value::EvmNetwork network;
    chain::Recipients recipients; // whose transfers a search shows
    std::int64_t before_s = 0;    // chain time before which a transfer has waited long enough
};

// Returns how many transfers it credited; those of a few blocks at a time, each looked for in one
// search over its blocks. What the search does not show is looked at alone, a few in one call: it
// is dropped when the endpoints are sure that it is not there, or that it failed, and waits while
// they are not. Nothing is credited while the chain cannot be read.
int credit_orphans(store::WaitingTransfers& waiting, chain::TransactionReader& reader,
                   const OrphanQuestion& question);

} // namespace pay
