// What a text that was sent to be verified holds, counted before anything is paid.
#pragma once

#include "base/json.hpp"
#include "catalog/products.hpp"

namespace api {

// {sentences, figures} of the text in the body, and `first_bytes` when no more of it was counted;
// nullptr when the product verifies no text. Nothing is judged.
base::json::Ref would_check(const catalog::Product& product, const json_t* body_view);

} // namespace api
