// Which hosts a buyer may have scanned. Names are looked up here once, before any money moves, and
// never again for a connection: a buyer who changes their DNS afterwards changes nothing.
#pragma once

#include "base/result.hpp"
#include "net/host_name.hpp"
#include "net/ip_address.hpp"
#include "net/own_networks.hpp"
#include "net/resolver.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace net {

// In order of precedence.
enum class TargetRefusal {
    not_a_host,      // as HostRefusal
    reserved_name,   // as HostRefusal
    duplicate,       // the same host as one before it
    private_address, // an address that is not of the public internet
    unresolvable,    // a name of no address, or no answer in time
    not_global,      // one of the name's addresses is not of the public internet
    own_network,     // one of its addresses is this host's or its neighbours'
};

// The grammar's refusal as one of the whole judgement.
TargetRefusal as_target_refusal(HostRefusal refusal);

// What a text tells by itself, without a look outside: one for each, in their order; nullopt: it
// may be judged by its addresses.
std::vector<std::optional<TargetRefusal>> judge_texts(std::span<const std::string> texts);

// The `type` of a validation error, and its `msg`. What a look outside has told is one word: no
// buyer learns from it which names our resolver knows inside.
std::string_view word(TargetRefusal refusal);
std::string_view explain(TargetRefusal refusal);

// At most two IPv4 and one IPv6 address, at least one; all that the name had were judged.
struct VettedHost {
    std::string host;
    std::vector<IpAddress> addresses;
};

// How long names are looked up where no caller says otherwise.
inline constexpr std::chrono::seconds k_lookup_limit{2};

// The networks and the host that are our own.
struct Home {
    std::vector<OwnNetwork> networks;
    // The host by which we are reached from outside, whose addresses no interface need have; may be
    // empty. As long as it cannot be resolved, it hides nothing.
    std::string name{};
};

// One verdict for each of `texts`, in their order. Takes `limit` at most.
std::vector<base::Result<VettedHost, TargetRefusal>> vet_hosts(
    std::span<const std::string> texts, Resolver& resolver, Home home,
    std::chrono::milliseconds limit = k_lookup_limit);

} // namespace net
