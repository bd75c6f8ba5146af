// Questions to resolvers over TCP (RFC 7766), for answers that do not fit a datagram.
#pragma once

#include "net/dns_probe.hpp"
#include "net/tls_probe.hpp"

#include <optional>
#include <span>
#include <vector>

namespace net {

// One result for each of `probes`, by `deadline`; nullopt: no answer that can be read. A server
// gets at most four connections, each with one question at a time: home routers have few places.
// At most 64 KiB are read of an answer. The process ignores SIGPIPE.
std::vector<std::optional<DnsProbeResult::Answer>> probe_dns_streams(
    const Dial& dial, std::span<const DnsProbe> probes,
    std::chrono::steady_clock::time_point deadline);

} // namespace net
