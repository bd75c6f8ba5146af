// What makes which artifact. A program holds the engines that it names and no others: those of
// texts need none of the libraries that a scan needs.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"
#include "llm/consultation.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// No product (catalog/errands.hpp). `request` is nullptr when it is not JSON; so is what comes
// back, when it is not a request.
using Errand = base::json::Ref (*)(const json_t* request, const std::string& basket_path);

struct Engines {
    struct ProductRow {
        std::string_view family;
        std::string_view variant; // empty: all that have no row of their own
        Engine engine;
    };
    struct ErrandRow {
        std::string_view key;
        Errand errand;
    };

    std::span<const ProductRow> products;
    std::span<const ErrandRow> errands;
    // What has to stay readable for a product or an errand, for confine(); nullptr: nothing.
    std::vector<std::string> (*files)(std::string_view key, const std::string& basket_path);

    // nullptr when nothing here makes this product, or does this errand.
    [[nodiscard]] Engine engine_of(const catalog::Product& product) const;
    [[nodiscard]] Errand errand_of(std::string_view key) const;
};

const Engines& text_engines(); // verify, synthesize, correlate, a page to its text
const Engines& scan_engines(); // forensics, a basket's looks, pages from the network

} // namespace analysis
