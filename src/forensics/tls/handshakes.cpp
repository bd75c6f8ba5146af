#include "forensics/tls/handshakes.hpp"

#include "base/hex.hpp"
#include "net/preferred_address.hpp"

#include <algorithm>
#include <future>

namespace forensics {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_lookup_time{2000};
constexpr milliseconds k_handshake_time{3500};
constexpr milliseconds k_second_time{1800};
constexpr milliseconds k_quic_time{2000};

// Addresses of those that have none; what the resolver does not know stays without.
void resolve(std::vector<ShownTls>& all, const TlsWays& ways, Clock::time_point deadline)
{
    std::vector<ShownTls*> unknown;
    std::vector<std::string> names;
    for (ShownTls& each : all) {
        if (each.plan.address) continue;
        unknown.push_back(&each);
        names.push_back(each.plan.host);
    }
    if (names.empty()) return;
    const auto answers = ways.resolver.lookup(names, deadline);
    for (std::size_t i = 0; i < answers.size(); ++i)
        if (answers[i] && !answers[i]->empty())
            unknown[i]->plan.address = net::preferred_address(*answers[i], ways.datagrams);
}

void connect(std::vector<ShownTls*>& hosts, const net::Dial& dial, Clock::time_point deadline)
{
    std::vector<net::TlsProbe> probes;
    probes.reserve(hosts.size());
    for (const ShownTls* each : hosts)
        probes.push_back({each->plan.host,
                          {*each->plan.address, each->plan.port},
                          each->plan.role != TlsRole::dot});
    auto results = net::probe_tls(dial, probes, deadline);
    for (std::size_t i = 0; i < results.size(); ++i) {
        ShownTls& shown = *hosts[i];
        shown.result = std::move(results[i]);
        if (shown.result.seen && !shown.result.seen->chain_der.empty())
            shown.leaf = parse_certificate(base::bytes_of(shown.result.seen->chain_der[0]));
    }
}

void look_again(std::vector<ShownTls>& all, const net::Dial& dial, Clock::time_point deadline)
{
    const auto is_had = [](const ShownTls& each) { return each.result.seen.has_value(); };
    if (std::none_of(all.begin(), all.end(), is_had)) return;
    std::vector<ShownTls*> silent;
    for (ShownTls& each : all)
        if (each.plan.is_canonical && !each.result.seen &&
            each.result.state != net::TlsProbeState::not_tried)
            silent.push_back(&each);
    connect(silent, dial, deadline);
}

void ask_quic(std::vector<ShownTls>& all, const net::DatagramDial& dial, Clock::time_point deadline)
{
    std::vector<net::Endpoint> endpoints;
    std::vector<ShownTls*> asked;
    for (ShownTls& each : all) {
        if (!each.plan.expects_quic || !each.plan.address) continue;
        endpoints.push_back({*each.plan.address, each.plan.port});
        asked.push_back(&each);
    }
    const auto answers = net::probe_quic(dial, endpoints, deadline);
    for (std::size_t i = 0; i < answers.size(); ++i) asked[i]->answers_quic = answers[i];
}

} // namespace

std::vector<ShownTls> shake_hands(std::span<const PlannedTlsHost> plan, const TlsWays& ways,
                                  Clock::time_point deadline)
{
    const auto in = [deadline](milliseconds time) {
        return std::min(deadline, Clock::now() + time);
    };
    std::vector<ShownTls> all;
    for (const PlannedTlsHost& host : plan) all.push_back({.plan = host});
    resolve(all, ways, in(k_lookup_time));
    auto quic =
        std::async(std::launch::async, [&] { ask_quic(all, ways.datagrams, in(k_quic_time)); });
    std::vector<ShownTls*> known;
    for (ShownTls& each : all)
        if (each.plan.address) known.push_back(&each);
    connect(known, ways.connections, in(k_handshake_time));
    look_again(all, ways.connections, in(k_second_time));
    quic.get();
    return all;
}

} // namespace forensics
