// Names on an EVM chain: addresses, transaction hashes, the network.
#pragma once

#include "value/digest.hpp"

#include <array>
#include <cstdint>

namespace value {

// 20 bytes. Compared as bytes, so letter case never matters; EIP-55 text is made by chain/keccak.
class EvmAddress {
public:
    using Raw = std::array<std::uint8_t, 20>;
    explicit EvmAddress(const Raw& bytes) : m_bytes{bytes} {}

    // "0x" and 40 hex digits in any case; the EIP-55 checksum is not demanded, since many clients
    // send lower case.
    static std::optional<EvmAddress> parse(std::string_view text);

    [[nodiscard]] const Raw& bytes() const { return m_bytes; }
    // Lower case.
    [[nodiscard]] std::string text() const { return base::to_hex_0x(m_bytes); }

    auto operator<=>(const EvmAddress&) const = default;

private:
    Raw m_bytes;
};

// A transaction's identifier: a type of its own, so that it cannot be mixed with another digest.
class TxHash {
public:
    explicit TxHash(const Digest& digest) : m_digest{digest} {}
    static std::optional<TxHash> parse(std::string_view text);

    [[nodiscard]] std::string text() const { return m_digest.text(); }

    auto operator<=>(const TxHash&) const = default;

private:
    Digest m_digest;
};

// A CAIP-2 name of an EVM chain: "eip155:8453".
class EvmNetwork {
public:
    // "eip155:" and a decimal chain id, 1 .. 2^53 - 1, no leading zero.
    static std::optional<EvmNetwork> parse(std::string_view text);

    [[nodiscard]] std::uint64_t chain_id() const { return m_chain_id; }
    [[nodiscard]] std::string text() const { return "eip155:" + std::to_string(m_chain_id); }

    auto operator<=>(const EvmNetwork&) const = default;

private:
    explicit EvmNetwork(std::uint64_t chain_id) : m_chain_id{chain_id} {}

    std::uint64_t m_chain_id;
};

} // namespace value
