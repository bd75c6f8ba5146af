#include "store/order_names.hpp"

#include "db/transaction.hpp"
#include "store/order_rows.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

constexpr int k_claimed_recipients = 8; // of one transaction

} // namespace

std::optional<NamedOrder> OrderNames::named(const value::JobId& id)
{
    const db::ReadTxn snapshot{m_at.database};
    return rows::named_order(m_at.database, rows::order_view(m_at.database, id));
}

std::optional<NamedOrder> OrderNames::named(std::int64_t job_seq)
{
    const db::ReadTxn snapshot{m_at.database};
    return rows::named_order(m_at.database, rows::order_view(m_at.database, job_seq));
}

std::optional<NamedOrder> OrderNames::named(const value::Digest& commitment)
{
    const db::ReadTxn snapshot{m_at.database};
    const auto seq = rows::first_integer(m_at.database.query(
        "SELECT job_seq FROM v1_order WHERE commitment = ?1", commitment.bytes()));
    if (!seq) return std::nullopt;
    return rows::named_order(m_at.database, rows::order_view(m_at.database, *seq));
}

std::vector<OrderNames::Recipient> OrderNames::recipients(const value::EvmNetwork& network,
                                                          const value::EvmAddress& asset)
{
    std::vector<Recipient> out;
    auto row = m_at.database.query(
        "SELECT pay_to, newest_ms FROM v1_recipient WHERE network = ?1 AND asset = ?2 "
        "ORDER BY newest_ms DESC",
        network.text(), asset.bytes());
    while (row.step())
        out.push_back({rows::address(row.blob(0)), base::instant_from_ms(row.integer(1))});
    return out;
}

std::vector<value::EvmAddress> OrderNames::claimed_recipients(const value::EvmNetwork& network,
                                                              const value::EvmAddress& asset,
                                                              const value::TxHash& tx_hash)
{
    std::vector<value::EvmAddress> out;
    auto row = m_at.database.query(
        "SELECT DISTINCT pay_to FROM claim JOIN v1_order USING (job_seq) WHERE tx_hash = ?1 "
        "AND state = 'pending' AND network = ?2 AND asset = ?3 LIMIT ?4",
        tx_hash.text(), network.text(), asset.bytes(), k_claimed_recipients);
    while (row.step()) out.push_back(rows::address(row.blob(0)));
    return out;
}

} // namespace store
