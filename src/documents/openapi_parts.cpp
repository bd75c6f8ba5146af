#include "documents/openapi_parts.hpp"

namespace documents::openapi_parts {

using namespace base;

json::Ref request_body(json::Ref schema)
{
    const bool is_required = json_object_get(schema.get(), "required") != nullptr;
    return json::object(
        "required", is_required, "content",
        json::object("application/json", json::object("schema", std::move(schema))));
}

} // namespace documents::openapi_parts
