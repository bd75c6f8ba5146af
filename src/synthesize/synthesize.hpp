// The synthesis and the brief: from a checked request to its artifact.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"
#include "llm/consultation.hpp"

#include <functional>
#include <string_view>

namespace synthesize {

// stage, done, total: before each step.
using Progress = std::function<void(std::string_view, std::size_t, std::size_t)>;

// `request` has passed request::check_request for `product`. Throws Fault when it has not, and for
// a product that is neither of the two. `consultation`: a model to ask; nullptr: there is none.
base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation = nullptr);

} // namespace synthesize
