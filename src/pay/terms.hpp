// What we ask for one sale. Made from the catalog and the configuration, never from a request.
#pragma once

#include "catalog/catalog.hpp"
#include "chain/eip712.hpp"
#include "value/atomic_usd.hpp"
#include "value/evm.hpp"

#include <string>

namespace pay {

struct Terms {
    chain::TokenDomain token; // network, contract, name and version of the asset
    value::EvmAddress pay_to;
    value::AtomicUsd price;
    std::string resource_url; // the route's public URL: base_url and path
    std::string tools_url{};  // that of POST /mcp, which sells the same
    // The entry of `accepts` that the route's 402 shows, JSON text: what the facilitator is asked
    // to verify and settle.
    std::string requirements;
};

Terms terms_of(const catalog::Catalog& catalog, const catalog::Offer& offer);

} // namespace pay
