// All that the check dns asks at once, with what came back.
#pragma once

#include "forensics/dns/evidence.hpp"
#include "forensics/dns/questions.hpp"
#include "forensics/dns/services.hpp"
#include "forensics/dns/silent.hpp"
#include "net/dns_ask.hpp"
#include "net/dnssec.hpp"

#include <vector>

namespace forensics {

// Everything that is asked at once.
struct Batch {
    std::vector<AskedName> names;
    std::vector<SilentQuestion> silent;
    std::vector<net::DnsQuestion> random;
    std::vector<net::DnsProbeResult> random_by_system;
    std::vector<ServiceSeen> services;
    ControlAnswers controls; // of names, then of random names
    std::vector<net::DnssecOutcome> signed_by_system;
    std::vector<net::DnssecOutcome> signed_by_control;
};

// `proofs`: the handshakes that were to prove a name. The questions to addresses without a resolver
// are to stay unanswered, and are not among them.
Questions questions_of(const Batch& batch, Questions proofs);

} // namespace forensics
