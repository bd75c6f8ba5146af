#include "chain/transfer_logs.hpp"

#include "chain/hex_quantity.hpp"
#include "chain/rpc_members.hpp"

#include <map>

namespace chain {

namespace json = base::json;

namespace {

struct Credit {
    value::EvmAddress payer;
    value::EvmAddress recipient;
    value::AtomicUsd value;
};

// nullopt: no Transfer to a recipient, or one of those that are left out.
std::optional<Credit> credit_of(const TokenLog& log, const json_t* log_view, const Watched& watched)
{
    if (log.event != transfer_topic()) return std::nullopt;
    const auto recipient = address_in(log.second);
    if (!recipient || !watched.recipients.contains(*recipient)) return std::nullopt;
    const auto payer = address_in(log.first);
    const auto number = transfer_value(log_view);
    const auto atoms = number ? number->to_int64() : std::nullopt;
    const auto value = atoms && *atoms > 0 ? value::AtomicUsd::checked(*atoms) : std::nullopt;
    if (!payer || !value) return std::nullopt;
    return Credit{*payer, *recipient, *value};
}

} // namespace

std::optional<std::vector<IncomingTransfer>> incoming_transfers(const json_t* logs_view,
                                                                const Watched& watched)
{
    struct Placed {
        TokenLog log;
        std::optional<Credit> credit;
    };
    std::map<std::uint64_t, Placed> logs;
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto log = token_log(log_view, watched.token);
        if (!log) continue;
        const auto index = log_index(log_view);
        if (!index ||
            !logs.emplace(*index, Placed{*log, credit_of(*log, log_view, watched)}).second)
            return std::nullopt;
    }

    const auto nonce_before = [&](std::uint64_t index,
                                  const value::EvmAddress& payer) -> std::optional<value::Digest> {
        const auto before = index > 0 ? logs.find(index - 1) : logs.end();
        if (before == logs.end()) return std::nullopt;
        const TokenLog& log = before->second.log;
        if (log.event != used_topic() || log.first != word_of(payer)) return std::nullopt;
        return log.second;
    };
    std::vector<IncomingTransfer> out;
    for (const auto& [index, placed] : logs)
        if (const auto& credit = placed.credit)
            out.push_back({.log_index = index,
                           .payer = credit->payer,
                           .recipient = credit->recipient,
                           .value = credit->value,
                           .nonce = nonce_before(index, credit->payer)});
    return out;
}

json::Ref transfer_log_filter(const Watched& watched, std::uint64_t first, std::uint64_t last)
{
    json::Ref recipients = json::array();
    for (const value::EvmAddress& each : watched.recipients)
        json::append(recipients.get(), json::value(word_of(each).text()));
    return json::object("address", watched.token.text(), "fromBlock", quantity_text(first),
                        "toBlock", quantity_text(last), "topics",
                        json::array(transfer_topic().text(), nullptr, std::move(recipients)));
}

std::optional<std::set<TransferHint>> transfer_hints(const json_t* logs_view,
                                                     const Watched& watched, std::uint64_t first,
                                                     std::uint64_t last)
{
    std::set<TransferHint> out;
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto log = token_log(log_view, watched.token);
        const auto credit = log ? credit_of(*log, log_view, watched) : std::nullopt;
        if (!credit) continue;
        const auto tx_hash = tx_hash_member(log_view, "transactionHash");
        const auto block = count_member(log_view, "blockNumber");
        const auto index = log_index(log_view);
        if (!tx_hash || !block || !index) return std::nullopt;
        if (*block >= first && *block <= last)
            out.insert({*tx_hash, *block, *index, credit->payer, credit->value});
    }
    return out;
}

} // namespace chain
