// Resolver by c-ares: DNS only (no hosts file, no search domains), over the gate for buyers.
#pragma once

#include "net/buyer_egress.hpp"
#include "net/resolver.hpp"

namespace net {

// Asks egress.system_resolvers(). Each call has sockets of its own: safe for several threads.
class AresResolver final : public Resolver {
public:
    // `egress` must outlive the resolver. Throws Fault when c-ares cannot start.
    explicit AresResolver(const BuyerEgress& egress);

    std::vector<Lookup> lookup(std::span<const std::string> names,
                               std::chrono::steady_clock::time_point deadline) override;

private:
    const BuyerEgress& m_egress;
};

} // namespace net
