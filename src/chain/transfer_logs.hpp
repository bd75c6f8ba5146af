// The Transfer logs of the token that bring money to us. Pure: JSON of an endpoint in. The JSON is
// untrusted. Logs of something else are left out, whatever they look like; so are transfers whose
// payer or value cannot be read, of nothing, and of more than AtomicUsd holds.
#pragma once

#include "chain/token_logs.hpp"
#include "chain/transaction_reader.hpp"

#include <set>

namespace chain {

struct Watched {
    value::EvmAddress token;
    Recipients recipients;
};

// By the order of their indexes, from the logs of one receipt. nullopt: a log of the token has no
// index, or that of another one, so what stands beside what cannot be told.
std::optional<std::vector<IncomingTransfer>> incoming_transfers(const json_t* logs_view,
                                                                const Watched& watched);

// The parameter of eth_getLogs that finds them in the blocks from `first` to `last`, whichever of
// the recipients they are for. Without recipients it would find those of everybody.
base::json::Ref transfer_log_filter(const Watched& watched, std::uint64_t first,
                                    std::uint64_t last);

// From an answer of eth_getLogs, those of other blocks left out: endpoints that ignore filters are
// not believed. nullopt: one of them does not say where it stands.
std::optional<std::set<TransferHint>> transfer_hints(const json_t* logs_view,
                                                     const Watched& watched, std::uint64_t first,
                                                     std::uint64_t last);

} // namespace chain
