// The handshakes of the check tls: what each planned host shows, and whether QUIC passes to it.
#pragma once

#include "forensics/tls/hosts.hpp"
#include "forensics/tls/x509.hpp"
#include "net/quic_probe.hpp"
#include "net/resolver.hpp"
#include "net/tls_probe.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace forensics {

// How the check reaches others; tests put their own here.
struct TlsWays {
    net::Dial connections;
    net::DatagramDial datagrams;
    net::Resolver& resolver;
};

struct ShownTls {
    PlannedTlsHost plan;
    net::TlsProbeResult result{};
    X509Ref leaf{};                     // empty: no handshake, or no certificate
    std::optional<bool> answers_quic{}; // nullopt: it was not expected to, or has no address
};

// In the order of `plan`. Those without an address are looked up first. A host of the basket that
// is silent where another is not gets a second try: a lost packet is not a blockade. All is over by
// `deadline`.
std::vector<ShownTls> shake_hands(std::span<const PlannedTlsHost> plan, const TlsWays& ways,
                                  std::chrono::steady_clock::time_point deadline);

} // namespace forensics
