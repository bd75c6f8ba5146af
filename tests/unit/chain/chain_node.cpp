#include "chain_node.hpp"

#include "base/concat.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/keccak.hpp"

#include <algorithm>

namespace chain_test {

namespace json = base::json;
using base::concat;

namespace {

std::string json_string(std::string_view text)
{
    return concat('"', text, '"');
}

std::string topic(std::string_view event)
{
    return chain::keccak256(base::bytes_of(event)).text();
}

std::string padded(const value::EvmAddress& address)
{
    return concat("0x", std::string(24, '0'), base::to_hex(address.bytes()));
}

std::string padded(value::AtomicUsd value)
{
    return base::to_hex_0x(chain::Uint256{static_cast<std::uint64_t>(value.atoms())}.bytes());
}

std::string text_at(const json_t* array_view, std::size_t at)
{
    return std::string{json::text_of(json_array_get(array_view, at))};
}

// Whether a log is one that the filter asks for: null fits any topic, an array each of its own.
bool fits(const Log& log, const json_t* filter_view)
{
    if (log.address.text() != json::text_member(filter_view, "address")) return false;
    const json_t* topics_view = json::array_member(filter_view, "topics");
    for (std::size_t i = 0; i < json_array_size(topics_view); ++i) {
        const json_t* wanted_view = json_array_get(topics_view, i);
        bool is_wanted = json_is_null(wanted_view);
        if (json_is_string(wanted_view)) is_wanted = json::text_of(wanted_view) == log.topics.at(i);
        for (std::size_t k = 0; k < json_array_size(wanted_view); ++k)
            is_wanted |= text_at(wanted_view, k) == log.topics.at(i);
        if (!is_wanted) return false;
    }
    return true;
}

} // namespace

Log transfer_log(const chain::ExpectedTransfer& transfer, std::uint64_t index)
{
    return {.address = transfer.token,
            .topics = {topic("Transfer(address,address,uint256)"), padded(transfer.payer),
                       padded(transfer.pay_to)},
            .data = padded(transfer.value),
            .index = index};
}

Log used_log(const chain::ExpectedTransfer& transfer, std::uint64_t index)
{
    return {.address = transfer.token,
            .topics = {topic("AuthorizationUsed(address,bytes32)"), padded(transfer.payer),
                       transfer.nonce.text()},
            .data = "0x",
            .index = index};
}

std::string ChainNode::quantity(std::uint64_t number) const
{
    std::string text = chain::quantity_text(number);
    if (!shouts) return text;
    text.insert(2, "000");
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c; });
    return text;
}

value::Digest ChainNode::hash_of(std::uint64_t number) const
{
    return chain::keccak256(base::bytes_of(concat("block ", number)));
}

std::size_t ChainNode::times_asked(std::string_view method) const
{
    return static_cast<std::size_t>(std::count(asked.begin(), asked.end(), method));
}

std::string ChainNode::answer(const std::string& request)
{
    const auto parsed = json::parse(request);
    const std::string method{*json::text_member(parsed->get(), "method")};
    asked.push_back(method);
    return concat(R"({"jsonrpc":"2.0","id":)", *json::integer_member(parsed->get(), "id"), ',',
                  result(method, json::array_member(parsed->get(), "params")), '}');
}

// `"result":...` or `"error":...`
std::string ChainNode::result(const std::string& method, const json_t* parameters_view)
{
    if (const auto given = results.find(method); given != results.end())
        return concat(R"("result":)", given->second);
    if (const auto given = errors.find(method); given != errors.end())
        return concat(R"("error":{)", given->second, '}');
    if (method == "eth_chainId") return concat(R"("result":)", json_string(quantity(chain_id)));
    if (method == "eth_getBlockByNumber") return block(parameters_view);
    if (method == "eth_getTransactionReceipt") return receipt(parameters_view);
    if (method == "eth_getTransactionByHash") return transaction(parameters_view);
    if (method == "eth_call") return state(parameters_view);
    if (method == "eth_getLogs") return logs(json_array_get(parameters_view, 0));
    return R"("error":{"code":-32601,"message":"Method not found"})";
}

std::string ChainNode::block(const json_t* parameters_view)
{
    const auto which = text_at(parameters_view, 0);
    const auto level = levels.find(which);
    const auto number = which == "latest"       ? head
                        : level != levels.end() ? level->second
                                                : *chain::parse_count(which);
    if (number > head || missing.contains(number)) return R"("result":null)";
    return concat(R"("result":{"number":)", json_string(quantity(number)), R"(,"timestamp":)",
                  json_string(quantity(static_cast<std::uint64_t>(timestamp(number)))),
                  R"(,"hash":)", json_string(hash_of(number).text()),
                  R"(,"baseFeePerGas":"0xf4240",)", R"("transactions":[]})");
}

std::string ChainNode::log_text(const value::TxHash& hash, const Transaction& transaction,
                                const Log& log) const
{
    std::string topics;
    for (const std::string& each : log.topics)
        topics += (topics.empty() ? "" : ",") + json_string(each);
    return concat(R"({"address":)", json_string(log.address.text()), R"(,"topics":[)", topics,
                  R"(],"data":)", json_string(log.data), R"(,"blockNumber":)",
                  json_string(quantity(*transaction.block)), R"(,"transactionHash":)",
                  json_string(hash.text()), R"(,"logIndex":)", json_string(quantity(log.index)),
                  R"(,"removed":)", log.is_removed ? "true" : "false", '}');
}

