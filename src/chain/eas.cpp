#include "chain/eas.hpp"

#include "base/concat.hpp"
#include "chain/keccak.hpp"
#include "chain/uint256.hpp"

namespace chain::eas {

namespace {

constexpr std::uint8_t k_multi_timestamp[] = {0xe7, 0x1f, 0xf3, 0x65};
constexpr std::string_view k_get_timestamp = "0xd45c4435";

void append(base::Bytes& out, base::ByteView word)
{
    out.insert(out.end(), word.begin(), word.end());
}

} // namespace

base::Bytes multi_timestamp(std::span<const value::Digest> hashes)
{
    constexpr std::uint64_t k_offset = sizeof(Uint256::Raw); // of the array, behind this word
    base::Bytes out;
    append(out, k_multi_timestamp);
    append(out, Uint256{k_offset}.bytes());
    append(out, Uint256{hashes.size()}.bytes());
    for (const value::Digest& hash : hashes) append(out, hash.bytes());
    return out;
}

std::string get_timestamp(const value::Digest& hash)
{
    return base::concat(k_get_timestamp, base::to_hex(hash.bytes()));
}

const value::Digest& timestamped_topic()
{
    static const value::Digest s_topic = keccak256(base::bytes_of("Timestamped(bytes32,uint64)"));
    return s_topic;
}

} // namespace chain::eas
