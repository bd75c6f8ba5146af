// `assay config check --online`: what only the chain, the facilitators and a model's server can say
// about a configuration.
#pragma once

#include "cli/online_report.hpp"
#include "config/config.hpp"
#include "net/http_client.hpp"
#include "pay/facilitator_auth.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cli {

// Every RPC endpoint: chain id, and the token's name, version and EIP-712 domain separator against
// [payment]. Every facilitator: /supported offers the scheme `exact` on our network. The model of
// [llm]: see check_model(). The store's server: see check_store().
void check_online(const config::Config& config, OnlineReport& report);

// The same over a client given: for tests.
void check_online(const config::Config& config, const pay::FacilitatorAuth& auth,
                  net::HttpClient& http, OnlineReport& report);

// The text that eth_call returned for a function of type string (Solidity ABI), nullopt when it is
// not one. `hex` is untrusted.
std::optional<std::string> decode_abi_text(std::string_view hex);

} // namespace cli
