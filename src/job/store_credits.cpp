#include "job/store_credits.hpp"

#include "db/transaction.hpp"
#include "job/order.hpp"
#include "job/store_rows.hpp"

namespace job {

namespace {

// Whether that transaction is the one that brought the money.
bool brought(db::Reader reader, const Credit& credit, const std::string& tx_hash)
{
    if (credit.reason != k_dust) return credit.tx_hash == tx_hash;
    return rows::first_integer(
               reader.query("SELECT 1 FROM credit JOIN transfer ON transfer.network = "
                            "credit.network AND transfer.tx_hash = ?2 AND is_dust = 1 "
                            "WHERE credit.seq = ?1 LIMIT 1",
                            credit.seq, tx_hash))
        .has_value();
}

} // namespace

CreditStore::CreditStore(db::Database& database, const base::Clock& clock, Waker& waker)
    : m_database{database}, m_clock{clock}, m_waker{waker}
{
}

base::Result<Credit, CloseRefused> CreditStore::refunded(std::int64_t seq,
                                                         const value::TxHash& refund_tx,
                                                         std::optional<value::AtomicUsd> amount)
{
    return close(seq, {.state = "refunded", .refund_tx = refund_tx.text(), .amount = amount});
}

base::Result<Credit, CloseRefused> CreditStore::waive(std::int64_t seq)
{
    return close(seq, {.state = "waived"});
}

base::Result<Credit, CloseRefused> CreditStore::close(std::int64_t seq, const Closing& closing)
{
    return db::write(m_database, "close_credit", m_waker,
                     [&](db::Writer& writer) { return close_now(writer, seq, closing); });
}

base::Result<Credit, CloseRefused> CreditStore::close_now(db::Writer& writer, std::int64_t seq,
                                                          const Closing& closing)
{
    auto known = rows::credit(writer, seq);
    if (!known) return base::refuse(CloseRefused::unknown);
    const bool is_refund = !closing.refund_tx.empty();
    const bool is_sum = known->reason == k_dust;
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
                                 base::to_ms(m_clock.now())),
                      "close_credit");
    if (sent < known->value) keep_rest(writer, *known, sent);
    known = rows::credit(writer, seq);
    return *std::move(known);
}

void CreditStore::keep_rest(db::Writer& writer, const Credit& sum, value::AtomicUsd sent)
{
    writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, reason, network, "
               "asset, created_ms, updated_ms) SELECT rail, payer, ?2, tx_hash, reason, "
               "network, asset, created_ms, ?3 FROM credit WHERE seq = ?1",
               sum.seq, sum.value.atoms() - sent.atoms(), base::to_ms(m_clock.now()));
}

} // namespace job
