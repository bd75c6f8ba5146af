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

// The blocks and the filter that eth_getLogs is asked with.
struct LogQuestion {
    std::function<base::json::Ref(std::uint64_t first, std::uint64_t last)> filter;
    std::function<Told<bool>(const json_t* logs_view)> take; // true ends the search
};

// first .. last, in pieces that get smaller while they hold too much for one answer. Returns the
// block after the last one searched: `last` or less when the search has ended early, or when one
// block alone holds too much.
Told<std::uint64_t> search(RpcReading& reading, std::uint64_t first, std::uint64_t last,
                           const LogQuestion& question)
{
    std::uint64_t piece = k_piece;
    while (first <= last) {
        const std::uint64_t end = std::min(last, first + piece - 1);
        const auto logs = reading.logs(question.filter(first, end));
        if (!logs) return base::refuse(logs.error());
        if (!*logs) {
            if (first == end) break;
            piece = (end - first + 1) / 2;
            continue;
        }
        const auto taken = question.take((*logs)->get());
        if (!taken) return base::refuse(taken.error());
        first = end + 1;
        if (*taken) break;
    }
    return first;
}

Told<std::optional<value::TxHash>> use_in(RpcReading& reading, const ExpectedTransfer& expected,
                                          std::uint64_t first, std::uint64_t last)
{
    std::optional<value::TxHash> found;
    const auto next = search(
        reading, first, last,
        {.filter = [&](std::uint64_t from,
                       std::uint64_t to) { return authorization_log_filter(expected, from, to); },
         .take = [&](const json_t* logs_view) -> Told<bool> {
             found = transaction_that_used(logs_view, expected);
             return found.has_value();
         }});
    if (!next) return base::refuse(next.error());
    if (!found && *next <= last) return base::refuse(NoAnswer{"refuses to search one block"});
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

Told<TransfersFound> find_transfers(RpcReading& reading, const Watched& watched,
                                    std::uint64_t first, std::uint64_t last)
{
    TransfersFound out{.hints = {}, .next = first};
    const auto has_enough = [&] { return out.hints.size() > k_most_transfers; };
    const auto search_for = [&](const Recipients& recipients, std::uint64_t from,
                                std::uint64_t to) {
        const Watched wanted{watched.token, recipients};
        return search(
            reading, from, to,
            {.filter = [&](std::uint64_t begin,
                           std::uint64_t end) { return transfer_log_filter(wanted, begin, end); },
             .take = [&](const json_t* logs_view) -> Told<bool> {
                 auto more = transfer_hints(logs_view, wanted, first, last);
                 if (!more) return reading.nonsense(RpcReading::k_get_logs);
                 out.hints.merge(*more);
                 return has_enough();
             }});
    };
    while (out.next <= last && !has_enough()) {
        const auto next = search_for(watched.recipients, out.next, last);
        if (!next) return base::refuse(next.error());
        out.next = *next;
        if (out.next > last || has_enough() || watched.recipients.size() == 1) break;
        // One block holds too much for all recipients together.
        for (const value::EvmAddress& each : watched.recipients) {
            const auto after = search_for({each}, out.next, out.next);
            if (!after) return base::refuse(after.error());
            if (*after == out.next) return out;
        }
        ++out.next;
    }
    return out;
}

Told<std::uint64_t> find_block(RpcReading& reading, const ChainHead& head, std::int64_t time_s)
{
    // No stamp is negative: all of them are later than that.
    const auto around = bracket(reading, head, std::max<std::int64_t>(time_s, 0) - 1, 1);
    if (!around) return base::refuse(around.error());
    return around->after;
}

} // namespace chain
