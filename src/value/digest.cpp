#include "value/digest.hpp"

#include <algorithm>

namespace value {

std::optional<Digest> Digest::parse(std::string_view text)
{
    const auto bytes = base::from_hex_0x(text);
    if (!bytes) return std::nullopt;
    return from_bytes(*bytes);
}

std::optional<Digest> Digest::from_bytes(base::ByteView bytes)
{
    base::Sha256 copy{};
    if (bytes.size() != copy.size()) return std::nullopt;
    std::copy(bytes.begin(), bytes.end(), copy.begin());
    return Digest{copy};
}

} // namespace value
