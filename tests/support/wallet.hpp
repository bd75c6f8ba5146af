// A buyer's wallet for tests: a fixed key that signs as EIP-3009 buyers do.
#pragma once

#include "base/hex.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <array>
#include <cstdint>

namespace support {

class Wallet {
public:
    // Each number from 1 is another key.
    explicit Wallet(std::uint8_t number);

    [[nodiscard]] const value::EvmAddress& address() const { return m_address; }
    // r, s, v with v 27 or 28 and low s.
    [[nodiscard]] base::Bytes sign(const value::Digest& digest) const;

private:
    std::array<std::uint8_t, 32> m_key{};
    value::EvmAddress m_address;
};

// The same signature with s replaced by the group order minus s, and v by its counterpart: equally
// valid to plain ECDSA.
base::Bytes malleated(base::Bytes signature);

} // namespace support
