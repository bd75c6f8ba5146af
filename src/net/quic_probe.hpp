// Whether QUIC passes: a server answers a version that does not exist with those that it speaks
// (RFC 9000, section 6), before any connection and without a key.
#pragma once

#include "net/dns_probe.hpp"

#include <chrono>
#include <span>
#include <vector>

namespace net {

// For each of `endpoints` whether a Version Negotiation packet to our own connection came back by
// `deadline`. Each is asked three times, since datagrams are lost.
std::vector<bool> probe_quic(const DatagramDial& dial, std::span<const Endpoint> endpoints,
                             std::chrono::steady_clock::time_point deadline);

// A packet of 1200 bytes (RFC 9000, section 14.1), of a version reserved for this (section 15).
// `source_id`: 8 bytes.
base::Bytes make_quic_question(base::ByteView source_id);

// Version Negotiation (RFC 8999, section 6) for the connection that `source_id` names.
bool answers_quic_question(base::ByteView packet, base::ByteView source_id);

} // namespace net
