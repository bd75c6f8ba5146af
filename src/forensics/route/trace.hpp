// The path to one target, without privilege: UDP of one constant flow with growing hop limits,
// then TCP connections with hop limits, which find what answers for the target on the way.
#pragma once

#include "forensics/route/rules.hpp"
#include "net/buyer_egress.hpp"

#include <chrono>
#include <cstdint>

namespace forensics {

struct TraceLimits {
    std::uint16_t tcp_port = 443;
    int max_ttl = 20; // 1 .. 32
    std::chrono::steady_clock::time_point deadline;
};

// Takes about 1.5 s where something answers, 3 s in silence, and up to 3 s more where routers quote
// too little of a probe to tell which one it was: those are asked one after the other. At most
// 3 * max_ttl packets, twice the UDP ones when it sees a loop.
Path trace_path(const net::IpAddress& target, const TraceLimits& limits,
                const net::BuyerEgress& egress);

// The payload of a probe and which hop limit it had. Two words cancel each other out, so that the
// UDP checksum, which routers hash into their choice of a path, is the same for all.
std::array<std::uint8_t, 16> route_probe(int ttl);
std::optional<int> ttl_of_quoted(std::span<const std::uint8_t> payload);

} // namespace forensics
