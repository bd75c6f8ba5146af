// DNS over HTTPS (RFC 8484) to servers whose address and name are known beforehand: answers that
// no box on the path can change, to compare others with.
#pragma once

#include "net/dns_message.hpp"
#include "net/socket_gate.hpp"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace net {

struct DohProbe {
    std::string url; // https
    IpAddress address;
    DnsQuestion question;
};

struct DohResult {
    std::optional<DnsReply> reply; // nullopt: none that may be believed
    std::chrono::milliseconds round_trip{0};
    std::string error; // libcurl's words or ours, empty when there is a reply
};

// The endpoint at which a server of that URL is spoken to. Throws Fault when the URL is not valid.
Endpoint doh_endpoint(const std::string& url, const IpAddress& address);

// All at once, one connection per server where it speaks HTTP/2; one result for each of `probes`,
// by `deadline`. Only servers whose certificate leads to a root in the file `roots_pem` are
// believed; no redirect is followed, and at most 4 KiB of an answer are read. Throws Fault when
// libcurl cannot start or a URL is not valid.
std::vector<DohResult> probe_doh(const SocketGate& gate, const std::string& roots_pem,
                                 std::span<const DohProbe> probes,
                                 std::chrono::steady_clock::time_point deadline);

} // namespace net
