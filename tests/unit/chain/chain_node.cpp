#include "chain_node.hpp"

#include "base/concat.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/keccak.hpp"

#include <algorithm>

namespace chain_test {

namespace json = base::json;
using base::concat;

namespace {

std::string quoted(std::string_view text)
{
    return concat('"', text, '"');
}

std::string topic(std::string_view event)
{
    return chain::keccak256(base::bytes_of(event)).text();
}

std::string word(const value::EvmAddress& address)
{
    return concat("0x", std::string(24, '0'), base::to_hex(address.bytes()));
}

std::string word(value::AtomicUsd value)
{
    return base::to_hex_0x(chain::Uint256{static_cast<std::uint64_t>(value.atoms())}.bytes());
}

std::string text_at(const json_t* array_view, std::size_t at)
{
    return std::string{json::text_of(json_array_get(array_view, at))};
}

} // namespace

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
    if (method == "eth_chainId") return concat(R"("result":)", quoted(quantity(chain_id)));
    if (method == "eth_getBlockByNumber") return block(parameters_view);
    if (method == "eth_getTransactionReceipt") return receipt(parameters_view);
    if (method == "eth_call") return state(parameters_view);
    if (method == "eth_getLogs") return logs(json_array_get(parameters_view, 0));
    return R"("error":{"code":-32601,"message":"Method not found"})";
}

std::string ChainNode::block(const json_t* parameters_view)
{
    const auto which = text_at(parameters_view, 0);
    const auto number = which == "latest" ? head : *chain::parse_count(which);
    if (number > head || missing.contains(number)) return R"("result":null)";
    return concat(R"("result":{"number":)", quoted(quantity(number)), R"(,"timestamp":)",
                  quoted(quantity(static_cast<std::uint64_t>(timestamp(number)))), R"(,"hash":)",
                  quoted(hash_of(number).text()), R"(,"transactions":[]})");
}

std::string ChainNode::logs_of(const value::TxHash& hash, const Payment& payment) const
{
    const auto& transfer = payment.transfer;
    const auto log = [&](std::uint64_t index, const std::string& topics, const std::string& data) {
        return concat(R"({"address":)", quoted(transfer.token.text()), R"(,"topics":[)", topics,
                      R"(],"data":)", quoted(data), R"(,"blockNumber":)",
                      quoted(quantity(payment.block)), R"(,"transactionHash":)",
                      quoted(hash.text()), R"(,"logIndex":)", quoted(quantity(index)),
                      R"(,"removed":)", payment.is_removed ? "true" : "false", '}');
    };
    const auto authorization =
        concat(quoted(word(transfer.payer)), ',', quoted(transfer.nonce.text()));
    if (payment.is_cancel)
        return log(
            payment.first_log,
            concat(quoted(topic("AuthorizationCanceled(address,bytes32)")), ',', authorization),
            "0x");
    auto out =
        log(payment.first_log,
            concat(quoted(topic("AuthorizationUsed(address,bytes32)")), ',', authorization), "0x");
    if (!payment.has_transfer) return out;
    return concat(out, ',',
                  log(payment.first_log + payment.step,
                      concat(quoted(topic("Transfer(address,address,uint256)")), ',',
                             quoted(word(transfer.payer)), ',', quoted(word(transfer.pay_to))),
                      word(transfer.value)));
}

std::string ChainNode::receipt(const json_t* parameters_view)
{
    const auto hash = *value::TxHash::parse(text_at(parameters_view, 0));
    const auto found = payments.find(hash);
    if (found == payments.end() || hides_receipts) return R"("result":null)";
    const Payment& payment = found->second;
    const auto block_hash = forked.contains(payment.block) ? hash_of(payment.block + 1'000'000)
                                                           : hash_of(payment.block);
    // A type of transaction that nobody knows yet, and no `to`.
    return concat(R"("result":{"type":"0x7b","to":null,"status":)",
                  quoted(quantity(payment.has_succeeded ? 1 : 0)), R"(,"transactionHash":)",
                  quoted(hash.text()), R"(,"blockNumber":)", quoted(quantity(payment.block)),
                  R"(,"blockHash":)", quoted(block_hash.text()), R"(,"logs":[)",
                  payment.has_succeeded ? logs_of(hash, payment) : std::string{}, "]}");
}

std::string ChainNode::logs(const json_t* filter_view)
{
    const auto first = *chain::parse_count(*json::text_member(filter_view, "fromBlock"));
    const auto last = *chain::parse_count(*json::text_member(filter_view, "toBlock"));
    if (largest_range != 0 && last - first + 1 > largest_range)
        return concat(R"("error":{"code":-32000,"message":)", quoted(range_error), '}');
    const json_t* topics_view = json::array_member(filter_view, "topics");
    std::string out;
    for (const auto& [hash, payment] : payments) {
        const bool fits = payment.block >= first && payment.block <= last &&
                          text_at(topics_view, 1) == word(payment.transfer.payer) &&
                          text_at(topics_view, 2) == payment.transfer.nonce.text();
        if (hides_logs || !payment.has_succeeded || (!fits && !ignores_filters)) continue;
        out += (out.empty() ? "" : ",") + logs_of(hash, payment);
    }
    return concat(R"("result":[)", out, ']');
}

std::string ChainNode::state(const json_t* parameters_view)
{
    const auto at = *chain::parse_count(text_at(parameters_view, 1));
    if (at > head) return R"("error":{"code":-32000,"message":"header not found"})";
    const auto data = *json::text_member(json_array_get(parameters_view, 0), "data");
    const bool is_used =
        always_used || std::any_of(payments.begin(), payments.end(), [&](const auto& each) {
            const auto& payment = each.second;
            return payment.has_succeeded && !payment.is_removed && payment.block <= at &&
                   data == concat("0xe94a0102", word(payment.transfer.payer).substr(2),
                                  payment.transfer.nonce.text().substr(2));
        });
    return concat(R"("result":)", quoted(concat("0x", std::string(63, '0'), is_used ? 1 : 0)));
}

base::Result<net::HttpResponse, net::HttpFailure> NodesHttp::send(const net::HttpRequest& request)
{
    before_each();
    if (const auto wrong = broken.find(request.url); wrong != broken.end()) return wrong->second;
    const auto found = nodes.find(request.url);
    if (found == nodes.end())
        return base::refuse(net::HttpFailure{net::HttpFailureKind::not_sent, "refused"});
    return net::HttpResponse{200, found->second->answer(request.body)};
}

} // namespace chain_test
