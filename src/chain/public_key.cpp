#include "chain/public_key.hpp"

#include "chain/keccak.hpp"

#include <algorithm>

namespace chain {

value::EvmAddress address_of(const secp256k1_context& context, const secp256k1_pubkey& key)
{
    std::array<std::uint8_t, 65> point{}; // 0x04, x, y
    std::size_t size = point.size();
    secp256k1_ec_pubkey_serialize(&context, point.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    const value::Digest hash = keccak256(base::ByteView{point}.subspan(1));
    value::EvmAddress::Raw address{};
    std::copy(hash.bytes().end() - address.size(), hash.bytes().end(), address.begin());
    return value::EvmAddress{address};
}

} // namespace chain
