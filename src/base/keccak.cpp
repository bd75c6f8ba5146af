#include "base/keccak.hpp"

#include <cryptopp/keccak.h>

namespace base {

Sha256 keccak256(ByteView bytes)
{
    Sha256 out{};
    CryptoPP::Keccak_256 hash;
    hash.Update(bytes.data(), bytes.size());
    hash.Final(out.data());
    return out;
}

} // namespace base
