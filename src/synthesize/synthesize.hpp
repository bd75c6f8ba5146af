// The synthesis and the brief: from a checked request to its artifact.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"
#include "synthesize/material.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace synthesize {

// stage, done, total: before each step.
using Progress = std::function<void(std::string_view, std::size_t, std::size_t)>;

// The sources of a request that has passed request::check_request, as they could be read, in order.
// Throws Fault when it has not. `pages_view`: of each source null, or what became of the page that
// it names (see extract()); nullptr: no page was read, and each that was to be is unreachable.
std::vector<Material> materials_of(const json_t* request, const json_t* pages_view);

// `request` has passed request::check_request for `product`. Throws Fault when it has not, and for
// a product that is neither of the two.
base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress);

} // namespace synthesize
