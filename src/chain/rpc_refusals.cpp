#include "chain/rpc_refusals.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <array>

namespace chain {

namespace {

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether one of these stands in the text as a whole word: "eth_getLogs" has no "logs", "operate"
// no "rate".
bool has_word(const RpcError& error, std::span<const std::string_view> words)
{
    const auto is_same = [](char a, char b) { return base::to_lower(a) == b; };
    auto from = error.message.begin();
    while (from != error.message.end()) {
        from = std::find_if(from, error.message.end(), is_letter);
        const auto to = std::find_if_not(from, error.message.end(), is_letter);
        if (std::ranges::any_of(words, [&](std::string_view word) {
                return std::equal(from, to, word.begin(), word.end(), is_same);
            }))
            return true;
        from = to;
    }
    return false;
}

} // namespace

bool is_about_size(const RpcError& error)
{
    constexpr auto k_words = std::to_array<std::string_view>({"too large", "too big"});
    return mentions(error, k_words);
}

// A limit is on what is counted. Blocks and logs are of the question; what names neither of them
// counts requests, in units that each provider calls otherwise.
RefusalOf refusal_of(const RpcError& error)
{
    constexpr std::int64_t k_limit_exceeded = -32005; // EIP-1474: of what, it leaves open
    constexpr auto k_limits =
        std::to_array<std::string_view>({"limit", "too many", "exceed", "more than"});
    constexpr auto k_of_the_question =
        std::to_array<std::string_view>({"block", "blocks", "range", "ranges", "log", "logs",
                                         "result", "results", "event", "events", "size"});
    constexpr auto k_ranges = std::to_array<std::string_view>({"range", "ranges"});
    constexpr auto k_rates = std::to_array<std::string_view>({"rate"});
    constexpr auto k_times = std::to_array<std::string_view>({"timeout", "timed out"});
    if (error.code == k_too_many_requests) return RefusalOf::asker;
    const bool is_limit = error.code == k_limit_exceeded || mentions(error, k_limits);
    if (is_limit && has_word(error, k_rates)) return RefusalOf::asker;
    if (has_word(error, k_ranges) || is_about_size(error) || mentions(error, k_times))
        return RefusalOf::question;
    if (!is_limit) return RefusalOf::other;
    return has_word(error, k_of_the_question) ? RefusalOf::question : RefusalOf::asker;
}

bool has_words_of_its_own(std::string_view method)
{
    constexpr auto k_runs_code =
        std::to_array<std::string_view>({"eth_call", "eth_estimateGas", "eth_sendRawTransaction"});
    return std::ranges::find(k_runs_code, method) == k_runs_code.end();
}

} // namespace chain
