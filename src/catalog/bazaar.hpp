// The x402 extension `bazaar`: what a route takes and gives, for facilitators and indexers that
// list it. Clients echo it beside their payment; it changes nothing in what is paid or sold.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

namespace catalog {

// {info: {input, output}, schema}: examples, and the JSON Schema 2020-12 that they satisfy. Short,
// because it travels in headers.
base::json::Ref bazaar_extension(const Catalog& catalog, const Offer& offer);

// What a request would look like: each field's example.
base::json::Ref example_request(const Product& product);

// The same for the family's v1 route, which has to be told the variant.
base::json::Ref example_order(const Family& family, const Product& product);

// What a paid request gets: the 202 that names the job, without what is of no use to a list.
base::json::Ref example_answer(const Catalog& catalog, const Offer& offer);

} // namespace catalog
