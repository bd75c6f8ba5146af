// From a product of the table to the engine that makes its artifact.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"
#include "llm/consultation.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace analysis {

using Progress = std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

// What an engine is given beside the request.
struct Surroundings {
    Progress progress;
    std::string basket_path; // the scanner's reference data; empty: none was given
    // The addresses that the sale found for the request's hosts; nullptr: it looked none up.
    const json_t* pins_view = nullptr;
    std::string vantage{};                 // what the operator calls the place we look from
    const json_t* pages_view = nullptr;    // what became of the sources that were to be fetched
    std::chrono::milliseconds deadline{0}; // by when a scan tells what it has; zero: none was given
    llm::Consultation* consultation = nullptr; // a model to ask; nullptr: there is none
};

// The artifact; or the `detail` of a 422, for what only a look outside can tell of the request.
using Engine = base::Result<base::json::Ref, base::json::Ref> (*)(const catalog::Product& product,
                                                                  const json_t* request,
                                                                  const Surroundings& surroundings);

// nullptr when nothing here makes this product.
Engine find_engine(const catalog::Product& product);

} // namespace analysis
