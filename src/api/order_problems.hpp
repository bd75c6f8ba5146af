// What is wrong with the body of a POST on a v1 product route: all of it at once.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

namespace api {

// The product that the request's selector names; nullptr: none of this route.
const catalog::Offer* find_offer(const catalog::Family& family, const json_t* request_view,
                                 const catalog::Catalog& catalog);

using ParsedBody = base::Result<base::json::Ref, base::json::ParseRefusal>;

// The `detail` of a 422; an empty array: nothing is wrong. While the selector names no product, the
// other members are judged by what all products of the route ask for.
base::json::Ref order_problems(const catalog::Family& family, const ParsedBody& parsed,
                               const catalog::Catalog& catalog);

} // namespace api
