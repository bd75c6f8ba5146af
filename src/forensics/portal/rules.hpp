// What an answer to a portal probe says of the path, and what all of them say together. Pure.
#pragma once

#include "forensics/basket/basket.hpp"
#include "forensics/check/check.hpp"
#include "net/http_probes.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

enum class PortalClass {
    silent,       // no answer
    server_error, // an answer that a broken server gives too
    ok,           // exactly what its operator serves
    added_to,     // the same, with headers that its operator does not send
    proxied,      // the same, through a proxy that says so
    manipulated,  // what only another server serves
};

std::string_view name_of(PortalClass portal_class);

PortalClass classify(const PortalProbe& probe, const net::HttpProbeAnswer& answer);

// The headers beside those that servers send by the standards (RFC 9110, 9111 and others, as the
// IANA registers them) and those that the probe's own servers are known to send.
std::vector<std::string> added_headers(const PortalProbe& probe,
                                       const net::HttpProbeAnswer& answer);

// The headers by which a proxy on the path shows itself, but those the probe's own servers send.
std::vector<std::string> proxy_headers(const PortalProbe& probe,
                                       const net::HttpProbeAnswer& answer);

// The host a redirect leads to; empty when it leads nowhere else.
std::string landing_host(const PortalProbe& probe, const net::HttpProbeAnswer& answer);

// The worst class of one probe's requests: an operator's answer counts once.
struct PortalVote {
    std::string_view operator_name;
    PortalClass portal_class = PortalClass::silent;
};

struct PortalJudgement {
    Verdict verdict = Verdict::inconclusive;
    Reason reason; // none when OK
    Support support;
};

PortalJudgement judge_portal(std::span<const PortalVote> votes);

} // namespace forensics
