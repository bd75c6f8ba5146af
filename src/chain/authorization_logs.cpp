#include "chain/authorization_logs.hpp"

#include "chain/hex_quantity.hpp"
#include "chain/rpc_members.hpp"
#include "chain/token_logs.hpp"

namespace chain {

namespace json = base::json;

namespace {

bool uses(const TokenLog& log, const ExpectedTransfer& expected)
{
    return (log.event == used_topic() || log.event == canceled_topic()) &&
           log.first == word_of(expected.payer) && log.second == expected.nonce;
}

bool moves_value(const json_t* log_view, value::AtomicUsd value)
{
    return transfer_value(log_view) == Uint256{static_cast<std::uint64_t>(value.atoms())};
}

// What the log at the index after AuthorizationUsed says.
LogVerdict judge_next(const json_t* log_view, const ExpectedTransfer& expected)
{
    const auto log = token_log(log_view, expected.token);
    if (!log || log->event != transfer_topic() || log->first != word_of(expected.payer))
        return LogVerdict::not_here;
    const bool is_exact =
        log->second == word_of(expected.pay_to) && moves_value(log_view, expected.value);
    return is_exact ? LogVerdict::paid_by_it : LogVerdict::spent;
}

} // namespace

json::Ref authorization_log_filter(const ExpectedTransfer& expected, std::uint64_t first,
                                   std::uint64_t last)
{
    return json::object("address", expected.token.text(), "fromBlock", quantity_text(first),
                        "toBlock", quantity_text(last), "topics",
                        json::array(json::array(used_topic().text(), canceled_topic().text()),
                                    word_of(expected.payer).text(), expected.nonce.text()));
}

std::optional<value::TxHash> transaction_that_used(const json_t* logs_view,
                                                   const ExpectedTransfer& expected)
{
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto log = token_log(log_view, expected.token);
        if (!log || !uses(*log, expected)) continue;
        if (const auto hash = tx_hash_member(log_view, "transactionHash")) return hash;
    }
    return std::nullopt;
}

LogJudgement judge_logs(const json_t* logs_view, const ExpectedTransfer& expected)
{
    const std::size_t count = json_array_size(logs_view);
    for (std::size_t i = 0; i < count; ++i) {
        const auto log = token_log(json_array_get(logs_view, i), expected.token);
        if (!log || !uses(*log, expected)) continue;
        if (log->event == canceled_topic()) return {LogVerdict::spent};
        const auto index = log_index(json_array_get(logs_view, i));
        if (!index) return {};
        for (std::size_t k = 0; k < count; ++k) {
            const json_t* next_view = json_array_get(logs_view, k);
            if (log_index(next_view) == *index + 1)
                return {judge_next(next_view, expected), *index + 1};
        }
        return {};
    }
    return {};
}

} // namespace chain
