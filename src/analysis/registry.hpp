// From a product of the table to the engine that makes its artifact.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace analysis {

using Progress = std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

// What an engine is given beside the request.
struct Surroundings {
    Progress progress;
    std::string basket_path; // the scanner's reference data; empty: none was given
};

using Engine = base::json::Ref (*)(const catalog::Product& product, const json_t* request,
                                   const Surroundings& surroundings);

// nullptr when nothing here makes this product.
Engine find_engine(const catalog::Product& product);

} // namespace analysis
