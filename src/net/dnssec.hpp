// DNSSEC validation by libunbound, of what a given resolver says.
#pragma once

#include "net/ip_address.hpp"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace net {

enum class DnssecState {
    secure,   // signed, and the signatures are right up to the root
    insecure, // rightly unsigned
    bogus,    // signatures are missing or wrong
    unknown,  // no answer in time
};

struct DnssecOutcome {
    DnssecState state = DnssecState::unknown;
    std::string why; // libunbound's words when bogus
};

// The A records of all `names` over `resolver`, with the root's anchor from a file as dns-root-data
// has it; one outcome for each, by `deadline` and what it takes to stop a thread. Asks no other.
// Throws Fault when libunbound cannot start or the anchor cannot be read.
std::vector<DnssecOutcome> validate_dnssec(const IpAddress& resolver,
                                           const std::string& anchor_path,
                                           std::span<const std::string> names,
                                           std::chrono::steady_clock::time_point deadline);

} // namespace net
