// The synthesize products: from a checked request to its artifact.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"

#include <functional>
#include <string_view>

namespace analysis::synthesize {

// stage, done, total: before each step.
using Progress = std::function<void(std::string_view, std::size_t, std::size_t)>;

// `request` has passed catalog::check_request for `product`. Throws Fault when it has not.
// `pages_view`: of each of its sources null, or what became of the page that it names (see
// extract()); nullptr: no page was read, and each that was to be is unreachable.
base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress);

} // namespace analysis::synthesize
