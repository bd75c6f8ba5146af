// The accounts that facilitators send settlements from, as they publish them (x402 version 2,
// section 7: GET {url}/supported, `signers`). What they name is remembered while they are silent.
#pragma once

#include "base/clock.hpp"
#include "net/http_client.hpp"
#include "pay/facilitator_settings.hpp"
#include "value/evm.hpp"

#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace pay {

// The EVM accounts that the body of /supported names, of whatever EVM network; nullopt: it is not
// such a body. Pure.
std::optional<std::set<value::EvmAddress>> parse_supported_signers(std::string_view body);

// Not thread-safe: one per thread, as its HttpClient.
class SupportedSigners {
public:
    // All must outlive the object.
    SupportedSigners(net::HttpClient& http, const FacilitatorSettings& settings,
                     const base::Clock& clock);

    // Asks again those that were not asked lately, sooner when none has named the account.
    bool has(const value::EvmAddress& account);

private:
    struct Told {
        std::set<value::EvmAddress> signers;
        std::optional<std::chrono::steady_clock::time_point> asked;
    };

    [[nodiscard]] bool knows(const value::EvmAddress& account) const;
    void ask_all(std::chrono::seconds age);
    void ask(const std::string& url, Told& told);

    net::HttpClient& m_http;
    const FacilitatorSettings& m_settings;
    const base::Clock& m_clock;
    std::vector<Told> m_told; // by the facilitators' places in the configuration
};

} // namespace pay
