#include "chain/log_search.hpp"

#include "chain/authorization_logs.hpp"

#include <algorithm>

namespace chain {

namespace {

constexpr std::uint64_t k_piece = 500; // blocks asked for at once
constexpr std::size_t k_most_transfers = 10'000;
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

// Two blocks at most `within` apart: `before` is stamped a given time or earlier, `after` later.
struct Bracket {
    std::uint64_t before = 0; // 0, too, when the chain is younger
    std::uint64_t after = 0;  // the block after the head when that is not stamped later
};
Told<Bracket> bracket(RpcReading& reading, const ChainHead& head, std::int64_t time_s,
                      std::uint64_t within)
{
    if (head.timestamp_s <= time_s) return Bracket{head.number, head.number + 1};
    Bracket out{.before = 0, .after = head.number};
    for (std::uint64_t stride = k_first_stride; out.after > 0; stride *= 2) {
        out.before = out.after - std::min(out.after, stride);
        const auto block = known_block(reading, out.before);
        if (!block) return base::refuse(block.error());
        if (block->timestamp_s <= time_s) break;
        out.after = out.before;
    }
    while (out.after - out.before > within) {
        const std::uint64_t middle = out.before + (out.after - out.before) / 2;
        const auto block = known_block(reading, middle);
        if (!block) return base::refuse(block.error());
        (block->timestamp_s <= time_s ? out.before : out.after) = middle;
    }
    return out;
}

// Where and what for eth_getLogs is asked.
struct LogQuestion {
    std::function<base::json::Ref(std::uint64_t first, std::uint64_t last)> filter;
    std::function<Told<bool>(const json_t* logs_view)> take; // true ends the search
};

// first .. last, in pieces that get smaller when the endpoint finds them too large.
std::optional<NoAnswer> search(RpcReading& reading, std::uint64_t first, std::uint64_t last,
                               const LogQuestion& question)
{
    std::uint64_t piece = k_piece;
    while (first <= last) {
        const std::uint64_t end = std::min(last, first + piece - 1);
        const auto logs = reading.logs(question.filter(first, end));
        if (!logs) return logs.error();
        if (!*logs) {
            if (piece == 1) return NoAnswer{"refuses to search one block"};
            piece /= 2;
            continue;
        }
        const auto taken = question.take((*logs)->get());
        if (!taken) return taken.error();
        if (*taken) return std::nullopt;
        first = end + 1;
    }
    return std::nullopt;
}

Told<std::optional<value::TxHash>> use_in(RpcReading& reading, const ExpectedTransfer& expected,
                                          std::uint64_t first, std::uint64_t last)
{
    std::optional<value::TxHash> found;
    const auto failed = search(
        reading, first, last,
        {.filter = [&](std::uint64_t from,
                       std::uint64_t to) { return authorization_log_filter(expected, from, to); },
         .take = [&](const json_t* logs_view) -> Told<bool> {
             found = transaction_that_used(logs_view, expected);
             return found.has_value();
         }});
    if (failed) return base::refuse(*failed);
    return found;
}

} // namespace

Told<std::optional<value::TxHash>> find_use(RpcReading& reading, const ExpectedTransfer& expected,
                                            const ChainHead& head, std::int64_t not_before_s)
{
    const std::int64_t from_s = std::max(not_before_s, k_margin_s) - k_margin_s;
    const auto start = bracket(reading, head, from_s, k_piece);
    if (!start) return base::refuse(start.error());
    const std::uint64_t first = start->before;
    auto found = use_in(reading, expected, first, head.number);
    if (!found || *found || first == 0) return found;

    const std::int64_t earlier_s = std::min(from_s, head.timestamp_s) - k_standstill_s;
    const auto earlier = bracket(reading, head, std::max<std::int64_t>(earlier_s, 0), k_piece);
    if (!earlier) return base::refuse(earlier.error());
    return use_in(reading, expected, earlier->before, first - 1);
}

Told<std::set<TransferHint>> find_transfers(RpcReading& reading, const Watched& watched,
                                            std::uint64_t first, std::uint64_t last)
{
    std::set<TransferHint> found;
    const auto failed =
        search(reading, first, last,
               {.filter = [&](std::uint64_t from,
                              std::uint64_t to) { return transfer_log_filter(watched, from, to); },
                .take = [&](const json_t* logs_view) -> Told<bool> {
                    auto more = transfer_hints(logs_view, watched, first, last);
                    if (!more) return reading.nonsense(RpcReading::k_get_logs);
                    found.merge(*more);
                    if (found.size() > k_most_transfers)
                        return base::refuse(NoAnswer{"finds more transfers than are taken"});
                    return false;
                }});
    if (failed) return base::refuse(*failed);
    return found;
}

Told<std::uint64_t> find_block(RpcReading& reading, const ChainHead& head, std::int64_t time_s)
{
    // Stamps are never negative: all of them are later than that.
    const auto around = bracket(reading, head, std::max<std::int64_t>(time_s, 0) - 1, 1);
    if (!around) return base::refuse(around.error());
    return around->after;
}

} // namespace chain
