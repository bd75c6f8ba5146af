#include "base/sha256.hpp"

#include "base/fault.hpp"

#include <openssl/evp.h>

namespace base {

Sha256 sha256(ByteView bytes)
{
    // EVP_sha256() would look for its implementation anew each time.
    static const EVP_MD* const s_algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    Sha256 out{};
    if (s_algorithm == nullptr ||
        EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, s_algorithm, nullptr) != 1)
        throw Fault{"SHA-256 is not available"};
    return out;
}

} // namespace base
