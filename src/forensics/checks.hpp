// The checks of a scan, as a table.
#pragma once

#include "forensics/check/check.hpp"

#include <span>

namespace forensics {

// Every check that is built, in the interface's order: ntp, portal, dns, tls, ct, route.
std::span<const Check> all_checks();

} // namespace forensics
