#include "cli/online_check.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/json.hpp"
#include "chain/eip712.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/json_rpc.hpp"
#include "cli/model_check.hpp"
#include "cli/online_store.hpp"
#include "config/credentials.hpp"
#include "config/suggest.hpp"
#include "net/curl_http_client.hpp"

namespace cli {

using namespace base;

namespace {

constexpr std::chrono::seconds k_online_connect_timeout{5};
constexpr std::chrono::seconds k_online_timeout{10};
constexpr std::size_t k_online_answer_max_bytes = std::size_t{256} * 1024;

// Function selectors of the token (ERC-20, EIP-3009).
constexpr std::string_view k_name = "0x06fdde03";
constexpr std::string_view k_version = "0x54fd4d50";
constexpr std::string_view k_domain_separator = "0x3644e515";

// The JSON of a 200 answer; the error is a sentence.
Result<json::Ref, std::string> ask_endpoint(net::HttpClient& http, net::HttpRequest request)
{
    request.connect_timeout = k_online_connect_timeout;
    request.total_timeout = k_online_timeout;
    request.response_limit = k_online_answer_max_bytes;
    const auto answer = http.send(request);
    if (!answer) return refuse(answer.error().detail);
    if (answer->status != 200) return refuse(concat("status ", answer->status));
    auto parsed = json::parse(answer->body);
    if (!parsed) return refuse(concat("not JSON: ", parsed.error().detail));
    return std::move(*parsed);
}

// What a call returned as text; the error is a sentence.
using RpcText = Result<std::string, std::string>;

RpcText ask_rpc(chain::JsonRpcClient& rpc, std::string_view method, json::Ref parameters)
{
    const auto answer = rpc.call(method, std::move(parameters), k_online_timeout);
    if (!answer) return refuse(chain::describe(answer.error()));
    if (!json_is_string(answer->get())) return refuse(concat(method, " gave no text"));
    return std::string{json::text_of(answer->get())};
}

RpcText call_token(chain::JsonRpcClient& rpc, const value::EvmAddress& token,
                   std::string_view selector)
{
    return ask_rpc(rpc, "eth_call",
                   json::array(json::object("to", token.text(), "data", selector), "latest"));
}

// What the configuration says of the token, and where the token says it.
struct TokenText {
    std::string_view selector;
    std::string_view key;
    const std::string& configured;
};

void compare_text(chain::JsonRpcClient& rpc, const config::Payment& payment,
                  const TokenText& text_of, const std::string& who, OnlineReport& report)
{
    const auto& [selector, key, configured] = text_of;
    const auto answer = call_token(rpc, payment.asset, selector);
    const auto text = answer ? decode_abi_text(*answer) : std::nullopt;
    if (!text) {
        // Not every token has the function; the domain separator decides.
        report.good({who, concat("the token does not say its ", key)});
        return;
    }
    if (*text == configured)
        report.good({who, concat("payment.", key, " is \"", configured, '"')});
    else
        report.wrong({who, concat("payment.", key, " is \"", configured, "\" but the token says \"",
                                  config::printable(*text), '"')});
}

void check_rpc(const config::Payment& payment, const std::string& url, net::HttpClient& http,
               OnlineReport& report)
{
    const auto who = origin_for_people(url);
    chain::JsonRpcClient rpc{http, url};
    const auto chain_id = ask_rpc(rpc, "eth_chainId", json::array());
    if (!chain_id) return report.silent({who, chain_id.error()});
    const auto number = chain::parse_quantity(*chain_id);
    if (!number) return report.silent({who, "eth_chainId gave no number"});
    if (number != chain::Uint256{payment.network.chain_id()})
        return report.wrong({who, concat("payment.network is ", payment.network.text(),
                                         " but its chain id is ", config::printable(*chain_id))});
    report.good({who, concat("chain id ", payment.network.chain_id())});

    compare_text(rpc, payment, {k_name, "asset_name", payment.asset_name}, who, report);
    compare_text(rpc, payment, {k_version, "asset_version", payment.asset_version}, who, report);
    const auto separator = call_token(rpc, payment.asset, k_domain_separator);
    if (!separator) return report.silent({who, concat("DOMAIN_SEPARATOR: ", separator.error())});
    const auto ours = chain::domain_separator(
        {payment.asset_name, payment.asset_version, payment.network, payment.asset});
    if (value::Digest::parse(*separator) == ours)
        report.good({who, "buyers' signatures will fit the token (EIP-712 domain)"});
    else
        report.wrong({who, "the EIP-712 domain of payment.asset is not that of network, asset, "
                           "asset_name and asset_version together"});
}

bool offers_exact(const json_t* supported_view, const value::EvmNetwork& network)
{
    const json_t* kinds_view = json::array_member(supported_view, "kinds");
    for (std::size_t i = 0; i < json_array_size(kinds_view); ++i) {
        const json_t* kind_view = json_array_get(kinds_view, i);
        if (json::integer_member(kind_view, "x402Version") == 2 &&
            json::text_member(kind_view, "scheme") == "exact" &&
            json::text_member(kind_view, "network") == network.text())
            return true;
    }
    return false;
}

void check_facilitator(const config::Config& config, const std::string& url,
                       const pay::FacilitatorAuth& auth, net::HttpClient& http,
                       OnlineReport& report)
{
    const auto who = origin_for_people(url);
    net::HttpRequest request;
    request.url = concat(url, "/supported");
    auto authorization = auth.header(request.method, request.url, SystemClock{}.now());
    if (!authorization.empty())
        request.headers.push_back({"Authorization", std::move(authorization)});
    const auto answer = ask_endpoint(http, std::move(request));
    if (!answer) return report.silent({who, concat("/supported: ", answer.error())});
    if (offers_exact(answer->get(), config.payment.network))
        report.good({who, concat("settles exact on ", config.payment.network.text())});
    else
        report.wrong({who, concat("does not settle x402 version 2, scheme exact, on ",
                                  config.payment.network.text())});
}

} // namespace

std::optional<std::string> decode_abi_text(std::string_view hex)
{
    constexpr std::size_t k_abi_word = 32;
    const auto bytes = from_hex_0x(hex);
    if (!bytes || bytes->size() < 2 * k_abi_word) return std::nullopt;
    // Word 0: where the text is (always 32); word 1: its length. A text over 255 bytes is not a
    // name.
    const auto small_word = [&](std::size_t at) -> std::optional<std::size_t> {
        for (std::size_t i = at; i < at + k_abi_word - 1; ++i)
            if ((*bytes)[i] != 0) return std::nullopt;
        return (*bytes)[at + k_abi_word - 1];
    };
    const auto offset = small_word(0);
    const auto length = small_word(k_abi_word);
    if (offset != k_abi_word || !length || *length > bytes->size() - 2 * k_abi_word)
        return std::nullopt;
    const auto begin = bytes->begin() + 2 * k_abi_word;
    return std::string{begin, begin + static_cast<std::ptrdiff_t>(*length)};
}

void check_online(const config::Config& config, const pay::FacilitatorAuth& auth,
                  net::HttpClient& http, OnlineReport& report)
{
    for (const auto& url : config.payment.rpc_urls) check_rpc(config.payment, url, http, report);
    for (const auto& url : config.facilitator.urls)
        check_facilitator(config, url, auth, http, report);
    if (!config.llm.is_set()) return;
    const auto token = config::read_llm_credential(config);
    if (token)
        check_model(config.llm, *token, http, report);
    else
        report.wrong({"llm.auth_credential", token.error()});
}

void check_online(const config::Config& config, OnlineReport& report)
{
    check_store(config, report);
    const auto auth = pay::FacilitatorAuth::from(config);
    if (!auth) return report.wrong({"facilitator.auth_credential", auth.error()});
    auto urls = config.payment.rpc_urls;
    urls.insert(urls.end(), config.facilitator.urls.begin(), config.facilitator.urls.end());
    if (config.llm.is_set()) urls.push_back(config.llm.url);
    const net::OperatorEgress egress{urls};
    net::CurlHttpClient http{egress};
    check_online(config, *auth, http, report);
}

} // namespace cli
