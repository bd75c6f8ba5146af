// A buyer's JSON body against the fields of the product's row: the 422 body of the interface, or
// the request as the engine sees it.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"

#include <string>
#include <string_view>

namespace catalog {

// RFC 8785 text of the known members after defaults: what the engine is given and what the request
// digest is made of. Unknown members do not count.
//
// The error is the `detail` array: every problem at once, each {loc, msg, type} and, where short,
// `input` and `ctx`, with the words of pydantic v2. An empty body means `{}`. Only what can be seen
// without network is judged.
base::Result<std::string, base::json::Ref> check_request(const Product& product,
                                                         std::string_view body);

// The error of check_request alone, for a quote; nullptr when the request would be taken.
base::json::Ref would_fail(const Product& product, std::string_view body);

} // namespace catalog
