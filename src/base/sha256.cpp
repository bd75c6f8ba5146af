#include "base/sha256.hpp"

#include <cryptopp/sha.h>

namespace base {

Sha256 sha256(ByteView bytes)
{
    Sha256 out{};
    CryptoPP::SHA256{}.CalculateDigest(out.data(), bytes.data(), bytes.size());
    return out;
}

} // namespace base
