#include "forensics/dns/silent.hpp"

#include "forensics/dns/evidence.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_addresses = 2;

json::Ref answer_evidence(const SilentQuestion& question)
{
    return json::object("name", question.name, "rcode", question.answer->rcode, "ips",
                        shown_list(question.answer->addresses), "tls_proof",
                        to_text(question.tls_proof));
}

} // namespace

std::vector<SilentQuestion> ask_silent_addresses(const net::DatagramDial& dial,
                                                 std::span<const net::IpAddress> addresses,
                                                 std::span<const std::string> names,
                                                 std::chrono::steady_clock::time_point deadline)
{
    std::vector<SilentQuestion> questions;
    std::vector<net::DnsProbe> probes;
    for (const auto& address : addresses.first(std::min(addresses.size(), k_most_addresses)))
        for (const std::string& name : names) {
            questions.push_back({.address = address, .name = name, .answer = {}});
            probes.push_back({{address, k_dns_port}, {name, net::DnsType::a}});
        }
    const net::DnsTiming first_only{k_silent_wait, std::chrono::milliseconds{0}};
    const auto end = std::min(deadline, std::chrono::steady_clock::now() + k_silent_wait);
    const auto results = net::probe_dns(dial, probes, first_only, end);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!results[i].answers.empty())
            questions[i].answer = answer_of(results[i].answers.front().reply);
    return questions;
}

SilentAddressSeen seen_of(const SilentQuestion& question,
                          const std::vector<net::IpAddress>& by_control)
{
    if (!question.answer) return {};
    return {.has_answered = true,
            .agrees_with_control = agrees(*question.answer, by_control, question.tls_proof)};
}

json::Ref silent_evidence(std::span<const SilentQuestion> questions)
{
    json::Ref out = json::array();
    for (std::size_t i = 0; i < questions.size();) {
        const net::IpAddress& address = questions[i].address;
        json::Ref names = json::array();
        for (; i < questions.size() && questions[i].address == address; ++i)
            if (questions[i].answer) json::append(names.get(), answer_evidence(questions[i]));
        const bool has_answered = json_array_size(names.get()) > 0;
        json::append(out.get(), json::object("ip", shown(address), "answered", has_answered,
                                             "names", std::move(names)));
    }
    return out;
}

} // namespace forensics
