#include "base/sha256.hpp"

#include "base/fault.hpp"

#include <openssl/evp.h>

namespace base {

namespace {

const EVP_MD& algorithm()
{
    const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    if (found == nullptr) throw Fault{"SHA-256 is not available"};
    return *found;
}

} // namespace

Sha256 sha256(ByteView bytes)
{
    // EVP_sha256() would look for its implementation anew each time.
    static const EVP_MD& s_algorithm = algorithm();
    Sha256 out{};
    if (EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, &s_algorithm, nullptr) != 1)
        throw Fault{"SHA-256 failed"};
    return out;
}

} // namespace base
