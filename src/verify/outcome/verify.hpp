// The verify product: one text, a chain of critics, one artifact.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"
#include "llm/consultation.hpp"
#include "sources/material.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace verify::outcome {

// stage, done, total: after each step.
using Progress = std::function<void(std::string_view, std::size_t, std::size_t)>;

struct Task {
    std::string_view payload;
    std::string_view tier; // what the artifact says of it
    std::span<const std::string_view> critics;
    const std::vector<sources::Material>& materials; // none: the text is read alone
    // A model that may point at what the built-in critics passed over; nullptr: none.
    llm::Consultation* consultation = nullptr;
};

// The artifact of one text, read by these critics in this order. Throws Fault when one of them does
// not exist.
base::json::Ref review_text(const Task& task, const Progress& progress);

// `request` has passed request::check_request for `product`, whose scope names the critics. Throws
// Fault when a critic of the table does not exist. `pages_view`: see sources::materials_of().
// `consultation`: as in Task.
base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation = nullptr);

} // namespace verify::outcome
