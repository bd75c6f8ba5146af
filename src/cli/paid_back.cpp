#include "cli/paid_back.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/rpc_members.hpp"
#include "chain/rpc_reading.hpp"
#include "chain/token_logs.hpp"
#include "cli/online_report.hpp"

#include <algorithm>

namespace cli {

namespace json = base::json;

using base::concat;

namespace {

constexpr std::uint64_t k_blocks_at_once = 2'000;
constexpr std::uint64_t k_most_blocks = 1'000'000; // 23 days of Base
constexpr std::chrono::seconds k_time_of_call{15};
constexpr std::chrono::minutes k_time_of_endpoint{5};

json::Ref filter_of(const config::Payment& payment, std::span<const value::EvmAddress> payers,
                    std::uint64_t first, std::uint64_t last)
{
    json::Ref to = json::array();
    for (const auto& payer : payers)
        json::append(to.get(), json::value(chain::word_of(payer).text()));
    return json::object("address", payment.asset.text(), "fromBlock", chain::quantity_text(first),
                        "toBlock", chain::quantity_text(last), "topics",
                        json::array(chain::transfer_topic().text(),
                                    chain::word_of(payment.pay_to).text(), std::move(to)));
}

void read_logs(const json_t* logs_view, const config::Payment& payment, std::vector<PaidBack>& out)
{
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto log = chain::token_log(log_view, payment.asset);
        if (!log || log->event != chain::transfer_topic() ||
            log->first != chain::word_of(payment.pay_to))
            continue;
        const auto to = chain::address_in(log->second);
        const auto hash = chain::tx_hash_member(log_view, "transactionHash");
        const auto told = chain::transfer_value(log_view);
        const auto atoms = told ? told->to_int64() : std::nullopt;
        const auto value = atoms ? value::AtomicUsd::checked(*atoms) : std::nullopt;
        if (to && hash && value) out.push_back({to->text(), *value, hash->text()});
    }
}

// What one endpoint tells. The error is a sentence.
base::Result<std::vector<PaidBack>, std::string> read_endpoint(
    chain::RpcReading& reading, const config::Payment& payment,
    std::span<const value::EvmAddress> payers, std::span<const Blocks> spans)
{
    const auto head = reading.head();
    if (!head) return base::refuse(head.error().detail);
    std::vector<PaidBack> out;
    for (const Blocks& span : spans) {
        const auto end = std::min(head->number, span.last.value_or(head->number));
        if (end > span.first + k_most_blocks)
            return base::refuse(concat("more than ", k_most_blocks, " blocks are to be read"));
        for (auto first = span.first; first <= end; first += k_blocks_at_once) {
            const auto last = std::min(end, first + k_blocks_at_once - 1);
            const auto logs = reading.logs(filter_of(payment, payers, first, last));
            if (!logs) return base::refuse(logs.error().detail);
            if (!*logs)
                return base::refuse(
                    concat("it does not tell the transfers of ", k_blocks_at_once, " blocks"));
            read_logs((*logs)->get(), payment, out);
        }
    }
    return out;
}

} // namespace

base::Result<std::vector<PaidBack>, std::string> paid_back(
    const config::Payment& payment, std::span<const value::EvmAddress> payers,
    std::span<const Blocks> spans, net::HttpClient& http)
{
    std::vector<PaidBack> out;
    std::string failures;
    bool is_told = false;
    for (const auto& url : payment.rpc_urls) {
        chain::RpcEndpoint endpoint{
            http,
            {.url = url, .chain_id = payment.network.chain_id(), .timeout = k_time_of_call},
            std::chrono::steady_clock::now};
        chain::RpcReading reading{endpoint, std::chrono::steady_clock::now() + k_time_of_endpoint};
        const auto found = read_endpoint(reading, payment, payers, spans);
        is_told = is_told || found;
        if (found)
            out.insert(out.end(), found->begin(), found->end());
        else
            failures +=
                concat(failures.empty() ? "" : "; ", origin_for_people(url), ": ", found.error());
    }
    if (!is_told)
        return base::refuse(failures.empty() ? std::string{"payment.rpc_urls is empty"} : failures);
    return out;
}

} // namespace cli
