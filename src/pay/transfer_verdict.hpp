// What a buyer is told of a claim, once the transaction's transfers are bound (DESIGN.md, 6). Pure.
#pragma once

#include "chain/transaction_reader.hpp"
#include "pay/memo_binding.hpp"
#include "store/claims.hpp"
#include "store/ledger.hpp"
#include "store/order_names.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pay {

// Why a claim stays pending when the chain could not be read.
std::string_view pending_word(chain::ReadRefusal refusal);

// nullopt: it is not a refusal.
std::optional<std::string_view> refusal_word(store::Confirmed confirmed);

// More than the transfer window after the order, in chain time. There is no "too early": after a
// halt blocks carry old times, and a memo binds.
bool is_late(const chain::IncludedTransaction& transaction, const store::NamedOrder& order);
// For a payer's signature, which is made after the fact: a transfer from well before the order was
// never meant for it.
bool is_too_early(const chain::IncludedTransaction& transaction, base::Instant created);

// JSON: what the transaction moved to us, and where its authorization was settled.
std::string found_text(const chain::IncludedTransaction& transaction,
                       const std::optional<value::TxHash>& settled_in);

class Verdicts {
public:
    Verdicts(const chain::IncludedTransaction& transaction, const Bindings& bindings);

    // What came of an order's own transfer when it was not confirmed.
    void say(const store::NamedOrder& order, std::string_view word);
    void add_fate(const chain::IncomingTransfer& incoming, std::optional<job::Fate> fate);
    // The transaction called for the use of an authorization that was settled on rail v2, by this
    // one or by another: then it failed, or moved nothing for this rail.
    void add_settlement(const value::TxHash& settled_in) { m_settled_in = settled_in; }

    // nullopt: it was confirmed.
    [[nodiscard]] std::optional<std::string_view> of(const store::DueClaim& claim) const;

private:
    const chain::IncludedTransaction& m_transaction;
    const Bindings& m_bindings;
    std::map<std::int64_t, std::string_view> m_said; // by row of the job
    struct Came {
        chain::IncomingTransfer incoming;
        job::Fate fate;
    };
    std::vector<Came> m_came;
    std::optional<value::TxHash> m_settled_in;
};

} // namespace pay
