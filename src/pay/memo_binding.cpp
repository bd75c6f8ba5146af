#include "pay/memo_binding.hpp"

#include "base/concat.hpp"
#include "chain/uint256.hpp"
#include "pay/calldata.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace pay {

namespace {

using store::NamedOrder;

constexpr std::size_t k_job_id_chars = 30;
constexpr std::string_view k_job_prefix = "job_";

// What a memo names, in the order in which it stands there, each once.
class Named {
public:
    explicit Named(const OrderNames& names) : m_names{names} {}

    // ASCII job ids and commitments, wherever they begin.
    std::vector<NamedOrder> in(base::ByteView memo)
    {
        std::vector<NamedOrder> out;
        for (std::size_t at = 0; at < memo.size(); ++at) {
            auto order = at_position(memo.subspan(at));
            if (!order || has(out, *order)) continue;
            out.push_back(*std::move(order));
        }
        m_has_found |= !out.empty();
        return out;
    }

    // The whole word is one: a nonce that the payer chose.
    std::optional<NamedOrder> as(const value::Digest& word)
    {
        if (auto order = m_names.by_commitment(word)) return order;
        const auto id = job::job_id_in(word);
        return id ? m_names.by_id(*id) : std::nullopt;
    }

    // Whether in() has found any.
    [[nodiscard]] bool has_found() const { return m_has_found; }

    static bool has(const std::vector<NamedOrder>& orders, const NamedOrder& order)
    {
        return std::any_of(orders.begin(), orders.end(),
                           [&](const NamedOrder& each) { return each.job_seq == order.job_seq; });
    }

private:
    std::optional<NamedOrder> at_position(base::ByteView rest)
    {
        if (auto order = by_text(rest)) return order;
        if (rest.size() < k_word_bytes) return std::nullopt;
        const auto word = rest.first(k_word_bytes);
        // Padding and small numbers, which calldata is full of, are not hashes.
        if (std::count(word.begin(), word.end(), 0) > 8) return std::nullopt;
        return m_names.by_commitment(value::Digest::from_bytes(word).value());
    }

    std::optional<NamedOrder> by_text(base::ByteView rest)
    {
        if (rest.size() < k_job_id_chars) return std::nullopt;
        const auto text = base::text_of(rest.first(k_job_id_chars));
        if (!text.starts_with(k_job_prefix)) return std::nullopt;
        const auto id = value::JobId::parse(text);
        return id ? m_names.by_id(*id) : std::nullopt;
    }

    const OrderNames& m_names;
    bool m_has_found = false;
};

// Calldata of transfer(to, value) or transferFrom(from, to, value) on the token: where its own
// arguments end and the memo begins. nullopt: something else is called.
std::optional<std::size_t> memo_begin(base::ByteView input)
{
    constexpr std::uint8_t k_transfer[] = {0xa9, 0x05, 0x9c, 0xbb};
    constexpr std::uint8_t k_transfer_from[] = {0x23, 0xb8, 0x72, 0xdd};
    const auto calls = [&](std::span<const std::uint8_t> selector, std::size_t words) {
        return input.size() >= k_selector_bytes + words * k_word_bytes &&
               std::equal(selector.begin(), selector.end(), input.begin());
    };
    if (calls(k_transfer, 2)) return k_selector_bytes + 2 * k_word_bytes;
    if (calls(k_transfer_from, 3)) return k_selector_bytes + 3 * k_word_bytes;
    return std::nullopt;
}

class Binder {
public:
    Binder(const chain::IncludedTransaction& transaction, const OrderNames& names,
           const std::function<TransferStanding(const chain::IncomingTransfer&)>& standing)
        : m_transaction{transaction}, m_named{names}
    {
        for (const auto& transfer : transaction.incoming) {
            const TransferStanding known = standing(transfer);
            m_is_free.push_back(!known.is_taken);
            m_is_ripe.push_back(known.is_ripe);
        }
    }

