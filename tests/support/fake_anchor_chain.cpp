#include "support/fake_anchor_chain.hpp"

#include "base/fault.hpp"
#include "chain/eas.hpp"
#include "chain/keccak.hpp"

#include <algorithm>

namespace support {

namespace {

constexpr std::size_t k_word = 32;
constexpr std::size_t k_call_head = 4 + 2 * k_word; // selector, offset, length

// The items of a list of texts and numbers, nothing nested but an empty list.
std::vector<base::Bytes> items_of(base::ByteView rlp)
{
    const auto length_at = [&](std::size_t at, std::uint8_t kind, std::size_t& header) {
        header = 1;
        if (rlp[at] <= kind + 55) return static_cast<std::size_t>(rlp[at] - kind);
        const auto digits = static_cast<std::size_t>(rlp[at] - kind - 55);
        std::size_t length = 0;
        for (std::size_t i = 1; i <= digits; ++i) length = length << 8U | rlp[at + i];
        header += digits;
        return length;
    };
    std::size_t at = 0;
    const std::size_t whole = length_at(0, 0xc0, at);
    if (at + whole != rlp.size()) throw base::Fault{"not one list"};
    std::vector<base::Bytes> out;
    while (at < rlp.size()) {
        std::size_t header = 0;
        std::size_t length = 1;
        if (rlp[at] >= 0xc0)
            length = length_at(at, 0xc0, header);
        else if (rlp[at] >= 0x80)
            length = length_at(at, 0x80, header);
        const auto item = rlp.subspan(at + header, length);
        out.emplace_back(item.begin(), item.end());
        at += header + length;
    }
    return out;
}

std::uint64_t number_of(const base::Bytes& bytes)
{
    std::uint64_t out = 0;
    for (const std::uint8_t byte : bytes) out = out << 8U | byte;
    return out;
}

FakeAnchorChain::Transaction decoded(const base::Bytes& raw)
{
    if (raw.empty() || raw[0] != 2) throw base::Fault{"not a transaction of type 2"};
    const auto items = items_of(base::ByteView{raw}.subspan(1));
    if (items.size() != 12) throw base::Fault{"not 12 members"};
    value::EvmAddress::Raw to{};
    std::ranges::copy(items[5], to.begin());
    return {.hash = value::TxHash{chain::keccak256(raw)},
            .nonce = number_of(items[1]),
            .tip_wei = number_of(items[2]),
            .max_fee_wei = number_of(items[3]),
            .gas_limit = number_of(items[4]),
            .to = value::EvmAddress{to},
            .data = items[7],
            .raw = raw};
}

} // namespace

bool FakeAnchorChain::Transaction::is_call() const
{
    const auto empty = chain::eas::multi_timestamp({});
    return data.size() >= k_call_head && std::equal(data.begin(), data.begin() + 4, empty.begin());
}

std::vector<value::Digest> FakeAnchorChain::Transaction::hashes() const
{
    std::vector<value::Digest> out;
    for (std::size_t at = is_call() ? k_call_head : 0; at + k_word <= data.size(); at += k_word)
        out.push_back(*value::Digest::from_bytes(base::ByteView{data}.subspan(at, k_word)));
    return out;
}

bool FakeAnchorChain::would_fail(const Transaction& transaction) const
{
    if (!transaction.is_call() || !has_service) return false;
    const auto hashes = transaction.hashes();
    return std::ranges::any_of(hashes, [&](const auto& hash) { return stamped.contains(hash); });
}

void FakeAnchorChain::mine()
{
    ++now.number;
    now.timestamp_s += 2;
    for (auto next = pool.find(next_nonce()); next != pool.end(); next = pool.find(next_nonce())) {
        if (next->second.max_fee_wei < price.base_fee_wei) return;
        const bool fails = would_fail(next->second);
        if (!fails && has_service && next->second.is_call())
            for (const auto& hash : next->second.hashes()) stamped.insert(hash);
        mined.push_back(
            {.transaction = next->second, .block = now.number, .has_succeeded = !fails});
        pool.erase(next);
    }
}

void FakeAnchorChain::take_back(std::uint64_t blocks)
{
    now.number -= blocks;
    std::erase_if(mined, [&](const Mined& each) {
        if (each.block <= now.number) return false;
        if (each.has_succeeded && each.transaction.is_call())
            for (const auto& hash : each.transaction.hashes()) stamped.erase(hash);
        return true;
    });
}

std::size_t FakeAnchorChain::times_held(const value::Digest& hash) const
{
    std::size_t times = 0;
    for (const Mined& each : mined) {
        const auto hashes = each.transaction.hashes();
        if (each.has_succeeded) times += static_cast<std::size_t>(std::ranges::count(hashes, hash));
    }
    return times;
}

std::uint64_t FakeAnchorChain::next_nonce() const
{
    return mined.size() + foreign_nonces;
}

base::Result<chain::ChainHead, chain::ReadRefusal> FakeAnchorChain::head()
{
    return told(now);
}

base::Result<std::uint64_t, chain::ReadRefusal> FakeAnchorChain::finalized()
{
    return told(final_block);
}

base::Result<chain::GasPrice, chain::ReadRefusal> FakeAnchorChain::gas_price()
{
    return told(price);
}

base::Result<std::uint64_t, chain::ReadRefusal> FakeAnchorChain::nonce(const value::EvmAddress&)
{
    return told(next_nonce());
}

base::Result<chain::Uint256, chain::ReadRefusal> FakeAnchorChain::balance(const value::EvmAddress&)
{
    return told(wealth);
}

base::Result<bool, chain::ReadRefusal> FakeAnchorChain::has_code(const value::EvmAddress&)
{
    return told(has_service);
}

base::Result<std::optional<std::uint64_t>, chain::ReadRefusal> FakeAnchorChain::estimate(
    const chain::AnchorCall& call)
{
    Transaction transaction{
        .hash = value::TxHash{chain::keccak256({})}, .to = call.to, .data = call.data, .raw = {}};
    if (would_fail(transaction)) return told(std::optional<std::uint64_t>{});
    return told(std::optional{21'000 + gas_per_hash * transaction.hashes().size()});
}

base::Result<std::uint64_t, chain::ReadRefusal> FakeAnchorChain::data_fee(std::size_t)
{
    return told(fee_for_data);
}

base::Result<std::vector<bool>, chain::ReadRefusal> FakeAnchorChain::are_stamped(
    const value::EvmAddress&, std::span<const value::Digest> hashes)
{
    std::vector<bool> out;
    for (const auto& hash : hashes) out.push_back(stamped.contains(hash));
    return told(std::move(out));
}

chain::Sending FakeAnchorChain::send(const base::Bytes& raw)
{
    const Transaction transaction = decoded(raw);
    sent.push_back(transaction);
    if (takes_nothing) return {.is_taken = false, .detail = "no answer"};
    if (transaction.nonce < next_nonce()) return {.is_taken = false, .detail = "nonce_used"};
    const auto there = pool.find(transaction.nonce);
    if (there != pool.end()) {
        if (there->second.hash == transaction.hash) return {.is_taken = true, .detail = "known"};
        const auto dearer = [](std::uint64_t last, std::uint64_t next) {
            return 8 * next >= 9 * last;
        };
        if (!dearer(there->second.max_fee_wei, transaction.max_fee_wei) ||
            !dearer(there->second.tip_wei, transaction.tip_wei))
            return {.is_taken = false, .detail = "underpriced"};
    }
    pool.insert_or_assign(transaction.nonce, transaction);
    if (swallows) return {.is_taken = false, .detail = "no answer"};
    return {.is_taken = true, .detail = "taken"};
}

base::Result<std::optional<chain::AnchorReceipt>, chain::ReadRefusal> FakeAnchorChain::receipt(
    const value::TxHash& tx_hash)
{
    std::optional<chain::AnchorReceipt> out;
    for (const Mined& each : mined) {
        if (each.transaction.hash != tx_hash || hides_receipts) continue;
        out = chain::AnchorReceipt{.block_number = each.block,
                                   .block_time_s = now.timestamp_s,
                                   .has_succeeded = each.has_succeeded,
                                   .stamps = {}};
        if (!each.has_succeeded || !has_service) continue;
        for (const auto& hash : each.transaction.hashes())
            out->stamps.emplace_back(each.transaction.to, hash);
    }
    return told(std::move(out));
}

} // namespace support
