// Questions to resolvers as their programs ask: an answer that was cut short is had whole over TCP
// (RFC 7766, section 5), and a server that does not know EDNS is asked without (RFC 6891, section
// 7). Beside that as probe_dns() does.
#pragma once

#include "net/dns_probe.hpp"
#include "net/tls_probe.hpp"

namespace net {

struct DnsLines {
    const DatagramDial& datagrams;
    const Dial& connections;
};

// One result for each of `probes`, by `deadline`. In `answers` what came instead of a refusal of
// EDNS, or of a cut answer, stands first; a refusal or a cut answer stays only where nothing came
// instead.
std::vector<DnsProbeResult> ask_dns(const DnsLines& lines, std::span<const DnsProbe> probes,
                                    const DnsTiming& timing,
                                    std::chrono::steady_clock::time_point deadline);

} // namespace net