    // M1: the payer chose the order's name as the nonce of their authorization.
    void bind_nonces()
    {
        for (std::size_t i = 0; i < m_is_free.size(); ++i) {
            const auto& nonce = m_transaction.incoming[i].nonce;
            if (!m_is_free[i] || !nonce) continue;
            if (auto order = m_named.as(*nonce)) bind(i, *std::move(order));
        }
    }

    // M2: the sender signed this transfer with this memo. The token made one transfer of it.
    void bind_suffix(std::size_t memo_at)
    {
        const auto named = m_named.in(base::ByteView{m_transaction.input}.subspan(memo_at));
        if (named.size() > 1) m_out.ambiguous = named;
        if (named.size() != 1 || m_is_free.size() != 1 || !is_nameable(0)) return;
        bind(0, named[0]);
    }

    // M5.
    void bind_proofs(const std::vector<PayerProof>& proofs)
    {
        for (const PayerProof& proof : proofs) {
            if (is_bound(proof.order)) continue;
            const auto right = signed_for(proof, /*is_to_payee=*/true);
            const auto found = right ? right : signed_for(proof, /*is_to_payee=*/false);
            if (found) bind(*found, proof.order);
        }
    }

    // M3: names somewhere in the outer calldata prove no order of execution. The first order of a
    // price takes the first transfer of it, unless there are more orders than transfers that pay
    // one, whatever their prices: a name may have been planted. So may have who sent what
    // others pay: of those calldata one name counts, and late.
    void bind_wrapped()
    {
        std::vector<NamedOrder> open;
        std::vector<NamedOrder> paid;
        const auto named = m_named.in(m_transaction.input);
        for (const NamedOrder& order : named) {
            if (is_bound(order)) continue;
            if (!order.paid_by)
                open.push_back(order);
            else if (order.paid_by->first != m_transaction.tx_hash.text())
                paid.push_back(order);
            else
                bind_again(order);
        }
        if (is_relayed() && !may_bind_relayed(open, paid)) return;
        if (!bind_group(open) || !bind_group(paid)) return;
        // One order named and one transfer free: it was meant for it, whatever its value.
        if (open.size() == 1 && named.size() == 1 && !is_bound(open[0]) && nameable_count() == 1)
            bind(first_nameable(), open[0]);
    }

    // Another account than the payer has sent one of the transfers that may be named.
    [[nodiscard]] bool is_relayed() const
    {
        for (std::size_t i = 0; i < m_is_free.size(); ++i)
            if (is_nameable(i) && m_transaction.incoming[i].payer != m_transaction.sender)
                return true;
        return false;
    }

    Bindings take()
    {
        m_out.names_order = m_named.has_found();
        return std::move(m_out);
    }

private:
    void bind(std::size_t transfer, NamedOrder order)
    {
        m_is_free[transfer] = false;
        const auto& incoming = m_transaction.incoming[transfer];
        auto& kind = incoming.recipient != order.pay_to ? m_out.elsewhere
                     : incoming.value == order.price    ? m_out.exact
                                                        : m_out.inexact;
        kind.push_back({transfer, std::move(order)});
    }

    // Calldata may say what it is for: the payer has signed no authorization apart from them.
    [[nodiscard]] bool is_nameable(std::size_t transfer) const
    {
        return m_is_free[transfer] && !m_transaction.incoming[transfer].nonce;
    }

    bool may_bind_relayed(const std::vector<NamedOrder>& open, const std::vector<NamedOrder>& paid)
    {
        if (open.size() + paid.size() > 1) {
            m_out.ambiguous.insert(m_out.ambiguous.end(), open.begin(), open.end());
            m_out.ambiguous.insert(m_out.ambiguous.end(), paid.begin(), paid.end());
            return false;
        }
        for (std::size_t i = 0; i < m_is_free.size(); ++i) {
            if (!is_nameable(i) || m_is_ripe[i]) continue;
            m_out.held.insert(m_out.held.end(), open.begin(), open.end());
            m_out.held.insert(m_out.held.end(), paid.begin(), paid.end());
            return false;
        }
        return true;
    }

