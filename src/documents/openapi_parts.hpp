// What the operations of both rails are made of in openapi.json, beside schemas/requests.
#pragma once

#include "base/json.hpp"

namespace documents::openapi_parts {

// A request that requires no member needs no body.
base::json::Ref request_body(base::json::Ref schema);

} // namespace documents::openapi_parts
