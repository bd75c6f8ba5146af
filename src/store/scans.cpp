#include "store/scans.hpp"

#include "db/transaction.hpp"
#include "store/order_rows.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

using base::to_ms;

// What is undecided is looked at again after a part of the time that it has been so.
constexpr std::int64_t k_undecided_part = 4;
constexpr std::int64_t k_undecided_wait_min_ms = 2'000;
constexpr std::int64_t k_undecided_wait_max_ms = 60'000;

} // namespace

std::optional<ScanCursor> Scans::cursor(const value::EvmNetwork& network)
{
    auto row = m_at.database.query(
        "SELECT next_block, read_to_s, head_s, head_block FROM scan WHERE network = ?1",
        network.text());
    if (!row.step()) return std::nullopt;
    return ScanCursor{static_cast<std::uint64_t>(row.integer(0)), row.integer(1), row.integer(2),
                      static_cast<std::uint64_t>(row.integer(3))};
}

void Scans::move_cursor(const value::EvmNetwork& network, const ScanCursor& cursor)
{
    db::write(m_at.database, "move_cursor", [&](db::Writer& writer) {
        writer.run("INSERT INTO scan (network, next_block, read_to_s, head_s, head_block) "
                   "VALUES (?1, ?2, ?3, ?4, ?6) ON CONFLICT (network) DO UPDATE SET "
                   "next_block = ?2, read_to_s = ?3, head_s = CASE WHEN scan.head_s <= ?5 "
                   "AND (scan.head_s, scan.head_block) > (?4, ?6) THEN scan.head_s ELSE ?4 END, "
                   "head_block = CASE WHEN scan.head_s <= ?5 AND (scan.head_s, scan.head_block) "
                   "> (?4, ?6) THEN scan.head_block ELSE ?6 END",
                   network.text(), cursor.next_block, cursor.read_to_s, cursor.head_s,
                   to_ms(m_at.clock.now()) / 1000, cursor.head_block);
        return true;
    });
}

bool Scans::has_fate(const value::EvmNetwork& network, const value::TxHash& tx_hash,
                     std::uint64_t log_index, std::uint64_t block_number)
{
    auto row = m_at.database.query("SELECT 1 FROM transfer WHERE network = ?1 AND tx_hash = ?2 "
                                   "AND log_index = ?3 AND block_number = ?4 AND fate <> 'gone'",
                                   network.text(), tx_hash.text(), log_index, block_number);
    return row.step();
}

bool Scans::is_on_record(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    auto row =
        m_at.database.query("SELECT 1 FROM transfer WHERE network = ?1 AND tx_hash = ?2 LIMIT 1",
                            network.text(), tx_hash.text());
    return row.step();
}

std::vector<Undecided> Scans::undecided(const value::EvmNetwork& network, int limit)
{
    std::vector<Undecided> out;
    const std::int64_t now_ms = to_ms(m_at.clock.now());
    // Looked at in the future: our clock was set back.
    auto row = m_at.database.query(
        "SELECT tx_hash, since_ms FROM undecided_transfer WHERE network = ?1 AND (looked_ms > ?3 "
        "OR looked_ms + CASE WHEN (looked_ms - since_ms) / ?4 < ?5 THEN ?5 "
        "WHEN (looked_ms - since_ms) / ?4 > ?6 THEN ?6 ELSE (looked_ms - since_ms) / ?4 END <= ?3) "
        "ORDER BY looked_ms LIMIT ?2",
        network.text(), limit, now_ms, k_undecided_part, k_undecided_wait_min_ms,
        k_undecided_wait_max_ms);
    while (row.step())
        out.push_back({rows::sound(value::TxHash::parse(row.text(0)), "tx_hash"),
                       base::instant_from_ms(row.integer(1))});
    return out;
}

bool Scans::is_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    auto row =
        m_at.database.query("SELECT 1 FROM undecided_transfer WHERE network = ?1 AND tx_hash = ?2",
                            network.text(), tx_hash.text());
    return row.step();
}

void Scans::remember_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    db::write(m_at.database, "remember_undecided", [&](db::Writer& writer) {
        writer.run("INSERT INTO undecided_transfer (network, tx_hash, since_ms, looked_ms) "
                   "VALUES (?1, ?2, ?3, ?3) ON CONFLICT (network, tx_hash) "
                   "DO UPDATE SET looked_ms = ?3",
                   network.text(), tx_hash.text(), to_ms(m_at.clock.now()));
        rows::bring_forward_claims(writer, tx_hash.text(), m_at.clock.now());
        return true;
    });
}

void Scans::forget_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    db::write(m_at.database, "forget_undecided", [&](db::Writer& writer) {
        writer.run("DELETE FROM undecided_transfer WHERE network = ?1 AND tx_hash = ?2",
                   network.text(), tx_hash.text());
        return true;
    });
}

bool Scans::has_undecided(const value::EvmNetwork& network, base::Instant since)
{
    auto row = m_at.database.query(
        "SELECT 1 FROM undecided_transfer AS open WHERE network = ?1 AND since_ms >= ?2 "
        "AND NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.network = open.network "
        "AND transfer.tx_hash = open.tx_hash AND fate = 'waiting') LIMIT 1",
        network.text(), to_ms(since));
    return row.step();
}

int Scans::count_undecided(base::Instant since)
{
    auto row = m_at.database.query("SELECT count(*) FROM undecided_transfer WHERE since_ms < ?1",
                                   to_ms(since));
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace store
