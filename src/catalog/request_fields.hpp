// A buyer's JSON body against the fields of the product's row: the 422 body of the interface, or the
// request as the engine and the request digest see it.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"
#include "value/digest.hpp"

#include <string>
#include <string_view>

namespace catalog {

struct CheckedRequest {
    // RFC 8785 text of the known members after defaults: what the engine is given.
    std::string canonical;
    // SHA-256(product key, NUL, canonical): the same request again has the same digest, whatever
    // its spelling; unknown members do not count (decisions, section 3).
    value::Digest digest;
};

// The error is the `detail` array: every problem at once, each {loc, msg, type} and, where short,
// `input` and `ctx`, with the words of pydantic v2. An empty body means `{}`. Only what can be seen
// without network is judged.
base::Result<CheckedRequest, base::json::Ref> check_request(const Product& product,
                                                            std::string_view body);

} // namespace catalog
