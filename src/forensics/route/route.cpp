#include "forensics/route/route.hpp"

#include "forensics/basket/basket.hpp"
#include "forensics/route/trace.hpp"
#include "net/preferred_address.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_targets = 3;

std::vector<net::IpAddress> targets_of(const ScanContext& context)
{
    std::vector<net::IpAddress> out;
    const auto dial = net::datagrams_through(context.egress);
    for (const Target& target :
         context.targets.first(std::min(context.targets.size(), k_most_targets)))
        out.push_back(net::preferred_address(target.addresses, dial));
    const std::size_t canonical = context.targets.empty() ? k_most_targets : 1;
    const auto& ours = context.basket.route->targets;
    for (std::size_t i = 0; i < std::min(ours.size(), canonical); ++i) out.push_back(ours[i]);
    return out;
}

// The length of what a router sent back, as RFC 792 counts it: the headers and as much of the probe
// as came.
std::optional<int> quote_length(const Path& path)
{
    constexpr int k_udp_header = 8;
    const int ip_header = path.target.is_v4() ? 20 : 40;
    if (!path.shortest_quote) return std::nullopt;
    return ip_header + k_udp_header + *path.shortest_quote;
}

json::Ref path_json(const Path& path)
{
    auto hops = json::array();
    for (std::size_t i = 0; i < path.hops.size(); ++i) {
        const bool is_past = path.udp_distance && static_cast<int>(i) >= *path.udp_distance;
        if (!path.hops[i] || is_past) continue;
        const Hop& hop = *path.hops[i];
        json::append(hops.get(), json::object("ttl", i + 1, "ip", shown(hop.address), "rtt_ms",
                                              rounded(hop.rtt_ms, 1), "icmp",
                                              json::array(hop.icmp_type, hop.icmp_code)));
    }
    auto findings = json::array();
    const auto find = [&findings](bool is_so, std::string_view finding) {
        if (is_so) json::append(findings.get(), json::value(finding));
    };
    find(path.is_loop_confirmed, "loop");
    find(ends_early(path), "tcp_terminated_early");
    find(is_refused_on_path(path), "blocked_on_path");
    find(private_detour(path).hops > 0, "private_hop");
    const std::string_view reached_by = path.udp_distance && path.tcp_distance ? "udp and tcp"
                                        : path.udp_distance                    ? "udp"
                                        : path.tcp_distance                    ? "tcp"
                                                                               : "nothing";
    return json::object("ip", shown(path.target), "udp_distance", path.udp_distance, "tcp_distance",
                        path.tcp_distance, "reached_by", reached_by, "hops", std::move(hops),
                        "quote_len_min", quote_length(path), "findings", std::move(findings));
}

json::Ref evidence_of(const std::vector<Path>& paths)
{
    auto told = json::array();
    for (const Path& path : paths) json::append(told.get(), path_json(path));
    return json::object("targets", std::move(told));
}

std::vector<Path> trace_all(const ScanContext& context)
{
    const RouteSection& section = *context.basket.route;
    const TraceLimits limits{section.tcp_port, section.max_ttl, context.deadline};
    std::vector<Path> paths;
    for (const auto& target : targets_of(context))
        paths.push_back({.target = target, .hops = {}, .udp_distance = {}, .tcp_distance = {}});
    std::vector<std::exception_ptr> faults(paths.size());
    std::mutex keeping;
    std::vector<Path> ended;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < paths.size(); ++i)
        threads.emplace_back([&, i] {
            try {
                paths[i] = trace_path(paths[i].target, limits, context.egress);
                const std::lock_guard lock{keeping};
                ended.push_back(paths[i]);
                context.keep(evidence_of(ended));
            } catch (...) {
                faults[i] = std::current_exception();
            }
        });
    threads.clear(); // joins: a trace ends by the deadline
    for (const auto& fault : faults)
        if (fault) std::rethrow_exception(fault);
    return paths;
}

std::string_view summary_of(const RouteJudgement& judgement)
{
    switch (judgement.verdict) {
    case Verdict::ok: return "packets reach their targets on ordinary paths";
    case Verdict::critical: return "packets go in circles and never arrive";
    case Verdict::warn:
        if (judgement.reason == "tcp_terminated_early")
            return "somebody on the path accepts connections for the targets";
        if (judgement.reason == "private_detour") return "a path leads back into private networks";
        return "a router on the path refuses packets";
    case Verdict::inconclusive: return "no router on the paths was seen";
    }
    __builtin_unreachable();
}

} // namespace

CheckResult run_route(const ScanContext& context)
{
    if (!context.basket.route || context.basket.route->targets.empty()) return not_configured();
    const auto paths = trace_all(context);
    for (const Path& path : paths)
        context.board.distances.publish({path.target, hops_missing(path)});
    const auto judgement = judge_route(paths);
    CheckResult out{.verdict = judgement.verdict,
                    .confidence = confidence_of(judgement.verdict, judgement.support),
                    .summary = std::string{summary_of(judgement)},
                    .reasons = {},
                    .evidence = {}};
    if (!judgement.reason.empty()) out.reasons.push_back(judgement.reason);
    out.evidence = evidence_of(paths);
    const auto reached = std::count_if(paths.begin(), paths.end(),
                                       [](const Path& path) { return path.is_reached(); });
    out.questions = {paths.size(), static_cast<std::size_t>(reached)};
    out.is_silent = std::none_of(paths.begin(), paths.end(), [](const Path& path) {
        const auto is_there = [](const auto& hop) { return hop.has_value(); };
        return path.is_reached() || std::any_of(path.hops.begin(), path.hops.end(), is_there);
    });
    return out;
}

} // namespace forensics
