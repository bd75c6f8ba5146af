#include "forensics/route/rules.hpp"

#include "net/special_ranges.hpp"

#include <algorithm>
#include <array>

namespace forensics {

namespace {

constexpr std::size_t k_turns = 2;
constexpr int k_early_by_hops = 2;
constexpr double k_far_ms = 50;
constexpr double k_least_margin = 0.6; // of a path whose end was reached
constexpr double k_loop_margin = 0.9;
constexpr std::string_view k_carrier_range = "100.64.0.0/10";

bool is_circle(std::span<const std::optional<Hop>> hops, std::size_t period)
{
    for (std::size_t i = 0; i < hops.size(); ++i)
        if (!hops[i] || (i >= period && hops[i]->address != hops[i - period]->address))
            return false;
    return hops[0]->address != hops[1]->address;
}

// Time exceeded in transit (RFC 792; RFC 4443, section 3.3).
bool is_expiry(const Hop& hop)
{
    return hop.icmp_type == (hop.address.is_v4() ? 11 : 3) && hop.icmp_code == 0;
}

std::size_t count_if(std::span<const Path> paths, bool (*is_so)(const Path&))
{
    return static_cast<std::size_t>(std::count_if(paths.begin(), paths.end(), is_so));
}

bool is_seen(const Path& path)
{
    const auto is_there = [](const std::optional<Hop>& hop) { return hop.has_value(); };
    return path.is_reached() && std::any_of(path.hops.begin(), path.hops.end(), is_there);
}

bool is_going_in_circles(const Path& path)
{
    return path.is_loop_confirmed && !path.is_reached();
}

bool has_detour(const Path& path)
{
    const Detour detour = private_detour(path);
    return detour.hops >= 2 || detour.is_far;
}

// Which part of the hops before the end of the path answered.
double share_answered(std::span<const Path> paths)
{
    double sum = 0;
    std::size_t seen = 0;
    for (const Path& path : paths) {
        if (!is_seen(path)) continue;
        ++seen;
        const auto length = static_cast<std::size_t>(path.udp_distance.value_or(
            path.tcp_distance.value_or(static_cast<int>(path.hops.size()))));
        const auto end =
            path.hops.begin() + static_cast<std::ptrdiff_t>(std::min(length, path.hops.size()));
        const auto answered =
            std::count_if(path.hops.begin(), end, [](const auto& hop) { return hop.has_value(); });
        sum +=
            static_cast<double>(answered) / static_cast<double>(std::max<std::size_t>(length, 1));
    }
    return seen == 0 ? 0 : sum / static_cast<double>(seen);
}

} // namespace

bool has_loop(std::span<const std::optional<Hop>> hops)
{
    for (std::size_t period = 2; period * k_turns <= hops.size(); ++period)
        for (std::size_t start = 0; start + period * k_turns <= hops.size(); ++start)
            if (is_circle(hops.subspan(start, period * k_turns), period)) return true;
    return false;
}

std::optional<int> hops_missing(const Path& path)
{
    if (!path.udp_distance || !path.tcp_distance) return std::nullopt;
    int nearest = *path.udp_distance; // that the target can be
    const auto is_router_at = [&path](int ttl) {
        const auto index = static_cast<std::size_t>(ttl - 1);
        return index < path.hops.size() && path.hops[index] && is_expiry(*path.hops[index]);
    };
    while (nearest > *path.tcp_distance && !is_router_at(nearest - 1)) --nearest;
    const int missing = std::max(0, nearest - *path.tcp_distance);
    const bool is_doubtful =
        missing < k_early_by_hops && *path.udp_distance - *path.tcp_distance >= k_early_by_hops;
    if (is_doubtful) return std::nullopt;
    return missing;
}

bool ends_early(const Path& path)
{
    return hops_missing(path).value_or(0) >= k_early_by_hops;
}

bool is_refusal(const Hop& hop)
{
    // Destination unreachable: network, host, and what is "prohibited" (RFC 1812, section 5.2.7.1;
    // RFC 4443, section 3.1).
    constexpr std::array k_v4_codes{0, 1, 9, 10, 13};
    constexpr std::array k_v6_codes{0, 1, 3, 5, 6};
    const auto is_one_of = [&hop](int type, std::span<const int> codes) {
        return hop.icmp_type == type &&
               std::find(codes.begin(), codes.end(), hop.icmp_code) != codes.end();
    };
    return hop.address.is_v4() ? is_one_of(3, k_v4_codes) : is_one_of(1, k_v6_codes);
}

bool is_refused_on_path(const Path& path)
{
    const auto refuses = [&path](const std::optional<Hop>& hop) {
        return hop && hop->address != path.target && is_refusal(*hop);
    };
    return !path.is_reached() && std::any_of(path.hops.begin(), path.hops.end(), refuses);
}

Detour private_detour(const Path& path)
{
    Detour out;
    bool was_public = false;
    const Hop* last = nullptr;
    for (std::size_t i = 0; i < path.hops.size(); ++i) {
        if (!path.hops[i]) continue;
        const Hop& hop = *path.hops[i];
        const auto range = net::special_range_of(hop.address);
        const bool is_usual = i == 1 && range == k_carrier_range;
        if (range && was_public && !is_usual && (last == nullptr || last->address != hop.address)) {
            ++out.hops;
            if (last != nullptr && hop.rtt_ms - last->rtt_ms > k_far_ms) out.is_far = true;
        }
        if (!range) was_public = true;
        last = &hop;
    }
    return out;
}

RouteJudgement judge_route(std::span<const Path> paths)
{
    if (paths.empty()) return {Verdict::inconclusive, "unreachable", {}};
    const auto reached = static_cast<double>(
        std::count_if(paths.begin(), paths.end(), [](const Path& p) { return p.is_reached(); }));
    const double coverage = reached / static_cast<double>(paths.size());
    if (count_if(paths, is_going_in_circles) > 0)
        return {Verdict::critical, "loop", {1, 1, k_loop_margin}};
    if (count_if(paths, ends_early) >= 2)
        return {Verdict::warn, "tcp_terminated_early", {coverage}};
    if (count_if(paths, is_refused_on_path) * 2 >= paths.size() && reached > 0)
        return {Verdict::warn, "blocked_on_path", {1, 1, 0.7}};
    if (count_if(paths, has_detour) > 0)
        return {Verdict::warn, "private_detour", {1, 1, k_least_margin}};
    if (count_if(paths, is_seen) * 2 >= paths.size())
        return {Verdict::ok, "", {coverage, 1, std::max(k_least_margin, share_answered(paths))}};
    if (reached == 0) return {Verdict::inconclusive, "unreachable", {}};
    return {Verdict::inconclusive,
            count_if(paths, is_seen) == 0 ? Reason{"no_hops"} : Reason{"few_reached"},
            {coverage}};
}

} // namespace forensics
