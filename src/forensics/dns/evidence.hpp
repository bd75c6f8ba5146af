// Answers to names as the check dns keeps them, and as its evidence shows them.
#pragma once

#include "forensics/basket/basket.hpp"
#include "forensics/dns/rules.hpp"
#include "net/dns_probe.hpp"

#include <string_view>
#include <vector>

namespace forensics {

inline constexpr std::uint16_t k_dns_port = 53;

// A name that exists, of one address family.
struct AskedName {
    net::DnsQuestion question;
    net::DnsProbeResult by_system;
    std::size_t control = 0; // index of what the controls said
    DnsNameSeen seen;
};

DnsNameSeen::Answer answer_of(const net::DnsReply& reply);
std::vector<DnsNameSeen::Answer> answers_of(const net::DnsProbeResult& result);

// Addresses of our own network are not told, only their range.
base::json::Ref shown_list(const std::vector<net::IpAddress>& addresses);
base::json::Ref answers_evidence(const net::DnsProbeResult& result);
// Each control, and to how many questions it replied; `replies` may be empty yet.
base::json::Ref controls_evidence(const std::vector<ControlDoh>& controls,
                                  const std::vector<std::size_t>& replies);
std::string_view to_text(TlsProof proof);

base::json::Ref name_evidence(const AskedName& asked);

} // namespace forensics
