#include "pay/request_digest.hpp"

#include <string>

namespace pay {

value::Digest request_digest(std::string_view product_key, std::string_view canonical_request)
{
    // A key holds no NUL, so no two pairs make the same text.
    std::string text{product_key};
    text += '\0';
    text += canonical_request;
    return value::Digest{base::sha256(base::bytes_of(text))};
}

} // namespace pay
