// Which hosts a scan shakes hands with: those of the basket, or the buyer's with two of the basket
// beside them, so that a wrong path is told apart from a wrong server; and always the controls that
// the check dns believes.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

// What a handshake there is for.
enum class TlsRole {
    web,
    doh, // a control of the check dns, over HTTPS
    dot, // the same over port 853 (RFC 7858)
};
// "web", "dns_over_https", "dns_over_tls".
std::string_view to_text(TlsRole role);

struct PlannedTlsHost {
    std::string host;
    std::uint16_t port = 443;
    std::optional<net::IpAddress> address; // nullopt: to be asked of the system's resolver
    std::string operator_name;             // empty: not known, as of an address that a buyer names
    bool is_canonical = false;
    bool expects_ct = false;
    bool expects_quic = false;
    TlsRole role = TlsRole::web;
};

std::vector<PlannedTlsHost> planned_tls_hosts(const ScanContext& context);

} // namespace forensics
