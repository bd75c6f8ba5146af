// `assay status`: how the service is, in figures of its own books.
#pragma once

#include "base/json.hpp"
#include "store/access.hpp"

#include <string>

namespace cli {

// {"status": "ok" | "degraded" (an alarm stands) | "down" (no worker lives), ...}; in one snapshot
// if the caller has opened one.
base::json::Ref status_of(const store::Access& at);

// A line for each member, safe on a terminal.
std::string status_text(const json_t* status_view);

} // namespace cli
