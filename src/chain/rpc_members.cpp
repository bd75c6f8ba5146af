#include "chain/rpc_members.hpp"

#include "chain/hex_quantity.hpp"

namespace chain {

namespace json = base::json;

std::optional<std::uint64_t> count_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? parse_count(*text) : std::nullopt;
}

std::optional<value::Digest> digest_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? value::Digest::parse(*text) : std::nullopt;
}

std::optional<value::TxHash> tx_hash_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? value::TxHash::parse(*text) : std::nullopt;
}

std::optional<value::EvmAddress> address_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? value::EvmAddress::parse(*text) : std::nullopt;
}

} // namespace chain