    // What the payer has signed for: the first free transfer of the price.
    [[nodiscard]] std::optional<std::size_t> signed_for(const PayerProof& proof,
                                                        bool is_to_payee) const
    {
        for (std::size_t i = 0; i < m_is_free.size(); ++i) {
            const auto& incoming = m_transaction.incoming[i];
            if (m_is_free[i] && incoming.payer == proof.payer &&
                incoming.value == proof.order.price &&
                (incoming.recipient == proof.order.pay_to) == is_to_payee)
                return i;
        }
        return std::nullopt;
    }

    // The transfer of this transaction that pays for it already.
    void bind_again(const NamedOrder& order)
    {
        for (std::size_t i = 0; i < m_is_free.size(); ++i)
            if (m_is_free[i] && m_transaction.incoming[i].log_index == order.paid_by->second)
                return bind(i, order);
    }

    // False: more orders are named than transfers pay one.
    bool bind_group(const std::vector<NamedOrder>& group)
    {
        std::vector<bool> is_left;
        for (std::size_t i = 0; i < m_is_free.size(); ++i) is_left.push_back(is_nameable(i));
        std::vector<std::pair<std::size_t, NamedOrder>> pairs;
        for (const NamedOrder& order : group)
            for (std::size_t i = 0; i < is_left.size(); ++i) {
                const auto& incoming = m_transaction.incoming[i];
                if (!is_left[i] || incoming.value != order.price ||
                    incoming.recipient != order.pay_to)
                    continue;
                is_left[i] = false;
                pairs.emplace_back(i, order);
                break;
            }
        if (!pairs.empty() && pairs.size() < group.size()) {
            m_out.ambiguous.insert(m_out.ambiguous.end(), group.begin(), group.end());
            return false;
        }
        for (auto& [transfer, order] : pairs) bind(transfer, std::move(order));
        return true;
    }

    [[nodiscard]] bool is_bound(const NamedOrder& order) const
    {
        const auto is_same = [&](const Binding& each) {
            return each.order.job_seq == order.job_seq;
        };
        const auto holds = [&](const std::vector<Binding>& kind) {
            return std::any_of(kind.begin(), kind.end(), is_same);
        };
        return holds(m_out.exact) || holds(m_out.inexact) || holds(m_out.elsewhere);
    }
    [[nodiscard]] std::size_t nameable_count() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_is_free.size(); ++i)
            if (is_nameable(i)) ++count;
        return count;
    }
    [[nodiscard]] std::size_t first_nameable() const
    {
        std::size_t at = 0;
        while (!is_nameable(at)) ++at;
        return at;
    }

    const chain::IncludedTransaction& m_transaction;
    Named m_named;
    std::vector<bool> m_is_free;
    std::vector<bool> m_is_ripe;
    Bindings m_out;
};

} // namespace

Bindings bind_transfers(
    const chain::IncludedTransaction& transaction, const value::EvmAddress& token,
    const OrderNames& names, const std::vector<PayerProof>& proofs,
    const std::function<TransferStanding(const chain::IncomingTransfer&)>& standing)
{
    Binder binder{transaction, names, standing};
    binder.bind_nonces();
    const bool is_direct = transaction.to == token;
    const auto memo_at = is_direct ? memo_begin(transaction.input) : std::nullopt;
    // transferFrom is also called by whom the payer has allowed to, who then chooses the memo.
    const bool is_relayed = binder.is_relayed();
    if (memo_at && !is_relayed) binder.bind_suffix(*memo_at);
    binder.bind_proofs(proofs);
    if (!is_direct || (memo_at && is_relayed)) binder.bind_wrapped();
    return binder.take();
}

std::string payer_message(const value::JobId& id, const value::TxHash& tx_hash,
                          std::uint64_t chain_id)
{
    return base::concat(id.text(), ":", tx_hash.text(), ":", chain_id);
}

} // namespace pay
