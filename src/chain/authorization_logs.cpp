#include "chain/authorization_logs.hpp"

#include "chain/hex_quantity.hpp"
#include "chain/keccak.hpp"

#include <algorithm>

namespace chain {

namespace json = base::json;

namespace {

constexpr std::size_t k_topics = 3; // of each of the three events: signature, two indexed members

value::Digest topic_of(std::string_view event)
{
    return keccak256(base::bytes_of(event));
}

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

// An indexed address: left-padded to a word.
value::Digest word_of(const value::EvmAddress& address)
{
    base::Sha256 word{};
    const auto& bytes = address.bytes();
    std::copy(bytes.begin(), bytes.end(), word.end() - static_cast<std::ptrdiff_t>(bytes.size()));
    return value::Digest{word};
}

// A log of the token with three topics; nullopt: another one, or one that fell out of the chain.
struct TokenLog {
    value::Digest event;
    value::Digest first;
    value::Digest second;
};
std::optional<TokenLog> token_log(const json_t* log_view, const value::EvmAddress& token)
{
    if (json::boolean_member(log_view, "removed").value_or(false)) return std::nullopt;
    const auto address = json::text_member(log_view, "address");
    if (!address || value::EvmAddress::parse(*address) != token) return std::nullopt;
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

bool uses(const TokenLog& log, const ExpectedTransfer& expected)
{
    return (log.event == used_topic() || log.event == canceled_topic()) &&
           log.first == word_of(expected.payer) && log.second == expected.nonce;
}

std::optional<std::uint64_t> index_of(const json_t* log_view)
{
    const auto text = json::text_member(log_view, "logIndex");
    return text ? parse_count(*text) : std::nullopt;
}

// The event's data is one word, never shorter.
bool moves_value(const json_t* log_view, value::AtomicUsd value)
{
    const auto text = json::text_member(log_view, "data");
    const auto word = text ? value::Digest::parse(*text) : std::nullopt;
    return word &&
           Uint256::from_bytes(word->bytes()) == Uint256{static_cast<std::uint64_t>(value.atoms())};
}

// What the log at the index after AuthorizationUsed says.
LogVerdict judge_next(const json_t* log_view, const ExpectedTransfer& expected)
{
    const auto log = token_log(log_view, expected.token);
    if (!log || log->event != transfer_topic() || log->first != word_of(expected.payer))
        return LogVerdict::not_here;
    const bool is_exact =
        log->second == word_of(expected.pay_to) && moves_value(log_view, expected.value);
    return is_exact ? LogVerdict::paid_by_it : LogVerdict::spent;
}

} // namespace

json::Ref authorization_log_filter(const ExpectedTransfer& expected, std::uint64_t first,
                                   std::uint64_t last)
{
    return json::object("address", expected.token.text(), "fromBlock", quantity_text(first),
                        "toBlock", quantity_text(last), "topics",
                        json::array(json::array(used_topic().text(), canceled_topic().text()),
                                    word_of(expected.payer).text(), expected.nonce.text()));
}

std::optional<value::TxHash> transaction_that_used(const json_t* logs_view,
                                                   const ExpectedTransfer& expected)
{
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto log = token_log(log_view, expected.token);
        if (!log || !uses(*log, expected)) continue;
        const auto text = json::text_member(log_view, "transactionHash");
        if (const auto hash = text ? value::TxHash::parse(*text) : std::nullopt) return hash;
    }
    return std::nullopt;
}

LogJudgement judge_logs(const json_t* logs_view, const ExpectedTransfer& expected)
{
    const std::size_t count = json_array_size(logs_view);
    for (std::size_t i = 0; i < count; ++i) {
        const auto log = token_log(json_array_get(logs_view, i), expected.token);
        if (!log || !uses(*log, expected)) continue;
        if (log->event == canceled_topic()) return {LogVerdict::spent};
        const auto index = index_of(json_array_get(logs_view, i));
        if (!index) return {};
        for (std::size_t k = 0; k < count; ++k) {
            const json_t* next_view = json_array_get(logs_view, k);
            if (index_of(next_view) == *index + 1)
                return {judge_next(next_view, expected), *index + 1};
        }
        return {};
    }
    return {};
}

} // namespace chain
