// Where in the chain an authorization was used: blocks by time, then their logs piece by piece.
#pragma once

#include "chain/rpc_reading.hpp"

namespace chain {

// The transaction that used or cancelled `expected` in a block stamped `not_before_s` (with a
// margin of a minute) or later, up to `head`; nullopt: not found. When the chain has stood still,
// it catches up with blocks that carry old timestamps; so without a find, the four hours before are
// searched, too. No block time is assumed.
Told<std::optional<value::TxHash>> find_use(RpcReading& reading, const ExpectedTransfer& expected,
                                            const ChainHead& head, std::int64_t not_before_s);

} // namespace chain
