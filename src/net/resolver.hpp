// The seam to the system's resolvers: addresses of names, asked all at once.
#pragma once

#include "base/result.hpp"
#include "net/ip_address.hpp"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace net {

enum class LookupRefusal {
    no_address, // the resolver says: no such name, or it has neither A nor AAAA
    no_answer,  // nothing usable came before the deadline
};

using Lookup = base::Result<std::vector<IpAddress>, LookupRefusal>;

class Resolver {
public:
    virtual ~Resolver() = default;
    // One answer for each of `names` (A-labels), in their order; A and AAAA together, each once,
    // CNAMEs followed. Returns by `deadline`.
    virtual std::vector<Lookup> lookup(std::span<const std::string> names,
                                       std::chrono::steady_clock::time_point deadline) = 0;
};

} // namespace net
