// A buyer's JSON body against the fields of the product's row: the 422 body of the contract, or
// the request as the engine sees it.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"

#include <string>
#include <string_view>

namespace request {

// RFC 8785 text of the known members after defaults: what the engine is given and what the request
// digest is made of. Unknown members do not count.
//
// The error is the `detail` array: every problem at once, each {loc, msg, type} and, where short,
// `input` and `ctx`, with the words of pydantic v2. An empty body means `{}`. More values than
// Product::structure_max_bytes are refused before they are built. Only what can be seen without
// network is judged.
base::Result<std::string, base::json::Ref> check_request(const catalog::Product& product,
                                                         std::string_view body);

// A body as the two below take it: who needs both parses it once.
base::Result<base::json::Ref, base::json::ParseRefusal> parse_body(const catalog::Product& product,
                                                                   std::string_view body);

// The same of a body that is parsed already: what json::parse_within() said of it.
base::Result<std::string, base::json::Ref> check_parsed(
    const catalog::Product& product,
    const base::Result<base::json::Ref, base::json::ParseRefusal>& parsed);

// A sentence for each member of a body that the product does not know, at most 16 of them; empty
// when there are none, or when the body is not an object.
base::json::Ref unknown_members(const catalog::Product& product, const json_t* body_view);

// The same of an object that a v1 route was sent, whose selector and job_id are known, too.
base::json::Ref unknown_order_members(const catalog::Product& product, const json_t* order_view);

// The problem with element `index` of an array member, for that `detail` array.
base::json::Ref element_problem(std::string_view field, std::size_t index, std::string_view message,
                                std::string_view type, std::string_view input);

} // namespace request
