// The whole product correlation: the streams, given as such or found among the sources, and what
// the other sources say beside them.
#pragma once

#include "base/json.hpp"
#include "sources/material.hpp"

#include <functional>
#include <string>
#include <vector>

namespace correlate {

// What sources say beside the streams: the findings of a source map, and each source as it lists
// them, in their order.
struct Context {
    base::json::Ref findings;
    base::json::Ref sources;
};
using MakeContext =
    std::function<Context(const std::string& query, std::vector<sources::Material> materials)>;

// "correlation/2" without `usage`. `request` has passed request::check_request; `materials` are its
// sources as they could be read, in order. `make_context` is asked when some of them are not
// streams. Without two streams the verdict is INSUFFICIENT, `streams` is null and nothing else is
// said: the buyer gets a credit.
base::json::Ref make_artifact(const json_t* request, std::vector<sources::Material> materials,
                              const MakeContext& make_context);

} // namespace correlate
