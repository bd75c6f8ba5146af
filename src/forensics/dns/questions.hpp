// What the check dns asks, and whom: the system's resolver, encrypted controls, and addresses where
// no resolver is.
#pragma once

#include "forensics/basket/basket.hpp"
#include "forensics/check/check.hpp"
#include "net/dns_probe.hpp"
#include "net/doh.hpp"
#include "net/tls_probe.hpp"

#include <chrono>
#include <optional>

namespace forensics {

struct DnsPlan {
    std::vector<std::string> names;        // that exist
    std::vector<std::string> random_names; // that do not exist, made up now
    std::vector<std::string> signed_names; // for DNSSEC
};

// Names of the basket, or the buyer's with two of the basket beside them.
DnsPlan dns_plan(const ScanContext& context, const DnsSection& section);

struct ControlAnswers {
    struct Answer {
        std::vector<net::IpAddress> addresses; // of all controls together, each once
        std::size_t with_addresses = 0;        // controls
        std::size_t nxdomain = 0;              // controls
        std::size_t with_services = 0;         // controls with an HTTPS record
        std::size_t without_services = 0;      // controls that say that there is none
    };
    std::vector<Answer> of_question;  // in the order of the questions
    std::vector<std::size_t> replies; // of each control, to whatever question
    bool has_any = false;
};

// Every question to every control.
ControlAnswers ask_controls(const net::SocketGate& gate, const std::string& roots_pem,
                            std::span<const ControlDoh> controls,
                            std::span<const net::DnsQuestion> questions,
                            std::chrono::steady_clock::time_point deadline);

// How long the true answer may be behind a forged one, which is faster by up to a round trip of the
// resolver: that is as far away as the controls, about.
struct HoldOn {
    std::chrono::milliseconds shortest{500};
    std::chrono::milliseconds longest{1500}; // also when no control tells
};
std::chrono::milliseconds hold_on_for(std::optional<std::chrono::milliseconds> round_trip,
                                      const HoldOn& limits);

// To the farthest control that accepts a connection by `deadline`; nullopt: none does.
std::optional<std::chrono::milliseconds> round_trip_to(
    const net::Dial& dial, std::span<const ControlDoh> controls,
    std::chrono::steady_clock::time_point deadline);

} // namespace forensics
