// JSON Schemas (2020-12) of the requests, made from the table of products. The schema of a member
// that has members of its own is a part: it stands in request_parts.json under the member's name.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

#include <span>
#include <string_view>

namespace schemas {

// {"$ref": "#/components/<kind>/<name>"}: how OpenAPI refers to what it holds once.
base::json::Ref reference(std::string_view kind, std::string_view name);

// All parts by name; they refer to each other as components of OpenAPI's.
base::json::Ref request_parts();

// The schema of a request is made member by member: {type, properties}, and `required` from the
// first required member on.
base::json::Ref object_schema();
void add_member(json_t* whole, std::string_view name, base::json::Ref schema, bool is_required);
void add_fields(json_t* whole, std::span<const catalog::Field> fields);
// The member that declines the language model of the shop.
void add_model_wish(json_t* whole);

// The whole request of rail v2. It refers to parts as components of OpenAPI's.
base::json::Ref request_schema(const catalog::Offer& offer);
// The same alone: the parts that it refers to are its `$defs`.
base::json::Ref request_with_definitions(const catalog::Offer& offer);
// The same without any reference, for readers that follow none, and closed: it has no other member.
base::json::Ref closed_request(const catalog::Offer& offer);

} // namespace schemas
