#include "chain/eip1271.hpp"

#include "base/concat.hpp"
#include "chain/uint256.hpp"

#include <algorithm>
#include <array>

namespace chain {

namespace {

constexpr std::string_view k_selector = "1626ba7e"; // of the function, and its answer for yes
constexpr std::size_t k_word_bytes = sizeof(Uint256::Raw);

std::string word(std::uint64_t number)
{
    return base::to_hex(Uint256{number}.bytes());
}

} // namespace

std::string signature_question(const value::Digest& digest, base::ByteView signature)
{
    constexpr std::uint64_t k_offset = 2 * k_word_bytes; // of the bytes, behind both arguments
    const std::size_t padding = (k_word_bytes - signature.size() % k_word_bytes) % k_word_bytes;
    return base::concat("0x", k_selector, base::to_hex(digest.bytes()), word(k_offset),
                        word(signature.size()), base::to_hex(signature),
                        std::string(2 * padding, '0'));
}

std::optional<bool> is_acceptance(std::string_view returned)
{
    const auto bytes = base::from_hex_0x(returned);
    if (!bytes) return std::nullopt;
    if (bytes->size() < k_word_bytes) return false;
    base::Bytes yes = *base::from_hex(k_selector);
    yes.resize(k_word_bytes);
    return std::equal(yes.begin(), yes.end(), bytes->begin());
}

bool is_failed_call(const RpcError& error)
{
    constexpr std::int64_t k_reverted = 3;        // as geth has it
    constexpr std::int64_t k_vm_failed = -32'015; // as Nethermind and Parity had it
    constexpr auto k_words =
        std::to_array<std::string_view>({"revert", "opcode", "out of gas", "invalid jump",
                                         "stack underflow", "stack limit", "evm error"});
    return error.code == k_reverted || error.code == k_vm_failed || mentions(error, k_words);
}

} // namespace chain
