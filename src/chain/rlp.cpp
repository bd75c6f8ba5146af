#include "chain/rlp.hpp"

#include <algorithm>

namespace chain::rlp {

namespace {

constexpr std::uint8_t k_text = 0x80;
constexpr std::uint8_t k_list = 0xc0;
constexpr std::size_t k_short_max = 55; // lengths above it are written as numbers of their own

base::ByteView without_leading_zeros(base::ByteView bytes)
{
    const auto first =
        std::find_if(bytes.begin(), bytes.end(), [](auto byte) { return byte != 0; });
    return bytes.subspan(static_cast<std::size_t>(first - bytes.begin()));
}

base::Bytes header(std::uint8_t kind, std::size_t length)
{
    if (length <= k_short_max) return {static_cast<std::uint8_t>(kind + length)};
    const Uint256 wide{length};
    const auto digits = without_leading_zeros(wide.bytes());
    base::Bytes out{static_cast<std::uint8_t>(kind + k_short_max + digits.size())};
    out.insert(out.end(), digits.begin(), digits.end());
    return out;
}

} // namespace

base::Bytes text(base::ByteView bytes)
{
    if (bytes.size() == 1 && bytes[0] < k_text) return {bytes[0]};
    base::Bytes out = header(k_text, bytes.size());
    out.insert(out.end(), bytes.begin(), bytes.end());
    return out;
}

base::Bytes number(const Uint256& number)
{
    return text(without_leading_zeros(number.bytes()));
}

base::Bytes number(std::uint64_t number)
{
    return rlp::number(Uint256{number});
}

base::Bytes list(std::initializer_list<base::Bytes> items)
{
    std::size_t length = 0;
    for (const base::Bytes& item : items) length += item.size();
    base::Bytes out = header(k_list, length);
    for (const base::Bytes& item : items) out.insert(out.end(), item.begin(), item.end());
    return out;
}

} // namespace chain::rlp
