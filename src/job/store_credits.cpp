#include "job/store_credits.hpp"

#include "db/transaction.hpp"
#include "job/store_rows.hpp"

namespace job {

CreditStore::CreditStore(db::Connection& connection, const base::Clock& clock, Waker& waker)
    : m_connection{connection}, m_clock{clock}, m_waker{waker}
{
}

base::Result<Credit, CloseRefused> CreditStore::refunded(std::int64_t seq,
                                                         const value::TxHash& refund_tx)
{
    return close(seq, "refunded", refund_tx.text());
}

base::Result<Credit, CloseRefused> CreditStore::waive(std::int64_t seq)
{
    return close(seq, "waived", {});
}

base::Result<Credit, CloseRefused> CreditStore::close(std::int64_t seq, std::string_view state,
                                                      const std::string& refund_tx)
{
    db::WriteTxn transaction{m_connection, "close_credit"};
    auto known = rows::credit(m_connection, seq);
    if (!known) return base::refuse(CloseRefused::unknown);
    if (!refund_tx.empty() && known->tx_hash == refund_tx)
        return base::refuse(CloseRefused::own_receipt);
    if (known->state == state && known->refund_tx == refund_tx) return *std::move(known);
    const int changed = m_connection.run(
        "UPDATE credit SET state = ?2, refund_tx = ?3, updated_ms = ?4 WHERE seq = ?1 "
        "AND state = 'open'",
        seq, state, refund_tx, base::to_ms(m_clock.now()));
    if (changed == 0) return base::refuse(CloseRefused::closed);
    known = rows::credit(m_connection, seq);
    transaction.commit();
    m_waker.notify();
    return *std::move(known);
}

} // namespace job
