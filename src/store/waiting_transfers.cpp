// Transfers without a claim: found, dropped with their block, or owed to who sent them.
#include "store/waiting_transfers.hpp"
#include "db/transaction.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

using base::to_ms;

struct Dust {
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress payer;
    std::int64_t atoms = 0;
};

// Adds to what is owed already, so that no number of transfers makes more than one row of a payer.
void add_to_sum(db::Writer& writer, const Dust& dust, base::Instant now)
{
    writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, reason, network, asset, "
               "created_ms, updated_ms) VALUES ('v1', ?1, ?2, '', 'dust', ?3, ?4, ?5, ?5) "
               "ON CONFLICT (network, asset, payer) WHERE reason = 'dust' AND state = 'open' "
               "DO UPDATE SET value_atoms = credit.value_atoms + ?2, updated_ms = ?5",
               dust.payer.text(), dust.atoms, dust.network.text(), dust.asset.bytes(), to_ms(now));
}

} // namespace

std::vector<Orphan> WaitingTransfers::orphans(const value::EvmNetwork& network,
                                              std::int64_t before_s, int limit)
{
    std::vector<Orphan> out;
    auto row = m_at.database.query(
        "SELECT tx_hash, log_index, block_number FROM transfer WHERE fate = 'waiting' "
        "AND network = ?1 AND block_time_s < ?2 AND NOT EXISTS (SELECT 1 FROM claim WHERE "
        "claim.tx_hash = transfer.tx_hash AND claim.state = 'pending') "
        "ORDER BY block_time_s LIMIT ?3",
        network.text(), before_s, limit);
    while (row.step())
        out.push_back({.tx_hash = std::string{row.text(0)},
                       .log_index = static_cast<std::uint64_t>(row.integer(1)),
                       .block_number = static_cast<std::uint64_t>(row.integer(2))});
    return out;
}

int WaitingTransfers::credit_orphans(const value::EvmNetwork& network,
                                     const std::vector<Orphan>& orphans)
{
    if (orphans.empty()) return 0;
    return db::write(m_at.database, "credit_orphans", [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        int credited = 0;
        for (const Orphan& each : orphans) {
            auto row = writer.returning(
                "UPDATE transfer SET fate = 'credited' WHERE network = ?1 AND tx_hash = ?2 "
                "AND log_index = ?3 AND fate = 'waiting' AND NOT EXISTS (SELECT 1 FROM claim WHERE "
                "claim.tx_hash = ?2 AND claim.state = 'pending') "
                "RETURNING asset, payer, value_atoms, is_dust",
                network.text(), each.tx_hash, each.log_index);
            if (!row.step()) continue;
            ++credited;
            const auto payer = rows::address(row.blob(1));
            const std::int64_t value_atoms = row.integer(2);
            if (row.integer(3) != 0)
                add_to_sum(writer, {network, rows::address(row.blob(0)), payer, value_atoms}, now);
            else
                writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, "
                           "reason, created_ms, updated_ms) VALUES ('v1', ?1, ?2, ?3, ?4, "
                           "'orphan', ?5, ?5)",
                           payer.text(), value_atoms, each.tx_hash, each.log_index, to_ms(now));
        }
        return credited;
    });
}

int WaitingTransfers::drop_waiting(const value::EvmNetwork& network, const std::string& tx_hash)
{
    return db::write(m_at.database, "drop_waiting", [&](db::Writer& writer) {
        return writer.run("UPDATE transfer SET fate = 'gone' WHERE network = ?1 "
                          "AND tx_hash = ?2 AND fate = 'waiting'",
                          network.text(), tx_hash);
    });
}

} // namespace store
