// 32 bytes that name something: a SHA-256, a Keccak-256. Text form: "0x" + 64 lower-case digits.
#pragma once

#include "base/sha256.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace value {

class Digest {
public:
    explicit Digest(const base::Sha256& bytes) : m_bytes{bytes} {}

    // "0x" and 64 hex digits in any case.
    static std::optional<Digest> parse(std::string_view text);
    // Exactly 32 bytes, as stored in the database.
    static std::optional<Digest> from_bytes(base::ByteView bytes);

    [[nodiscard]] const base::Sha256& bytes() const { return m_bytes; }
    [[nodiscard]] std::string text() const { return base::to_hex_0x(m_bytes); }

    auto operator<=>(const Digest&) const = default;

private:
    base::Sha256 m_bytes;
};

} // namespace value
