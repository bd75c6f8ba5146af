// The gate for everything a buyer can influence: only global addresses, none of this host's own
// networks, and port 53 of the system's own resolvers. There is no switch to open it. Networks of
// tests use addresses that look public.
#pragma once

#include "base/fd.hpp"
#include "base/result.hpp"
#include "net/ip_address.hpp"
#include "net/own_networks.hpp"

#include <string_view>
#include <vector>

namespace net {

enum class Transport { udp, tcp };

enum class EgressRefusal {
    not_global,    // the gate is closed for this address
    unreachable,   // no route, network down, or refused at once: nothing was observed
    out_of_places, // no descriptors or ports left here
};

// What must be set before the first packet leaves.
struct SocketRules {
    int ttl = 0;                 // hop limit of every packet, 1 .. 255; 0: the system's
    bool reports_icmp = false;   // ICMP errors are queued for MSG_ERRQUEUE (IP_RECVERR)
    bool stamps_arrival = false; // SO_TIMESTAMPNS on what arrives
};

// Immutable, and so safe for any number of threads.
class BuyerEgress {
public:
    // `system_resolvers`: where this host asks for names, loopback included. A name may lead to
    // `own_networks` after it was vetted.
    explicit BuyerEgress(std::vector<IpAddress> system_resolvers,
                         std::vector<OwnNetwork> own_networks = {});

    [[nodiscard]] bool allows(const Endpoint& endpoint) const;
    [[nodiscard]] const std::vector<IpAddress>& system_resolvers() const { return m_resolvers; }

    // A non-blocking, close-on-exec socket to `endpoint`: UDP is connected, TCP is connecting (it
    // is writable when the connection stands or has failed; SO_ERROR tells).
    [[nodiscard]] base::Result<base::Fd, EgressRefusal> open(Transport transport,
                                                             const Endpoint& endpoint,
                                                             const SocketRules& rules = {}) const;

private:
    std::vector<IpAddress> m_resolvers;
    std::vector<OwnNetwork> m_own_networks;
};

// The `nameserver` lines of a resolv.conf, the first three as the C library has it; 127.0.0.1 when
// there is none. Lines that hold no address are passed over.
std::vector<IpAddress> resolvers_in(std::string_view resolv_conf);

// As k_resolv_conf names them now.
inline constexpr auto k_resolv_conf = "/etc/resolv.conf";
std::vector<IpAddress> resolvers_of_this_host();

} // namespace net
