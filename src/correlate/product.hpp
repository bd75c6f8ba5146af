// The whole product correlation: the streams, given as such or found among the sources, and what
// the other sources say beside them.
#pragma once

#include "base/json.hpp"
#include "sources/material.hpp"

#include <vector>

namespace correlate {

// "correlation/1" without `usage`. `request` has passed request::check_request; `materials` are its
// sources as they could be read, in order. Without two streams the verdict is INSUFFICIENT,
// `streams` is null and nothing else is said: the buyer gets a credit.
base::json::Ref make_artifact(const json_t* request, std::vector<sources::Material> materials);

} // namespace correlate
