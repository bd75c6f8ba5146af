// A private key of secp256k1 that signs for an account. It is wiped when it is no longer held.
#pragma once

#include "base/closer.hpp"
#include "chain/uint256.hpp"
#include "value/evm.hpp"

#include <secp256k1.h>

#include <array>
#include <memory>
#include <optional>
#include <string_view>

namespace chain {

struct Signature {
    Uint256 r;
    Uint256 s; // the lower one of the two that fit (EIP-2)
    std::uint8_t y_parity = 0;
};

// Thread-safe once made.
class SigningKey {
public:
    // "0x" and 64 hex digits. nullopt: something else, or no scalar of the group. The text is the
    // caller's to wipe.
    static std::optional<SigningKey> parse(std::string_view text);

    SigningKey(SigningKey&& other) noexcept;
    ~SigningKey();
    SigningKey(const SigningKey&) = delete;
    SigningKey& operator=(const SigningKey&) = delete;
    SigningKey& operator=(SigningKey&&) = delete;

    [[nodiscard]] const value::EvmAddress& address() const { return m_address; }

    // Deterministic (RFC 6979): the same digest has the same signature.
    [[nodiscard]] Signature sign(const value::Digest& digest) const;

private:
    using Scalar = std::array<std::uint8_t, 32>;
    using Context = std::unique_ptr<secp256k1_context, base::Closer<secp256k1_context_destroy>>;

    SigningKey(Context context, const Scalar& scalar, const value::EvmAddress& address);

    Context m_context; // blinded with random bytes of its own
    Scalar m_scalar;
    value::EvmAddress m_address;
};

} // namespace chain
