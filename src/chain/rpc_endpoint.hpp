// One configured JSON-RPC endpoint with a memory: it rests after failures, and it is asked for its
// chain id before anything else it says counts.
#pragma once

#include "chain/endpoint_health.hpp"
#include "chain/json_rpc.hpp"
#include "chain/transfer_reader.hpp"

#include <cstddef>
#include <functional>

namespace chain {

using Deadline = std::chrono::steady_clock::time_point;
using SteadyNow = std::function<Deadline()>; // std::chrono::steady_clock::now, but in tests

// Not thread-safe: one per thread.
class RpcEndpoint {
public:
    struct Settings {
        std::string url;
        std::size_t ordinal = 1; // its place in the configuration, from 1: what it is called
        std::uint64_t chain_id = 0;
        std::chrono::milliseconds timeout{0}; // of one call
    };

    // `http` must outlive the endpoint.
    RpcEndpoint(net::HttpClient& http, Settings settings, SteadyNow now);

    // A transport fault without anything sent: while it rests (the fault it rests after), while it
    // serves another chain, past the deadline. Asks for the chain id first when that was not done
    // in the last 10 minutes (after a wrong one: in the last minute). An answer that is too large
    // is one: a stranger's transaction must not put an endpoint to rest.
    RpcAnswer call(std::string_view method, base::json::Ref parameters, Deadline deadline);

    // What came was JSON-RPC but not what the method returns: counts as a failure.
    void gave_nonsense(std::string detail);

    [[nodiscard]] bool serves_wrong_chain() const { return m_serves_wrong_chain; }
    [[nodiscard]] std::size_t ordinal() const { return m_settings.ordinal; }

private:
    RpcAnswer call_unchecked(std::string_view method, base::json::Ref parameters,
                             Deadline deadline);
    std::optional<RpcFailure> check_chain(Deadline deadline);
    void rest(TransportFault fault);

    Settings m_settings;
    SteadyNow m_now;
    JsonRpcClient m_client;
    EndpointHealth m_health;
    std::string m_failure;                     // why it rests
    std::optional<Deadline> m_chain_check_due; // nullopt: never asked
    bool m_serves_wrong_chain = false;
};

} // namespace chain
