#include "chain/signing_key.hpp"

#include "base/fault.hpp"
#include "base/random.hpp"
#include "chain/public_key.hpp"

#include <openssl/crypto.h>
#include <secp256k1_recovery.h>

#include <algorithm>

namespace chain {

namespace {

template <typename Secret> void wipe(Secret& secret)
{
    OPENSSL_cleanse(secret.data(), secret.size());
}

Uint256 scalar_at(const std::array<std::uint8_t, 64>& compact, std::size_t offset)
{
    Uint256::Raw raw{};
    std::copy_n(compact.begin() + static_cast<std::ptrdiff_t>(offset), raw.size(), raw.begin());
    return Uint256::from_bytes(raw);
}

} // namespace

std::optional<SigningKey> SigningKey::parse(std::string_view text)
{
    Scalar scalar{};
    auto bytes = base::from_hex_0x(text);
    if (!bytes) return std::nullopt;
    const bool has_its_length = bytes->size() == scalar.size();
    if (has_its_length) std::copy(bytes->begin(), bytes->end(), scalar.begin());
    wipe(*bytes);
    if (!has_its_length) return std::nullopt;

    Context context{secp256k1_context_create(SECP256K1_CONTEXT_NONE)};
    std::array<std::uint8_t, 32> blinding{};
    base::fill_random(blinding);
    if (!context || secp256k1_context_randomize(context.get(), blinding.data()) != 1)
        throw base::Fault{"no secp256k1 context"};
    wipe(blinding);
    secp256k1_pubkey key{};
    std::optional<SigningKey> out;
    if (secp256k1_ec_pubkey_create(context.get(), &key, scalar.data()) == 1) {
        const auto address = address_of(*context, key);
        out.emplace(SigningKey{std::move(context), scalar, address});
    }
    wipe(scalar);
    return out;
}

SigningKey::SigningKey(Context context, const Scalar& scalar, const value::EvmAddress& address)
    : m_context{std::move(context)}, m_scalar{scalar}, m_address{address}
{
}

SigningKey::SigningKey(SigningKey&& other) noexcept
    : m_context{std::move(other.m_context)}, m_scalar{other.m_scalar}, m_address{other.m_address}
{
    wipe(other.m_scalar);
}

SigningKey::~SigningKey()
{
    wipe(m_scalar);
}

Signature SigningKey::sign(const value::Digest& digest) const
{
    secp256k1_ecdsa_recoverable_signature signature{};
    if (secp256k1_ecdsa_sign_recoverable(m_context.get(), &signature, digest.bytes().data(),
                                         m_scalar.data(), nullptr, nullptr) != 1)
        throw base::Fault{"a digest could not be signed"};
    std::array<std::uint8_t, 64> compact{};
    int recovery = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(m_context.get(), compact.data(),
                                                            &recovery, &signature);
    // The two other ids mean an r past the group order, which was never met.
    if (recovery > 1) throw base::Fault{"a signature that transactions have no place for"};
    return {.r = scalar_at(compact, 0),
            .s = scalar_at(compact, compact.size() / 2),
            .y_parity = static_cast<std::uint8_t>(recovery)};
}

} // namespace chain
