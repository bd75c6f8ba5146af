// TLS handshakes for looking at, not for trusting: what a server shows is recorded, whatever it is.
// Who the server may be is for the caller to judge.
#pragma once

#include "base/clock.hpp"
#include "net/buyer_egress.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace net {

struct TlsProbe {
    std::string server_name; // sent as SNI unless it is an address
    Endpoint endpoint;
    bool is_http = true; // it is asked for the date; others are left alone after the handshake
};

struct ReceivedTimestamp {
    std::string source; // "embedded", "tls_extension" or "ocsp"
    std::string bytes;  // one SCT as RFC 6962, section 3.2 serializes it
};

// The Date header of the server's answer to a HEAD request.
struct ServerDate {
    base::Instant date;     // whole seconds
    base::Instant received; // by our wall clock, half the round trip taken off
};

struct TlsSeen {
    std::vector<std::string> chain_der; // leaf first, at most 10, as the server sent it
    std::vector<ReceivedTimestamp> timestamps;
    std::string staple;   // an OCSP response in DER, at most 16 KiB; empty: there was none
    std::string protocol; // "TLSv1.3"
    std::string cipher;
    std::string alpn; // empty: the server chose none
    std::optional<ServerDate> date;
};

enum class TlsProbeState {
    not_tried,        // no packet was sent: the gate refuses, or there is no route from here
    unreachable,      // no connection: silence, or an error from the way
    refused,          // the request for a connection was answered by a reset
    reset,            // connected, then reset or closed before the handshake was done
    handshake_failed, // connected, but what came was not acceptable as TLS
    silent,           // connected, but the handshake did not end in time
    finished,
};

struct TlsProbeResult {
    TlsProbeState state = TlsProbeState::not_tried;
    std::chrono::milliseconds round_trip{0}; // of the TCP connection, where there was one
    std::optional<TlsSeen> seen;             // exactly when finished
};

// How a connecting TCP socket is had. Tests put one of their own here: the gate lets no connection
// to local servers.
using Dial = std::function<base::Result<base::Fd, EgressRefusal>(const Endpoint&)>;
Dial dial_through(const BuyerEgress& egress);

// All at once; one result for each of `probes`, by `deadline`. Any certificate, and old protocol
// versions, are taken: no secret is sent. At most 64 KiB of certificates and 8 KiB of answer are
// read from each. The process ignores SIGPIPE. Throws Fault when OpenSSL cannot start.
std::vector<TlsProbeResult> probe_tls(const Dial& dial, std::span<const TlsProbe> probes,
                                      std::chrono::steady_clock::time_point deadline);

// How long each of `endpoints` took to accept a TCP connection: one round trip. nullopt: it did not
// by `deadline`.
std::vector<std::optional<std::chrono::milliseconds>> probe_tcp(
    const Dial& dial, std::span<const Endpoint> endpoints,
    std::chrono::steady_clock::time_point deadline);

} // namespace net
