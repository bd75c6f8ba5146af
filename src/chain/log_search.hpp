// Finds where in the chain something happened: blocks by time, and their logs piece by piece.
#pragma once

#include "chain/rpc_reading.hpp"
#include "chain/transfer_logs.hpp"

namespace chain {

// The transaction that used or cancelled `expected` in a block stamped `not_before_s` (with a
// margin of a minute) or later, up to `head`; nullopt: not found. When the chain has stood still,
// it catches up with blocks that carry old timestamps; so without a find, the four hours before are
// searched, too. No block time is assumed.
Told<std::optional<value::TxHash>> find_use(RpcReading& reading, const ExpectedTransfer& expected,
                                            const ChainHead& head, std::int64_t not_before_s);

struct TransfersFound {
    std::set<TransferHint> hints;
    std::uint64_t next = 0; // the block after the last one whose transfers are all among them
};

// The transfers to the recipients in the blocks first .. last, which must not lie above the head.
// Not up to `last` when there are more than 10,000: it ends with the blocks that have so many; and
// ends before a block that holds more for one recipient than an answer has room for.
Told<TransfersFound> find_transfers(RpcReading& reading, const Watched& watched,
                                    std::uint64_t first, std::uint64_t last);

// The oldest block stamped `time_s` or later; the one after `head` when there is none yet.
Told<std::uint64_t> find_block(RpcReading& reading, const ChainHead& head, std::int64_t time_s);

} // namespace chain
