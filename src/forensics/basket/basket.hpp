// The scanner's reference data: whom it asks, and what they must answer (DESIGN.md, 9).
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "net/ip_address.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

struct NtpServer {
    std::string host;
    std::optional<net::IpAddress> address; // absent: asked of the system's resolver
    std::string operator_name;
};

struct NtpSection {
    std::vector<NtpServer> servers;
    std::uint16_t port = 123;
    double ok_offset_sec = 0.128; // ntpd's step threshold; beyond it WARN
    double critical_offset_sec = 1;
};

struct PortalProbe {
    std::string url; // http
    std::string host;
    int expect_status = 0;
    // One of them, or neither: the body does not count.
    std::optional<std::string> expect_body;
    std::optional<std::string> expect_body_contains;
    std::optional<net::IpAddress> address;
    // Headers (lower case) that the probe's own servers add, as caches in front of them do.
    std::vector<std::string> own_headers;
    std::string operator_name;
};

struct PortalSection {
    std::vector<PortalProbe> probes;
};

struct ControlDoh {
    std::string url; // https
    net::IpAddress address;
    std::string host{};          // of the URL
    std::string operator_name{}; // empty: not known, and not known to be unrelated to others
    bool expect_dot = false;     // it speaks DNS over TLS on port 853 too
};

struct DnsSection {
    std::vector<ControlDoh> control_doh;
    std::vector<net::IpAddress> control_udp;
    std::vector<std::string> names;
    std::vector<std::string> dnssec_signed_names;
    std::vector<std::string> nxdomain_suffixes;
    std::vector<net::IpAddress> non_resolvers;
};

struct TlsHost {
    std::string host;
    std::uint16_t port = 443;
    std::optional<net::IpAddress> address;
    bool expect_ct = false;
    bool expect_quic = false; // it speaks QUIC on the same port
    std::string operator_name;
};

struct TlsSection {
    std::vector<TlsHost> hosts;
};

struct RouteSection {
    std::vector<net::IpAddress> targets; // of different operators
    std::uint16_t tcp_port = 443;
    int max_ttl = 20; // 1 .. 32
};

// Left out of a scan, since it has failed night after night (basket_health.hpp).
struct RetiredEntry {
    std::string check;
    std::string name;
    std::string since; // a day, as "2026-11-22"
};

// A section that is absent makes its check INCONCLUSIVE `not_configured`; paths are absolute.
struct Basket {
    std::optional<std::string> trust_store_pem; // what this host trusts
    std::optional<std::string> public_roots_pem;
    std::optional<std::string> ct_log_list_json;
    std::optional<std::string> pins_json;
    std::optional<std::string> interception_issuers_json;
    std::optional<std::string> dnssec_trust_anchor;
    std::optional<std::string> health_json; // which entries fail, as `assay reference check` counts
    std::optional<NtpSection> ntp;
    std::optional<PortalSection> portal;
    std::optional<DnsSection> dns;
    std::optional<TlsSection> tls;
    std::optional<RouteSection> route;
    base::Sha256 sha256{};               // of the text it was read from
    std::vector<RetiredEntry> retired{}; // no more in the sections above
    std::string health_problem{};        // why it is not known what has failed; "" when it is
};

struct BasketRefusal {
    std::string detail; // "ntp.servers[2].ip: no IP address"
};

// Unknown members are passed over. `directory` is where relative paths start: absolute itself.
base::Result<Basket, BasketRefusal> parse_basket(std::string_view text, std::string_view directory);

// The file at `path`, at most 256 KiB. Throws Fault when it cannot be read.
base::Result<Basket, BasketRefusal> read_basket(const std::string& path);

} // namespace forensics
