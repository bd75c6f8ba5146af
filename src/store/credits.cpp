#include "store/credits.hpp"

#include "db/transaction.hpp"
#include "job/order.hpp"
#include "store/changes.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

// Whether that transaction is the one that brought the money.
bool brought(db::Reader reader, const job::Credit& credit, const std::string& tx_hash)
{
    if (credit.reason != job::k_dust) return credit.tx_hash == tx_hash;
    return rows::first_integer(
               reader.query("SELECT 1 FROM credit JOIN transfer ON transfer.network = "
                            "credit.network AND transfer.tx_hash = ?2 AND is_dust = 1 "
                            "WHERE credit.seq = ?1 LIMIT 1",
                            credit.seq, tx_hash))
        .has_value();
}

} // namespace

base::Result<job::Credit, CloseRefused> Credits::refunded(std::int64_t seq,
                                                          const value::TxHash& refund_tx,
                                                          std::optional<value::AtomicUsd> amount)
{
    return close(seq, {.state = "refunded", .refund_tx = refund_tx.text(), .amount = amount});
}

base::Result<job::Credit, CloseRefused> Credits::waive(std::int64_t seq)
{
    return close(seq, {.state = "waived"});
}

base::Result<job::Credit, CloseRefused> Credits::close(std::int64_t seq, const Closing& closing)
{
    return db::write(m_at.database, "close_credit", m_at.waker, [&](db::Writer& writer) {
        auto closed = close_now(writer, seq, closing);
        const bool is_kept = closed.has_value() && !m_is_trial;
        return db::Outcome<decltype(closed)>{std::move(closed), is_kept};
    });
}

base::Result<job::Credit, CloseRefused> Credits::close_now(db::Writer& writer, std::int64_t seq,
                                                           const Closing& closing)
{
    auto known = rows::credit(writer, seq);
    if (!known) return base::refuse(CloseRefused::unknown);
    const bool is_refund = !closing.refund_tx.empty();
    const bool is_sum = known->reason == job::k_dust;
    if (is_refund && brought(writer, *known, closing.refund_tx))
        return base::refuse(CloseRefused::own_receipt);
    if (is_refund && is_sum && !closing.amount) return base::refuse(CloseRefused::amount_missing);
    const value::AtomicUsd sent = closing.amount.value_or(known->value);
    const bool is_same = known->state == closing.state && known->refund_tx == closing.refund_tx;
    if (is_same && sent == known->value) return *std::move(known);
    if (known->state != "open") return base::refuse(CloseRefused::closed);
    if (sent > known->value || (!is_sum && sent != known->value))
        return base::refuse(CloseRefused::amount_differs);
    rows::require_one(writer.run("UPDATE credit SET state = ?2, refund_tx = ?3, value_atoms = ?4, "
                                 "updated_ms = ?5 WHERE seq = ?1 AND state = 'open'",
                                 seq, closing.state, closing.refund_tx, sent.atoms(),
                                 base::to_ms(m_at.clock.now())),
                      "close_credit");
    if (sent < known->value) keep_rest(writer, *known, sent);
    known = rows::credit(writer, seq);
    return *std::move(known);
}

void Credits::keep_rest(db::Writer& writer, const job::Credit& sum, value::AtomicUsd sent)
{
    writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, reason, network, "
               "asset, created_ms, updated_ms) SELECT rail, payer, ?2, tx_hash, reason, "
               "network, asset, created_ms, ?3 FROM credit WHERE seq = ?1",
               sum.seq, sum.value.atoms() - sent.atoms(), base::to_ms(m_at.clock.now()));
}

} // namespace store
