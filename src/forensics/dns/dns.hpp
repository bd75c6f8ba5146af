// The check dns: whether the system's resolver, and the path to it, tell the truth about names.
#pragma once

#include "forensics/check/check.hpp"
#include "forensics/dns/questions.hpp"
#include "net/dnssec.hpp"
#include "net/tls_probe.hpp"

#include <functional>

namespace forensics {

// Over the context's gate. Publishes what it found of each name.
CheckResult run_dns(const ScanContext& context);

// How the check reaches others; tests put their own here.
struct DnsWays {
    net::DatagramDial datagrams;
    net::Dial connections; // to servers that prove who they are, and to resolvers by TCP
    net::SocketGate gate;  // for the controls
    std::function<std::vector<net::DnssecOutcome>(const net::IpAddress& resolver,
                                                  std::span<const std::string> names,
                                                  std::chrono::steady_clock::time_point deadline)>
        validate; // empty: there is no trust anchor
    HoldOn hold_on{};
};
CheckResult look_at_dns(const ScanContext& context, const DnsWays& ways);

} // namespace forensics
