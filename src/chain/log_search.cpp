#include "chain/log_search.hpp"

#include <algorithm>

namespace chain {

namespace {

constexpr std::uint64_t k_piece = 500;       // blocks asked for at once
constexpr std::uint64_t k_first_stride = 32; // about a minute on Base
constexpr std::int64_t k_margin_s = 60;
constexpr std::int64_t k_standstill_s = 4 * 3600; // Base's longest yet was two hours

// A block that the endpoint must have, since it lies below the head it named.
Told<BlockHeader> known_block(RpcReading& reading, std::uint64_t number)
{
    auto block = reading.block(number);
    if (!block) return base::refuse(block.error());
    if (!*block) return base::refuse(NoAnswer{"a block below its own head is missing"});
    return **block;
}

// A block stamped `time_s` or earlier and less than k_piece blocks below the newest such block; 0
// when the chain is younger.
Told<std::uint64_t> block_before(RpcReading& reading, const ChainHead& head, std::int64_t time_s)
{
    if (head.timestamp_s <= time_s) return head.number;
    std::uint64_t newer = head.number;
    std::uint64_t older = 0;
    for (std::uint64_t stride = k_first_stride; newer > 0; stride *= 2) {
        older = newer - std::min(newer, stride);
        const auto block = known_block(reading, older);
        if (!block) return base::refuse(block.error());
        if (block->timestamp_s <= time_s) break;
        newer = older;
    }
    while (newer - older > k_piece) {
        const std::uint64_t middle = older + (newer - older) / 2;
        const auto block = known_block(reading, middle);
        if (!block) return base::refuse(block.error());
        (block->timestamp_s <= time_s ? older : newer) = middle;
    }
    return older;
}

// first .. last, in pieces that get smaller when the endpoint finds them too large.
Told<std::optional<value::TxHash>> search(RpcReading& reading, const ExpectedTransfer& expected,
                                          std::uint64_t first, std::uint64_t last)
{
    std::uint64_t piece = k_piece;
    while (first <= last) {
        const std::uint64_t end = std::min(last, first + piece - 1);
        const auto answer = reading.transaction_that_used(expected, first, end);
        if (!answer) return base::refuse(answer.error());
        if (answer->is_range_too_large) {
            if (piece == 1) return base::refuse(NoAnswer{"refuses to search one block"});
            piece /= 2;
            continue;
        }
        if (answer->tx_hash) return answer->tx_hash;
        first = end + 1;
    }
    return std::optional<value::TxHash>{};
}

} // namespace

Told<std::optional<value::TxHash>> find_use(RpcReading& reading, const ExpectedTransfer& expected,
                                            const ChainHead& head, std::int64_t not_before_s)
{
    const std::int64_t from_s = std::max(not_before_s, k_margin_s) - k_margin_s;
    const auto first = block_before(reading, head, from_s);
    if (!first) return base::refuse(first.error());
    auto found = search(reading, expected, *first, head.number);
    if (!found || *found || *first == 0) return found;

    const std::int64_t earlier_s = std::min(from_s, head.timestamp_s) - k_standstill_s;
    const auto earlier = block_before(reading, head, std::max<std::int64_t>(earlier_s, 0));
    if (!earlier) return base::refuse(earlier.error());
    return search(reading, expected, *earlier, *first - 1);
}

} // namespace chain
