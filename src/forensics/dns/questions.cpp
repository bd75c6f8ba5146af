#include "forensics/dns/questions.hpp"

#include "base/concat.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <array>

namespace forensics {

namespace {

constexpr std::size_t k_max_names = 12;
constexpr std::size_t k_max_signed_names = 4;
constexpr std::size_t k_control_names = 2;
constexpr std::size_t k_random_names = 3;
constexpr std::size_t k_random_letters = 16;
constexpr std::chrono::milliseconds k_resolver_time{300}; // to ask others itself

std::string random_label()
{
    std::array<std::uint8_t, k_random_letters> bytes{};
    base::fill_random(bytes);
    std::string label;
    for (const std::uint8_t byte : bytes) label += static_cast<char>('a' + byte % 26);
    return label;
}

// The first `most` of `names` that are not there yet.
void append_first(std::vector<std::string>& out, const std::vector<std::string>& names,
                  std::size_t most)
{
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        if (std::find(out.begin(), out.end(), names[i]) == out.end()) out.push_back(names[i]);
}

} // namespace

DnsPlan dns_plan(const ScanContext& context, const DnsSection& section)
{
    DnsPlan plan;
    for (const Target& target : context.targets)
        if (!net::IpAddress::parse(target.host)) plan.names.push_back(target.host);
    append_first(plan.names, section.names,
                 context.targets.empty() ? k_max_names : k_control_names);
    append_first(plan.signed_names, section.dnssec_signed_names, k_max_signed_names);
    append_first(plan.names, plan.signed_names, k_max_signed_names);
    const auto& suffixes = section.nxdomain_suffixes;
    for (std::size_t i = 0; !suffixes.empty() && i < k_random_names; ++i)
        plan.random_names.push_back(
            base::concat(random_label(), ".", suffixes[i % suffixes.size()]));
    return plan;
}

ControlAnswers ask_controls(const net::SocketGate& gate, const std::string& roots_pem,
                            std::span<const ControlDoh> controls,
                            std::span<const net::DnsQuestion> questions,
                            std::chrono::steady_clock::time_point deadline)
{
    std::vector<net::DohProbe> probes;
    for (const net::DnsQuestion& question : questions)
        for (const ControlDoh& control : controls)
            probes.push_back({control.url, control.address, question});
    const auto results = net::probe_doh(gate, roots_pem, probes, deadline);
    ControlAnswers answers;
    answers.of_question.resize(questions.size());
    answers.replies.resize(controls.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].reply) continue;
        answers.has_any = true;
        ++answers.replies[i % controls.size()];
        auto& all = answers.of_question[i / controls.size()];
        const net::DnsReply& reply = *results[i].reply;
        if (!reply.addresses.empty()) ++all.with_addresses;
        if (reply.rcode == 3) ++all.nxdomain;
        if (reply.services > 0)
            ++all.with_services;
        else if (reply.rcode == 0 || reply.rcode == 3)
            ++all.without_services;
        for (const net::IpAddress& each : reply.addresses)
            if (std::find(all.addresses.begin(), all.addresses.end(), each) == all.addresses.end())
                all.addresses.push_back(each);
    }
    return answers;
}

std::chrono::milliseconds hold_on_for(std::optional<std::chrono::milliseconds> round_trip,
                                      const HoldOn& limits)
{
    if (!round_trip) return limits.longest;
    return std::clamp(2 * *round_trip + k_resolver_time, limits.shortest, limits.longest);
}

std::optional<std::chrono::milliseconds> round_trip_to(
    const net::Dial& dial, std::span<const ControlDoh> controls,
    std::chrono::steady_clock::time_point deadline)
{
    std::vector<net::Endpoint> endpoints;
    endpoints.reserve(controls.size());
    for (const ControlDoh& control : controls)
        endpoints.push_back(net::doh_endpoint(control.url, control.address));
    const auto round_trips = net::probe_tcp(dial, endpoints, deadline);
    const auto farthest = std::max_element(round_trips.begin(), round_trips.end());
    return farthest == round_trips.end() ? std::nullopt : *farthest;
}

} // namespace forensics
