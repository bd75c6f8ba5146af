// What buyers are told of the language model that an operator brings ([llm]): which products it is
// part of, what it adds, and what becomes of their money when it is away.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

#include <string>
#include <string_view>

namespace catalog {

// `accounts`: what the description of a written one tells. Short: it stands in PAYMENT-REQUIRED,
// which has little room left; the model's entry tells the rest.
std::string description_with_model(const Product& product,
                                   const std::optional<JudgedAccounts>& accounts);

// {"name", "products", "adds", "when_away", "record", "transcript"} of one family, and what was
// measured of accounts as "bench"; nullptr: nothing of it that is sold asks a model.
base::json::Ref model_entry(const Catalog& catalog, const Family& family);

// The same of all families as a section of llms.txt; empty likewise.
std::string model_text(const Catalog& catalog);

} // namespace catalog
