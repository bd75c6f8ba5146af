#include "store/restorations.hpp"

#include "base/log.hpp"
#include "db/transaction.hpp"
#include "store/waiting_transfers.hpp"

namespace store {

using base::to_ms;

std::int64_t Restorations::count()
{
    auto row = m_at.database.query("SELECT count FROM stamp WHERE id = 1");
    return row.step() ? row.integer(0) : 0;
}

std::int64_t Restorations::advance()
{
    return db::write(m_at.database, "advance_stamp", [&](db::Writer& writer) {
        auto row = writer.returning("UPDATE stamp SET count = count + 1 WHERE id = 1 "
                                    "RETURNING count");
        return row.step() ? row.integer(0) : 0;
    });
}

void Restorations::find(const StampFile& file, const value::EvmNetwork& network, bool reads_chain)
{
    const auto told = file.count();
    if (!told || *told <= count()) return;
    const bool is_found = db::write(m_at.database, "find_restoration", [&](db::Writer& writer) {
        if (writer.run("UPDATE stamp SET count = ?1 WHERE id = 1 AND count < ?1", *told) == 0)
            return false;
        add(writer, network, reads_chain);
        return true;
    });
    if (is_found) base::log::error("database_restored", {{"stamp", *told}});
}

void Restorations::open(const value::EvmNetwork& network, std::int64_t count, bool reads_chain)
{
    db::write(m_at.database, "open_restoration", [&](db::Writer& writer) {
        add(writer, network, reads_chain);
        writer.run("UPDATE stamp SET count = ?1 WHERE id = 1", count);
        return true;
    });
}

void Restorations::add(db::Writer& writer, const value::EvmNetwork& network, bool reads_chain)
{
    const auto now_ms = to_ms(m_at.clock.now());
    writer.run("INSERT INTO restoration (network, copied_ms, found_ms, first_block, read_ms) "
               "VALUES (?1, coalesce((SELECT at_ms FROM heartbeat WHERE id = 1), 0), ?2, "
               "coalesce((SELECT next_block FROM scan WHERE network = ?1), 0), ?3)",
               network.text(), now_ms, reads_chain ? std::nullopt : std::optional{now_ms});
}

std::optional<Restoration> Restorations::last()
{
    auto all = rows::restorations(m_at.database);
    return all.empty() ? std::nullopt : std::optional{all.back()};
}

namespace {

// Whether the authorization was used meanwhile, for nothing that the database knows.
bool is_lost(db::Reader reader, const job::PaymentKey& key)
{
    if (!key.nonce) return false;
    auto row = reader.query(
        "SELECT 1 FROM transfer JOIN restoration USING (network) WHERE network = ?1 "
        "AND asset = ?2 AND payer = ?3 AND nonce = ?4 AND fate IN ('waiting', 'credited') "
        "AND block_number BETWEEN first_block AND coalesce(last_block, block_number) LIMIT 1",
        key.network.text(), key.asset.bytes(), key.payer.bytes(), key.nonce->bytes());
    return row.step();
}

// Those by an authorization, of blocks that are read now. What the copy has sent to be settled buys
// its job as ever.
std::vector<Orphan> owed(db::Reader reader, const value::EvmNetwork& network,
                         std::uint64_t next_block)
{
    std::vector<Orphan> out;
    auto row = reader.query(
        "SELECT tx_hash, log_index, block_number FROM transfer WHERE fate = 'waiting' "
        "AND network = ?1 AND nonce IS NOT NULL AND block_number BETWEEN "
        "(SELECT min(first_block) FROM restoration WHERE network = ?1 AND read_ms IS NULL) AND "
        "(SELECT max(last_block) FROM restoration WHERE network = ?1 AND read_ms IS NULL "
        "AND last_block < ?2) AND NOT EXISTS (SELECT 1 FROM payment WHERE "
        "payment.network = transfer.network AND payment.asset = transfer.asset "
        "AND payment.payer = transfer.payer AND payment.nonce = transfer.nonce "
        "AND phase = 'settle_sent')",
        network.text(), next_block);
    while (row.step())
        out.push_back({.tx_hash = std::string{row.text(0)},
                       .log_index = static_cast<std::uint64_t>(row.integer(1)),
                       .block_number = static_cast<std::uint64_t>(row.integer(2))});
    return out;
}

} // namespace

Restorations::Lacked Restorations::lacked(const job::PaymentKey& key)
{
    if (is_lost(m_at.database, key)) return Lacked::payment;
    return rows::is_restoring(m_at.database) ? Lacked::perhaps : Lacked::nothing;
}

std::optional<int> Restorations::note_read(const value::EvmNetwork& network,
                                           std::uint64_t next_block, std::uint64_t head_block)
{
    if (!rows::is_restoring(m_at.database)) return std::nullopt;
    db::write(m_at.database, "note_head", [&](db::Writer& writer) {
        writer.run("UPDATE restoration SET last_block = ?2 WHERE network = ?1 "
                   "AND last_block IS NULL AND read_ms IS NULL",
                   network.text(), head_block);
        return true;
    });
    const int credited =
        WaitingTransfers{m_at}.credit_orphans(network, owed(m_at.database, network, next_block));
    const int read = db::write(m_at.database, "close_restoration", [&](db::Writer& writer) {
        return writer.run("UPDATE restoration SET read_ms = ?3 WHERE read_ms IS NULL "
                          "AND (network <> ?1 OR last_block < ?2)",
                          network.text(), next_block, to_ms(m_at.clock.now()));
    });
    return read != 0 ? std::optional{credited} : std::nullopt;
}

namespace rows {

std::vector<Restoration> restorations(db::Reader reader)
{
    std::vector<Restoration> out;
    auto row = reader.query("SELECT copied_ms, found_ms, first_block, last_block, read_ms "
                            "FROM restoration ORDER BY seq");
    while (row.step()) {
        out.push_back({.copied = base::instant_from_ms(row.integer(0)),
                       .found = base::instant_from_ms(row.integer(1)),
                       .first_block = static_cast<std::uint64_t>(row.integer(2)),
                       .last_block = std::nullopt,
                       .is_read = !row.is_null(4)});
        if (!row.is_null(3)) out.back().last_block = static_cast<std::uint64_t>(row.integer(3));
    }
    return out;
}

bool is_restoring(db::Reader reader)
{
    auto row = reader.query("SELECT 1 FROM restoration WHERE read_ms IS NULL LIMIT 1");
    return row.step();
}

bool is_lost(db::Reader reader, const value::JobId& id)
{
    auto row =
        reader.query("SELECT 1 FROM restoration WHERE ?1 BETWEEN copied_ms AND found_ms LIMIT 1",
                     to_ms(id.created()));
    return row.step();
}

} // namespace rows

} // namespace store
