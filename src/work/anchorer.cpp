#include "work/anchorer.hpp"

#include "base/failpoint.hpp"
#include "base/log.hpp"
#include "chain/eas.hpp"
#include "chain/fee_transaction.hpp"

#include <algorithm>

namespace work {

namespace {

using job::AnchorMethod;
using job::AnchorTxState;
using std::chrono::seconds;

// The same bytes again, for nodes that forgot them.
constexpr seconds k_send_again{10};
// A nonce that the chain has used without any attempt of ours being seen: receipts come late from
// some endpoints, but not that late.
constexpr seconds k_receipt_patience{60};
// A mined transaction is looked at once more, for shallow reorganizations.
constexpr seconds k_second_look{10};
constexpr seconds k_finalized_period{10};
// While nothing is on its way, only blocks that may still be taken back are watched.
constexpr seconds k_quiet_period{10};
constexpr std::size_t k_most_in_flight = 4;

std::size_t count_sent(const std::vector<job::AnchorTx>& open)
{
    return static_cast<std::size_t>(
        std::ranges::count(open, AnchorTxState::sent, &job::AnchorTx::state));
}

} // namespace

Anchorer::Anchorer(const store::Access& at, chain::AnchorChain& chain, const chain::SigningKey& key,
                   const AnchorSettings& settings)
    : m_anchors{at}, m_records{at}, m_wishes{at}, m_chain{chain}, m_key{key}, m_clock{at.clock},
      m_settings{settings}
{
}

bool Anchorer::is_younger(base::Instant since, seconds age) const
{
    const base::Instant now = m_clock.now();
    return now >= since && now - since < age;
}

void Anchorer::round(const std::function<bool()>& keep_going)
{
    m_keep_going = keep_going;
    auto open = m_records.open(m_settings.network);
    std::erase_if(m_memories, [&](const auto& each) {
        return std::ranges::find(open, each.first, &job::AnchorTx::seq) == open.end();
    });
    if (open.empty() && m_records.pending(1).empty()) {
        forget_troubles();
        return;
    }
    const bool is_urgent = count_sent(open) != 0 || !m_records.pending(1).empty();
    if (!is_urgent && m_looked && is_younger(*m_looked, k_quiet_period)) return;
    // An endpoint that cannot be asked has alarms of its own; what waits grows old, which is
    // another.
    const auto head = m_chain.head();
    if (!head) return;
    const auto nonce = m_chain.nonce(m_key.address());
    if (!nonce) return;
    m_looked = m_clock.now();

    const bool is_retry = hear_wishes();
    follow(open, {.nonce = *nonce, .finalized = finalized()});
    open = m_records.open(m_settings.network);
    forget_troubles();
    const bool is_used = is_key_used(open, *nonce);
    if (is_used && is_retry)
        m_anchors.accept_foreign(m_settings.network, m_key.address(), *nonce);
    else if (is_used)
        m_troubles.insert(AnchorTrouble::key_used);
    if (is_retry) static_cast<void>(m_wishes.take(store::AnchorWishes::Wish::retry));
    if (is_used) return;
    // A chain that stands still takes nothing, and that is not a reason to pay more.
    if (head->is_fresh) raise_fees(open, *nonce);
    for (std::size_t in_flight = count_sent(open); in_flight < k_most_in_flight; ++in_flight)
        if (!m_keep_going() || !send_batch()) break;
}

// The next batch finds out whether the contract is there; until then it was not.
void Anchorer::forget_troubles()
{
    std::erase_if(m_troubles,
                  [](auto trouble) { return trouble != AnchorTrouble::contract_missing; });
}

bool Anchorer::hear_wishes()
{
    m_flush = m_wishes.take(store::AnchorWishes::Wish::flush) || m_flush;
    if (!m_wishes.is_wished(store::AnchorWishes::Wish::retry)) return false;
    for (auto& [seq, memory] : m_memories) memory.sent.reset();
    return true;
}

std::optional<std::uint64_t> Anchorer::finalized()
{
    if (m_finalized_asked && is_younger(*m_finalized_asked, k_finalized_period))
        return std::nullopt;
    m_finalized_asked = m_clock.now();
    const auto number = m_chain.finalized();
    return number ? std::optional{*number} : std::nullopt;
}

void Anchorer::follow(const std::vector<job::AnchorTx>& open, const Sight& sight)
{
    for (const job::AnchorTx& tx : open) {
        if (!m_keep_going()) return;
        Memory& memory = m_memories[tx.seq];
        if (tx.state == AnchorTxState::sent)
            follow_sent(tx, memory, sight);
        else
            follow_mined(tx, memory, sight);
    }
}

void Anchorer::follow_sent(const job::AnchorTx& tx, Memory& memory, const Sight& sight)
{
    const bool is_ours = tx.sender == m_key.address();
    const auto attempts = m_records.attempts(tx);
    if (!is_ours || sight.nonce > tx.nonce) {
        if (look_for(tx, attempts)) return;
        if (is_ours && !memory.missing) memory.missing = m_clock.now();
    } else {
        memory.missing.reset();
    }
    if (memory.sent && is_younger(*memory.sent, k_send_again)) return;
    send(tx, attempts.back().raw);
}

void Anchorer::follow_mined(const job::AnchorTx& tx, Memory& memory, const Sight& sight)
{
    if (!memory.mined) memory.mined = m_clock.now();
    const bool has_fallen_out = tx.sender == m_key.address() && sight.nonce <= tx.nonce;
    const bool is_final = sight.finalized && *sight.finalized >= tx.block_number;
    const bool is_due = !memory.was_checked && !is_younger(*memory.mined, k_second_look);
    if (!has_fallen_out && !is_final && !is_due) return;
    const auto receipt = m_chain.receipt(tx.tx_hash.value());
    if (!receipt) return;
    if (!*receipt) {
        base::log::warning("anchor_lost", {{"nonce", tx.nonce}, {"tx_hash", tx.tx_hash->text()}});
        m_anchors.mark_lost(tx);
        memory = {};
        return;
    }
    memory.was_checked = true;
    if ((*receipt)->block_number != tx.block_number)
        settle(tx, *tx.tx_hash, **receipt);
    else if (is_final)
        m_anchors.mark_final(tx);
}

bool Anchorer::look_for(const job::AnchorTx& tx, std::span<const job::AnchorAttempt> attempts)
{
    for (const job::AnchorAttempt& attempt : attempts) {
        const auto receipt = m_chain.receipt(attempt.tx_hash);
        if (!receipt || !m_keep_going()) return false;
        if (!*receipt) continue;
        settle(tx, attempt.tx_hash, **receipt);
        return true;
    }
    return false;
}

void Anchorer::settle(const job::AnchorTx& tx, const value::TxHash& tx_hash,
                      const chain::AnchorReceipt& receipt)
{
    const job::AnchorBlock block{
        .tx_hash = tx_hash, .number = receipt.block_number, .time_s = receipt.block_time_s};
    const auto hashes = m_records.hashes(tx);
    // A call of an address without code succeeds, too.
    const bool has_stamped =
        tx.method != AnchorMethod::eas || std::ranges::all_of(hashes, [&](const auto& hash) {
            return std::ranges::find(receipt.stamps, std::pair{tx.callee, hash}) !=
                   receipt.stamps.end();
        });
    if (receipt.has_succeeded && has_stamped) {
        m_anchors.mark_mined(tx, block);
        base::log::info(
            "anchor_mined",
            {{"hashes", hashes.size()}, {"tx_hash", tx_hash.text()}, {"block", block.number}});
        return;
    }
    // One that fails alone, and what a contract has not kept, needs no service.
    std::string_view why;
    if (receipt.has_succeeded)
        why = "not_stamped";
    else if (hashes.size() <= 1)
        why = "reverted";
    m_anchors.mark_failed(tx, block, static_cast<int>((hashes.size() + 1) / 2), why);
    base::log::warning(
        "anchor_failed",
        {{"hashes", hashes.size()}, {"tx_hash", tx_hash.text()}, {"block", block.number}});
}

bool Anchorer::is_key_used(const std::vector<job::AnchorTx>& open, std::uint64_t nonce)
{
    // A key that this database has not used should be unused: else the database may be an older
    // copy, and what it calls pending in the chain already.
    if (nonce > m_records.next_nonce(m_settings.network, m_key.address()).value_or(0)) return true;
    return std::ranges::any_of(open, [&](const job::AnchorTx& tx) {
        const auto& missing = m_memories[tx.seq].missing;
        return tx.state == AnchorTxState::sent && missing &&
               !is_younger(*missing, k_receipt_patience);
    });
}

void Anchorer::raise_fees(const std::vector<job::AnchorTx>& open, std::uint64_t nonce)
{
    // Only the one that all others wait for.
    const auto tx = std::ranges::find_if(open, [&](const job::AnchorTx& each) {
        return each.state == AnchorTxState::sent && each.nonce == nonce &&
               each.sender == m_key.address();
    });
    if (tx == open.end()) return;
    const auto attempts = m_records.attempts(*tx);
    const job::AnchorAttempt& last = attempts.back();
    if (is_younger(last.at, m_settings.bump_after)) return;
    const auto price = m_chain.gas_price();
    if (!price) return;
    const auto fees = raised_fees({last.max_fee_wei, last.tip_wei}, *price, m_settings.max_fee_wei);
    if (!fees) {
        m_troubles.insert(AnchorTrouble::fee_limit);
        return;
    }
    const auto attempt = sign(*tx, calldata(tx->method, m_records.hashes(*tx)), *fees);
    m_anchors.attempt_again(*tx, attempt);
    base::log::warning("anchor_fee_raised", {{"nonce", tx->nonce},
                                             {"attempt", attempts.size() + 1},
                                             {"max_fee_wei", fees->max_fee_wei}});
    send(*tx, attempt.raw);
}

base::Bytes Anchorer::calldata(AnchorMethod method, std::span<const value::Digest> hashes)
{
    if (method == AnchorMethod::eas) return chain::eas::multi_timestamp(hashes);
    base::Bytes out;
    for (const value::Digest& hash : hashes)
        out.insert(out.end(), hash.bytes().begin(), hash.bytes().end());
    return out;
}

job::AnchorAttempt Anchorer::sign(const job::AnchorTx& tx, const base::Bytes& data,
                                  const AnchorFees& fees)
{
    base::failpoint("sign_anchor", "before");
    auto made = chain::sign({.chain_id = tx.network.chain_id(),
                             .nonce = tx.nonce,
                             .tip_wei = fees.tip_wei,
                             .max_fee_wei = fees.max_fee_wei,
                             .gas_limit = tx.gas_limit,
                             .to = tx.callee,
                             .data = data},
                            m_key);
    base::failpoint("sign_anchor", "after");
    return {.raw = std::move(made.raw),
            .tx_hash = made.hash,
            .max_fee_wei = fees.max_fee_wei,
            .tip_wei = fees.tip_wei,
            .at = m_clock.now()};
}

void Anchorer::send(const job::AnchorTx& tx, const base::Bytes& raw)
{
    base::failpoint("send_anchor", "before");
    const auto sending = m_chain.send(raw);
    base::failpoint("send_anchor", "after");
    m_memories[tx.seq].sent = m_clock.now();
    m_last_sending = sending.detail;
    if (!sending.is_taken)
        base::log::warning("anchor_not_taken", {{"nonce", tx.nonce}, {"said", sending.detail}});
}

} // namespace work
