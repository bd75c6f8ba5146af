#include "pay/called_authorizations.hpp"

#include "pay/calldata.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pay {

namespace {

constexpr std::size_t k_address_padding = 12;
// (from, to, value, validAfter, validBefore, nonce, ...)
constexpr std::size_t k_nonce_word = 5;
constexpr std::size_t k_most = 8;

constexpr std::array<std::array<std::uint8_t, k_selector_bytes>, 4> k_selectors{{
    {0xe3, 0xee, 0x16, 0x0e}, // transferWithAuthorization(..., uint8 v, bytes32 r, bytes32 s)
    {0xcf, 0x09, 0x29, 0x95}, // transferWithAuthorization(..., bytes signature)
    {0xef, 0x55, 0xbe, 0xc6}, // receiveWithAuthorization(..., uint8 v, bytes32 r, bytes32 s)
    {0x88, 0xb7, 0xab, 0x63}, // receiveWithAuthorization(..., bytes signature)
}};

bool begins_call(base::ByteView rest)
{
    return std::ranges::any_of(k_selectors, [&](const auto& selector) {
        return std::equal(selector.begin(), selector.end(), rest.begin());
    });
}

} // namespace

std::vector<CalledAuthorization> called_authorizations(base::ByteView input)
{
    constexpr std::size_t k_length = k_selector_bytes + (k_nonce_word + 1) * k_word_bytes;
    std::vector<CalledAuthorization> out;
    for (std::size_t at = 0; at + k_length <= input.size() && out.size() < k_most; ++at) {
        const auto rest = input.subspan(at);
        if (!begins_call(rest)) continue;
        const auto payer_word = rest.subspan(k_selector_bytes, k_word_bytes);
        const auto padding = payer_word.first(k_address_padding);
        if (std::ranges::any_of(padding, [](auto byte) { return byte != 0; })) continue;
        value::EvmAddress::Raw raw{};
        std::ranges::copy(payer_word.subspan(k_address_padding), raw.begin());
        const auto nonce =
            rest.subspan(k_selector_bytes + k_nonce_word * k_word_bytes, k_word_bytes);
        const CalledAuthorization called{value::EvmAddress{raw},
                                         value::Digest::from_bytes(nonce).value()};
        if (std::ranges::find(out, called) == out.end()) out.push_back(called);
    }
    return out;
}

} // namespace pay
