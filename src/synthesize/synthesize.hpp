// The synthesis and the brief: from a checked request to its artifact.
//
// Nothing is looked up: the texts are read as they were given. Every line in an artifact stands in
// one of them word for word, a sentence of an account is an edit of such lines, and no artifact
// says that the sources do not tell something.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"
#include "llm/consultation.hpp"
#include "synthesize/words.hpp"

#include <functional>
#include <string_view>

namespace synthesize {

// "synthesis/3" without `usage`. The same order, and the same answers of a model, give the same
// bytes. Texts are valid UTF-8. `consultation`: a model that writes an account; nullptr: none.
base::json::Ref synthesize(const Order& order, llm::Consultation* consultation = nullptr);

// stage, done, total: before each step.
using Progress = std::function<void(std::string_view, std::size_t, std::size_t)>;

// `request` has passed request::check_request for `product`. Throws Fault when it has not, and for
// a product that is neither of the two. `consultation`: as in synthesize().
base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation = nullptr);

// What sources say beside something else: the findings of their map, and each of them as an
// artifact lists it, in their order.
struct Beside {
    base::json::Ref findings;
    base::json::Ref sources;
};
Beside read_beside(const Order& order);

} // namespace synthesize