std::map<value::TxHash, Transaction> ChainNode::all() const
{
    auto out = transactions;
    for (const auto& [hash, payment] : payments) {
        Transaction told{
            .block = payment.block, .logs = {}, .has_succeeded = payment.has_succeeded};
        told.logs = {used_log(payment.transfer, payment.first_log)};
        if (payment.is_cancel)
            told.logs[0].topics[0] = topic("AuthorizationCanceled(address,bytes32)");
        else if (payment.has_transfer)
            told.logs.push_back(transfer_log(payment.transfer, payment.first_log + payment.step));
        for (Log& log : told.logs) log.is_removed = payment.is_removed;
        out.insert_or_assign(hash, told);
    }
    return out;
}

std::string ChainNode::receipt(const json_t* parameters_view)
{
    const auto hash = *value::TxHash::parse(text_at(parameters_view, 0));
    if (huge.contains(hash)) {
        std::string text;
        text.append(9'000'000, 'x');
        return concat(R"("result":")", text, '"');
    }
    if (const auto given = receipts.find(hash); given != receipts.end())
        return concat(R"("result":)", given->second);
    const auto known = all();
    const auto found = known.find(hash);
    if (found == known.end() || !found->second.block || hides_receipts) return R"("result":null)";
    const Transaction& transaction = found->second;
    const std::uint64_t number = *transaction.block;
    const auto block_hash = hash_of(forked.contains(number) ? number + 1'000'000 : number);
    std::string logs;
    if (transaction.has_succeeded)
        for (const Log& log : transaction.logs)
            logs += (logs.empty() ? "" : ",") + log_text(hash, transaction, log);
    // An unknown type of transaction, and no `to`.
    return concat(R"("result":{"type":"0x7b","to":null,"from":)", json_string(k_sender.text()),
                  R"(,"status":)", json_string(quantity(transaction.has_succeeded ? 1 : 0)),
                  R"(,"transactionHash":)", json_string(hash.text()), R"(,"blockNumber":)",
                  json_string(quantity(number)), R"(,"blockHash":)", json_string(block_hash.text()),
                  R"(,"logs":[)", logs, "]}");
}

std::string ChainNode::transaction(const json_t* parameters_view)
{
    const auto hash = *value::TxHash::parse(text_at(parameters_view, 0));
    const auto known = all();
    const auto found = known.find(hash);
    if (found == known.end() || hides_transactions) return R"("result":null)";
    return concat(R"("result":{"type":"0x7b","hash":)", json_string(hash.text()), ',',
                  found->second.call, '}');
}

std::string ChainNode::logs(const json_t* filter_view)
{
    const auto first = *chain::parse_count(*json::text_member(filter_view, "fromBlock"));
    const auto last = *chain::parse_count(*json::text_member(filter_view, "toBlock"));
    if (largest_range != 0 && last - first + 1 > largest_range)
        return concat(R"("error":{"code":-32000,"message":)", json_string(range_error), '}');
    std::string out;
    std::uint64_t count = 0;
    for (const auto& [hash, transaction] : all()) {
        if (hides_logs || !transaction.block || !transaction.has_succeeded) continue;
        const bool is_inside = *transaction.block >= first && *transaction.block <= last;
        for (const Log& log : transaction.logs)
            if (ignores_filters || (is_inside && fits(log, filter_view))) {
                out += (out.empty() ? "" : ",") + log_text(hash, transaction, log);
                ++count;
            }
    }
    if (most_logs != 0 && count > most_logs)
        return R"("error":{"code":-32005,"message":"query returned too many results"})";
    return concat(R"("result":[)", out, ']');
}

std::string ChainNode::state(const json_t* parameters_view)
{
    const auto at = *chain::parse_count(text_at(parameters_view, 1));
    if (at > head) return R"("error":{"code":-32000,"message":"header not found"})";
    const auto data = *json::text_member(json_array_get(parameters_view, 0), "data");
    if (const auto given = contract.find(std::string{data}); given != contract.end())
        return concat(R"("result":)", json_string(given->second));
    const bool is_used =
        always_used || std::any_of(payments.begin(), payments.end(), [&](const auto& each) {
            const auto& payment = each.second;
            return payment.has_succeeded && !payment.is_removed && payment.block <= at &&
                   data == concat("0xe94a0102", padded(payment.transfer.payer).substr(2),
                                  payment.transfer.nonce.text().substr(2));
        });
    return concat(R"("result":)", json_string(concat("0x", std::string(63, '0'), is_used ? 1 : 0)));
}

base::Result<net::HttpResponse, net::HttpFailure> NodesHttp::send(const net::HttpRequest& request)
{
    before_each();
    if (const auto wrong = broken.find(request.url); wrong != broken.end()) return wrong->second;
    const auto found = nodes.find(request.url);
    if (found == nodes.end())
        return base::refuse(net::HttpFailure{net::HttpFailureKind::not_sent, "refused"});
    net::HttpResponse response{200, found->second->answer(request.body)};
    if (response.body.find("\"error\":") != std::string::npos) response.status = error_status;
    if (response.body.size() > request.response_limit)
        return base::refuse(net::HttpFailure{net::HttpFailureKind::may_be_received,
                                             "answer too large", /*is_too_large=*/true});
    return response;
}

} // namespace chain_test
