#include "chain/token_logs.hpp"

#include "chain/keccak.hpp"
#include "chain/rpc_members.hpp"

#include <algorithm>

namespace chain {

namespace json = base::json;

namespace {

constexpr std::size_t k_topics = 3;
constexpr std::size_t k_padding =
    std::tuple_size_v<base::Sha256> - std::tuple_size_v<value::EvmAddress::Raw>;

value::Digest topic_of(std::string_view event)
{
    return keccak256(base::bytes_of(event));
}

} // namespace

const value::Digest& used_topic()
{
    static const value::Digest s_topic = topic_of("AuthorizationUsed(address,bytes32)");
    return s_topic;
}

const value::Digest& canceled_topic()
{
    static const value::Digest s_topic = topic_of("AuthorizationCanceled(address,bytes32)");
    return s_topic;
}

const value::Digest& transfer_topic()
{
    static const value::Digest s_topic = topic_of("Transfer(address,address,uint256)");
    return s_topic;
}

value::Digest word_of(const value::EvmAddress& address)
{
    base::Sha256 word{};
    std::copy(address.bytes().begin(), address.bytes().end(), word.begin() + k_padding);
    return value::Digest{word};
}

std::optional<value::EvmAddress> address_in(const value::Digest& word)
{
    const auto address = word.bytes().begin() + k_padding;
    if (std::any_of(word.bytes().begin(), address, [](auto byte) { return byte != 0; }))
        return std::nullopt;
    value::EvmAddress::Raw raw{};
    std::copy(address, word.bytes().end(), raw.begin());
    return value::EvmAddress{raw};
}

std::optional<TokenLog> token_log(const json_t* log_view, const value::EvmAddress& token)
{
    if (json::boolean_member(log_view, "removed").value_or(false)) return std::nullopt;
    if (address_member(log_view, "address") != token) return std::nullopt;
    const json_t* topics_view = json::array_member(log_view, "topics");
    if (json_array_size(topics_view) != k_topics) return std::nullopt;
    const auto topic = [&](std::size_t i) -> std::optional<value::Digest> {
        const json_t* topic_view = json_array_get(topics_view, i);
        if (!json_is_string(topic_view)) return std::nullopt;
        return value::Digest::parse(json::text_of(topic_view));
    };
    const auto event = topic(0);
    const auto first = topic(1);
    const auto second = topic(2);
    if (!event || !first || !second) return std::nullopt;
    return TokenLog{*event, *first, *second};
}

std::optional<std::uint64_t> log_index(const json_t* log_view)
{
    return count_member(log_view, "logIndex");
}

std::optional<Uint256> transfer_value(const json_t* log_view)
{
    const auto word = digest_member(log_view, "data");
    if (!word) return std::nullopt;
    return Uint256::from_bytes(word->bytes());
}

} // namespace chain
