#include "base/sha256.hpp"

#include "base/fault.hpp"

#include <openssl/evp.h>

namespace base {

Sha256 sha256(ByteView bytes)
{
    Sha256 out{};
    if (EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw Fault{"SHA-256 is not available"};
    return out;
}

} // namespace base
