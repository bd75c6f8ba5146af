// What binds a payment to one request: a paid authorization buys exactly this and nothing else.
#pragma once

#include "value/digest.hpp"

#include <string_view>

namespace pay {

// SHA-256(product key, NUL, JCS(known members after defaults)); DESIGN.md, 5. The second
// argument is those canonical bytes, as request::check_request makes them.
value::Digest request_digest(std::string_view product_key, std::string_view canonical_request);

} // namespace pay
