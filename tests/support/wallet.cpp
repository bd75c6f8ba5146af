#include "support/wallet.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"
#include "chain/recover.hpp"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <memory>

namespace support {

namespace {

using Context = std::unique_ptr<secp256k1_context, base::Closer<secp256k1_context_destroy>>;

base::Bytes sign_with(const std::array<std::uint8_t, 32>& key, const value::Digest& digest)
{
    const Context context{secp256k1_context_create(SECP256K1_CONTEXT_NONE)};
    secp256k1_ecdsa_recoverable_signature signature{};
    if (secp256k1_ecdsa_sign_recoverable(context.get(), &signature, digest.bytes().data(),
                                         key.data(), nullptr, nullptr) != 1)
        throw base::Fault{"cannot sign"};
    base::Bytes out(65);
    int recovery = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(context.get(), out.data(), &recovery,
                                                            &signature);
    out[64] = static_cast<std::uint8_t>(27 + recovery);
    return out;
}

} // namespace

Wallet::Wallet(std::uint8_t number) : m_address{value::EvmAddress::Raw{}}
{
    m_key[31] = number;
    const value::Digest any{base::Sha256{1}};
    m_address = chain::recover_signer(any, sign_with(m_key, any)).value();
}

base::Bytes Wallet::sign(const value::Digest& digest) const
{
    return sign_with(m_key, digest);
}

base::Bytes malleated(base::Bytes signature)
{
    const Context context{secp256k1_context_create(SECP256K1_CONTEXT_NONE)};
    if (secp256k1_ec_seckey_negate(context.get(), signature.data() + 32) != 1)
        throw base::Fault{"not a scalar"};
    signature[64] = static_cast<std::uint8_t>(27 + 28 - signature[64]);
    return signature;
}

} // namespace support
