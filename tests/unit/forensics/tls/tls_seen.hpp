// Hosts as the rules of the check tls see them.
#pragma once

#include "forensics/tls/rules.hpp"

namespace tls_case {

using namespace forensics;

inline const base::Instant k_seen_at = *base::from_rfc3339("2026-03-01T00:00:00Z");

inline TlsHostSeen seen(const char* host, TlsClass kind, bool is_canonical = true)
{
    TlsHostSeen out;
    out.host = host;
    out.operator_name = host;
    out.is_canonical = is_canonical;
    out.kind = kind;
    out.issuer = std::string{"CN=CA of "} + host;
    if (kind == TlsClass::is_public) out.timestamps = Timestamps::valid;
    if (kind != TlsClass::unreachable && kind != TlsClass::handshake_failed)
        out.key_digest = base::sha256(base::bytes_of(host));
    return out;
}

inline TlsHostSeen custom(const char* host, TlsClass kind)
{
    return seen(host, kind, /*is_canonical=*/false);
}

inline TlsHostSeen custom_address(const char* address, TlsClass kind)
{
    TlsHostSeen out = custom(address, kind);
    out.operator_name.clear();
    return out;
}

inline CheckResult judge(const std::vector<TlsHostSeen>& hosts, bool tcp_80_works = false)
{
    return judge_tls(hosts, judge_tls_hosts(hosts, k_seen_at), tcp_80_works);
}

inline TlsHostVerdict first_of(const std::vector<TlsHostSeen>& hosts)
{
    return judge_tls_hosts(hosts, k_seen_at).front();
}

} // namespace tls_case
