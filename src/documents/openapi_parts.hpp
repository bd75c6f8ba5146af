// What the operations of both rails are made of in openapi.json.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

#include <span>
#include <string_view>

namespace documents::openapi_parts {

// {"$ref": "#/components/<kind>/<name>"}
base::json::Ref reference(std::string_view kind, std::string_view name);

// The schema of a request is made member by member: {type, properties}, and `required` from the
// first required member on.
base::json::Ref object_schema();
void add_member(json_t* whole, std::string_view name, base::json::Ref schema, bool is_required);
void add_fields(json_t* whole, std::span<const catalog::Field> fields);
// The member that declines the language model of the shop.
void add_model_wish(json_t* whole);
// The whole of it, on rail v2.
base::json::Ref request_schema(const catalog::Offer& offer);

// A request that requires no member needs no body.
base::json::Ref request_body(base::json::Ref schema);

} // namespace documents::openapi_parts
