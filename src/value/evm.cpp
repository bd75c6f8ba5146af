#include "value/evm.hpp"

#include <algorithm>
#include <charconv>

namespace value {

std::optional<EvmAddress> EvmAddress::parse(std::string_view text)
{
    const auto bytes = base::from_hex_0x(text);
    Raw raw{};
    if (!bytes || bytes->size() != raw.size()) return std::nullopt;
    std::copy(bytes->begin(), bytes->end(), raw.begin());
    return EvmAddress{raw};
}

std::optional<TxHash> TxHash::parse(std::string_view text)
{
    const auto digest = Digest::parse(text);
    if (!digest) return std::nullopt;
    return TxHash{*digest};
}

std::optional<EvmNetwork> EvmNetwork::parse(std::string_view text)
{
    constexpr std::string_view k_namespace = "eip155:";
    constexpr std::uint64_t k_max_chain_id = (std::uint64_t{1} << 53U) - 1;
    if (!text.starts_with(k_namespace)) return std::nullopt;
    const std::string_view digits = text.substr(k_namespace.size());
    if (digits.empty() || digits[0] == '0') return std::nullopt;
    std::uint64_t chain_id = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), chain_id);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    if (chain_id > k_max_chain_id) return std::nullopt;
    return EvmNetwork{chain_id};
}

} // namespace value
