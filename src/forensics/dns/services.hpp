// HTTPS records (RFC 9460) of the hosts that a buyer names: where one is taken away, a browser
// falls back to what can be watched: no encrypted hello, and HTTP/2 where HTTP/3 is offered.
#pragma once

#include "forensics/dns/questions.hpp"
#include "net/dns_ask.hpp"

#include <span>
#include <string>
#include <vector>

namespace forensics {

struct ServiceSeen {
    std::string name;
    bool has_answer = false;          // of the system's resolver, and not only an error
    bool is_there = false;            // in one of its answers, of two when the first has none
    std::size_t controls_with = 0;    // that have such a record
    std::size_t controls_without = 0; // that say there is none
};

// Two controls have it, none says that it does not exist, and the system's resolver denies it
// twice.
bool is_removed(const ServiceSeen& seen);

// Names of the targets, in their order.
std::vector<std::string> names_with_services(std::span<const Target> targets);

// One of each name, by `deadline`.
std::vector<ServiceSeen> look_at_services(
    std::span<const std::string> names, const net::DnsLines& lines, const net::Endpoint& resolver,
    const std::function<ControlAnswers(std::span<const net::DnsQuestion>)>& ask_controls,
    std::chrono::steady_clock::time_point deadline);

base::json::Ref services_evidence(std::span<const ServiceSeen> services);

} // namespace forensics
