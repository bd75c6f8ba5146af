#include "forensics/dns/services.hpp"

#include "forensics/dns/rules.hpp"

#include <algorithm>
#include <future>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_enough_controls = 2;
constexpr std::chrono::milliseconds k_one_try{1500};

void take(ServiceSeen& seen, const net::DnsProbeResult& result)
{
    for (const auto& [reply, at, over_tcp] : result.answers) {
        const bool is_error = reply.rcode != 0 && reply.rcode != k_nxdomain;
        if (is_error || reply.is_truncated) continue;
        seen.has_answer = true;
        seen.is_there |= reply.services > 0;
    }
}

void ask(std::vector<ServiceSeen>& all, const net::DnsLines& lines, const net::Endpoint& resolver,
         std::chrono::steady_clock::time_point deadline)
{
    std::vector<ServiceSeen*> asked;
    std::vector<net::DnsProbe> probes;
    for (ServiceSeen& each : all) {
        if (each.is_there) continue;
        asked.push_back(&each);
        probes.push_back({resolver, {each.name, net::DnsType::https}});
    }
    const auto end = std::min(deadline, std::chrono::steady_clock::now() + 2 * k_one_try);
    const auto results =
        net::ask_dns(lines, probes, {k_one_try, std::chrono::milliseconds{0}}, end);
    for (std::size_t i = 0; i < results.size(); ++i) take(*asked[i], results[i]);
}

} // namespace

bool is_removed(const ServiceSeen& seen)
{
    return seen.has_answer && !seen.is_there && seen.controls_with >= k_enough_controls &&
           seen.controls_without == 0;
}

std::vector<std::string> names_with_services(std::span<const Target> targets)
{
    std::vector<std::string> out;
    for (const Target& target : targets)
        if (!net::IpAddress::parse(target.host)) out.push_back(target.host);
    return out;
}

std::vector<ServiceSeen> look_at_services(
    std::span<const std::string> names, const net::DnsLines& lines, const net::Endpoint& resolver,
    const std::function<ControlAnswers(std::span<const net::DnsQuestion>)>& ask_controls,
    std::chrono::steady_clock::time_point deadline)
{
    std::vector<ServiceSeen> out;
    std::vector<net::DnsQuestion> questions;
    for (const std::string& name : names) {
        out.push_back({.name = name});
        questions.push_back({name, net::DnsType::https});
    }
    if (out.empty()) return out;
    auto by_control = std::async(std::launch::async, [&] { return ask_controls(questions); });
    // A lost datagram, and a resolver that is wrong once, take nothing away.
    ask(out, lines, resolver, deadline);
    ask(out, lines, resolver, deadline);
    const ControlAnswers controls = by_control.get();
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].controls_with = controls.of_question[i].with_services;
        out[i].controls_without = controls.of_question[i].without_services;
    }
    return out;
}

json::Ref services_evidence(std::span<const ServiceSeen> services)
{
    json::Ref out = json::array();
    for (const ServiceSeen& each : services)
        json::append(out.get(),
                     json::object("name", each.name, "answered", each.has_answer, "present",
                                  each.is_there, "controls_with", each.controls_with,
                                  "controls_without", each.controls_without));
    return out;
}

} // namespace forensics
