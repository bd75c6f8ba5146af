// The facilitators and the JSON-RPC endpoints of the configuration, as the settlement desk asks
// them.
#pragma once

#include "base/clock.hpp"
#include "base/config/config.hpp"
#include "work/settlement_desk.hpp"

#include <memory>

namespace work {

// Both must outlive the object. Throws Fault when a credential cannot be read.
std::unique_ptr<Outside> make_outside(const base::config::Config& config, const base::Clock& clock);

} // namespace work
