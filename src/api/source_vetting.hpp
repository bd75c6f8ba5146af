// The pages that a buyer names as sources: what would be refused is told before any money moves.
// They are read later, by the worker, which vets each anew.
#pragma once

#include "api/target_vetting.hpp"

namespace api {

// What can be said of the URLs of pages to be read without a look outside, as the `detail` of a
// 422; nullptr: nothing is wrong. `checked`: the request as catalog::check_request made it.
base::json::Ref misspelt_sources(const catalog::Product& product, const std::string& checked);

// Likewise with a look outside: names that nobody knows, and those that lead inside.
base::json::Ref unfit_sources(const catalog::Product& product, const std::string& checked,
                              const Vet& vet);

} // namespace api
