// What may be done to a database only while nothing of this node's service runs.
#pragma once

#include "base/fd.hpp"
#include "config/places.hpp"

namespace cli {

// Throws Fault: the worker or a pool runs; what it cannot tell counts as running. No worker starts
// while what is returned is open.
base::Fd require_standstill(const config::Places& places);

} // namespace cli
