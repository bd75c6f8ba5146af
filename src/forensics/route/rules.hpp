// What the paths to several targets say of the network between. Pure.
#pragma once

#include "forensics/check/check.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace forensics {

// A router, or the target, that answered a packet of that hop limit.
struct Hop {
    net::IpAddress address;
    double rtt_ms = 0;
    int icmp_type = 0; // of ICMP or ICMPv6, as the address is
    int icmp_code = 0;
};

struct Path {
    net::IpAddress target;
    std::vector<std::optional<Hop>> hops; // the first is of hop limit 1; nullopt: silent
    std::optional<int> udp_distance;      // smallest hop limit to which the target answered
    std::optional<int> tcp_distance;      // smallest hop limit with which a connection stood
    bool is_loop_confirmed = false;       // a second flow went in circles too
    std::optional<int> shortest_quote{};  // bytes of a probe that came back with an ICMP error

    [[nodiscard]] bool is_reached() const { return udp_distance || tcp_distance; }
};

// Routers in a circle: two or more addresses, the same twice over at consecutive hops. One
// router at two neighbouring hops is not a loop, nor is a path that two flows share in part.
bool has_loop(std::span<const std::optional<Hop>> hops);

// How many hops before the target a connection stands, as far as routers bear witness: to the last
// one that a UDP probe ran out at. That the target answered no probe of fewer hops proves nothing:
// Linux tells one host six times that a port is closed, and then once a second. nullopt: not known,
// as where it may be two or more without a witness.
std::optional<int> hops_missing(const Path& path);

// A TCP connection that stands two hops or more before the target does.
bool ends_early(const Path& path);

// Whether a router says that nothing may pass, or that it knows no way.
bool is_refusal(const Hop& hop);

// A router before the target refuses, and nothing has arrived.
bool is_refused_on_path(const Path& path);

// Hops into a private or reserved network after the public one, in number, and whether one of them
// costs 50 ms more than the hop before. A carrier's shared addresses after the first hop are usual.
struct Detour {
    std::size_t hops = 0;
    bool is_far = false;
};
Detour private_detour(const Path& path);

struct RouteJudgement {
    Verdict verdict = Verdict::inconclusive;
    Reason reason; // none when OK
    Support support;
};

RouteJudgement judge_route(std::span<const Path> paths);

} // namespace forensics
