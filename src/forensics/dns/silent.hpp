// Questions to addresses where no resolver is: what answers them stands on the path. Every name
// is asked there, since a forger may have an eye on one of them only.
#pragma once

#include "forensics/dns/rules.hpp"
#include "net/dns_probe.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace forensics {

struct SilentQuestion {
    net::IpAddress address;
    std::string name;
    std::optional<DnsNameSeen::Answer> answer; // the first
    TlsProof tls_proof = TlsProof::not_tried;  // of its first address
};

// How long an answer from nowhere is waited for.
inline constexpr std::chrono::milliseconds k_silent_wait{1500};

// The IPv4 addresses of every one of `names`, asked at the first two of `addresses`, address by
// address. Takes k_silent_wait, or until `deadline`.
std::vector<SilentQuestion> ask_silent_addresses(const net::DatagramDial& dial,
                                                 std::span<const net::IpAddress> addresses,
                                                 std::span<const std::string> names,
                                                 std::chrono::steady_clock::time_point deadline);

// What the rules want to know of one question.
SilentAddressSeen seen_of(const SilentQuestion& question,
                          const std::vector<net::IpAddress>& by_control);

// An object for each address, with the names that were answered there.
base::json::Ref silent_evidence(std::span<const SilentQuestion> questions);

} // namespace forensics
