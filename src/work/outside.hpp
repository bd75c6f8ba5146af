// The facilitators and the JSON-RPC endpoints of the configuration, as the worker's
// desks ask them.
#pragma once

#include "base/clock.hpp"
#include "chain/anchor_chain.hpp"
#include "chain/transaction_reader.hpp"
#include "chain/transfer_reader.hpp"
#include "config/config.hpp"
#include "pay/facilitator.hpp"

#include <memory>

namespace work {

// Whom a desk asks.
class Outside {
public:
    virtual ~Outside() = default;
    // nullptr: rail v2 is off, so nothing is sent again.
    virtual pay::Facilitator* facilitator() = 0;
    virtual chain::TransferReader& reader() = 0;
    virtual chain::TransactionReader& transactions() = 0;
    virtual chain::AnchorChain& anchors() = 0;
};

// Both must outlive the object. Throws Fault when a credential cannot be read.
std::unique_ptr<Outside> make_outside(const config::Config& config, const base::Clock& clock);

} // namespace work
