// What time does to orders and transfers, how far the chain was read, and what is open there.
#include "job/store_transfers.hpp"

#include "db/transaction.hpp"
#include "job/store_order_rows.hpp"
#include "job/store_orders.hpp"
#include "job/store_rows.hpp"
#include "job/store_unread.hpp"
#include "job/transitions.hpp"

#include <algorithm>

namespace job {

namespace {

using base::to_ms;

constexpr std::chrono::hours k_resubmit_patience{30 * 24};
constexpr int k_expired_at_once = 500; // in one transaction: others want to write too
constexpr std::chrono::hours k_unpaid_kept{24};
constexpr int k_forgotten_at_once = 500;
// What is undecided is looked at again after a part of the time that it has been so.
constexpr std::int64_t k_undecided_part = 4;
constexpr std::int64_t k_undecided_wait_min_ms = 2'000;
constexpr std::int64_t k_undecided_wait_max_ms = 60'000;

} // namespace

int TransferStore::expire(std::int64_t read_to_s)
{
    const base::Instant now = m_clock.now();
    const auto window = k_transfer_window + k_transfer_grace;
    const std::int64_t before_ms =
        std::min(to_ms(now - k_awaiting_ttl) + 1, (read_to_s - window.count()) * 1000);
    std::vector<std::int64_t> due;
    {
        // Outside the gate.
        auto row = m_database.query(
            "SELECT seq FROM jobs WHERE state = 'awaiting_payment' AND created_ms < ?1 "
            "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = jobs.seq "
            "AND claim.state = 'pending' AND is_seen = 1) ORDER BY created_ms LIMIT ?2",
            before_ms, k_expired_at_once);
        while (row.step()) due.push_back(row.integer(0));
    }
    if (due.empty()) return 0;
    return db::write(m_database, "expire", m_waker, [&](db::Writer& writer) {
        const Move& move = move_of(Event::ttl_passed);
        int expired = 0;
        for (const std::int64_t seq : due)
            expired += writer.run(
                "UPDATE jobs SET state = ?3, updated_ms = ?4 WHERE seq = ?1 AND state = ?2 "
                "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = ?1 "
                "AND claim.state = 'pending' AND is_seen = 1)",
                seq, to_text(move.from), to_text(move.to), to_ms(now));
        return expired;
    });
}

int TransferStore::forget_old_counts()
{
    return db::write(m_database, "forget_old_counts", [&](db::Writer& writer) {
        const base::Instant now = m_clock.now();
        int forgotten =
            writer.run("DELETE FROM client_order WHERE at_ms <= ?1", to_ms(now - k_order_window));
        forgotten += writer.run("DELETE FROM unread_credit WHERE at_ms <= ?1",
                                to_ms(now - k_unread_credit_window));
        return forgotten;
    });
}

int TransferStore::forget_unpaid(std::int64_t read_to_s)
{
    const base::Instant now = m_clock.now();
    const auto over = k_transfer_window + k_transfer_grace + k_unpaid_kept;
    const std::int64_t before_ms =
        std::min(to_ms(now - over), (read_to_s - over.count()) * std::int64_t{1000});
    std::vector<std::int64_t> over_since;
    {
        // Outside the gate.
        auto row = m_database.query(
            "SELECT seq FROM jobs WHERE state = 'expired' AND kept = 'all' AND created_ms <= ?1 "
            "AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.job_seq = jobs.seq) "
            "AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq) "
            "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = jobs.seq "
            "AND (due_ms IS NOT NULL OR is_seen = 1)) LIMIT ?2",
            before_ms, k_forgotten_at_once);
        while (row.step()) over_since.push_back(row.integer(0));
    }
    if (over_since.empty()) return 0;
    return db::write(m_database, "forget_unpaid", [&](db::Writer& writer) {
        int forgotten = 0;
        for (const std::int64_t seq : over_since) {
            // A claim on what nobody has ever seen names no money.
            writer.run("DELETE FROM claim WHERE job_seq = ?1 AND due_ms IS NULL AND is_seen = 0",
                       seq);
            // Whoever came back meanwhile keeps it.
            if (writer.run(
                    "DELETE FROM v1_order WHERE job_seq = ?1 AND EXISTS (SELECT 1 FROM jobs "
                    "WHERE seq = ?1 AND state = 'expired' AND kept = 'all') AND NOT EXISTS "
                    "(SELECT 1 FROM payment WHERE payment.job_seq = ?1) AND NOT EXISTS (SELECT 1 "
                    "FROM credit WHERE credit.job_seq = ?1) AND NOT EXISTS (SELECT 1 FROM claim "
                    "WHERE claim.job_seq = ?1)",
                    seq) == 0)
                continue;
            rows::require_one(writer.run("DELETE FROM jobs WHERE seq = ?1", seq), "forget");
            ++forgotten;
        }
        return db::keep(forgotten);
    });
}

int TransferStore::credit_never_resubmitted()
{
    return db::write(m_database, "credit_never_resubmitted", m_waker, [&](db::Writer& writer) {
        const base::Instant now = m_clock.now();
        return writer.run(
            "INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, job_seq, reason, "
            "created_ms, updated_ms) SELECT 'v1', '0x' || lower(hex(payer)), value_atoms, tx_hash, "
            "log_index, seq, 'never_resubmitted', ?2, ?2 FROM jobs JOIN payment ON "
            "payment.job_seq = seq WHERE state = 'payment_confirmed' AND jobs.updated_ms < ?1 "
            "AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq "
            "AND credit.reason = 'never_resubmitted')",
            to_ms(now - k_resubmit_patience), to_ms(now));
    });
}

int TransferStore::count_lost()
{
    auto row = m_database.query("SELECT count(*) FROM claim WHERE due_ms IS NOT NULL "
                                "AND state = 'confirmed' AND reason = ?1",
                                k_payment_lost);
    row.step();
    return static_cast<int>(row.integer(0));
}

int TransferStore::count_elsewhere()
{
    auto row = m_database.query("SELECT count(*) FROM claim WHERE due_ms IS NOT NULL "
                                "AND state = 'pending' AND reason = ?1",
                                k_network_changed);
    row.step();
    return static_cast<int>(row.integer(0));
}

std::optional<ScanCursor> TransferStore::cursor(const value::EvmNetwork& network)
{
    auto row = m_database.query("SELECT next_block, read_to_s, head_s FROM scan WHERE network = ?1",
                                network.text());
    if (!row.step()) return std::nullopt;
    return ScanCursor{static_cast<std::uint64_t>(row.integer(0)), row.integer(1), row.integer(2)};
}

void TransferStore::move_cursor(const value::EvmNetwork& network, const ScanCursor& cursor)
{
    db::write(m_database, "move_cursor", [&](db::Writer& writer) {
        writer.run("INSERT INTO scan (network, next_block, read_to_s, head_s) "
                   "VALUES (?1, ?2, ?3, ?4) ON CONFLICT (network) DO UPDATE SET next_block = ?2, "
                   "read_to_s = ?3, head_s = max(iif(head_s > ?5, 0, head_s), ?4)",
                   network.text(), cursor.next_block, cursor.read_to_s, cursor.head_s,
                   to_ms(m_clock.now()) / 1000);
        return true;
    });
}

bool TransferStore::has_fate(const value::EvmNetwork& network, const value::TxHash& tx_hash,
                             std::uint64_t log_index, std::uint64_t block_number)
{
    auto row = m_database.query("SELECT 1 FROM transfer WHERE network = ?1 AND tx_hash = ?2 "
                                "AND log_index = ?3 AND block_number = ?4 AND fate <> 'gone'",
                                network.text(), tx_hash.text(), log_index, block_number);
    return row.step();
}

std::vector<Undecided> TransferStore::undecided(const value::EvmNetwork& network, int limit)
{
    std::vector<Undecided> out;
    const std::int64_t now_ms = to_ms(m_clock.now());
    // Looked at in the future: our clock was set back.
    auto row = m_database.query(
        "SELECT tx_hash, since_ms FROM undecided_transfer WHERE network = ?1 AND (looked_ms > ?3 "
        "OR looked_ms + min(max((looked_ms - since_ms) / ?4, ?5), ?6) <= ?3) "
        "ORDER BY looked_ms LIMIT ?2",
        network.text(), limit, now_ms, k_undecided_part, k_undecided_wait_min_ms,
        k_undecided_wait_max_ms);
    while (row.step())
        out.push_back({rows::sound(value::TxHash::parse(row.text(0)), "tx_hash"),
                       base::instant_from_ms(row.integer(1))});
    return out;
}

bool TransferStore::is_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    auto row =
        m_database.query("SELECT 1 FROM undecided_transfer WHERE network = ?1 AND tx_hash = ?2",
                         network.text(), tx_hash.text());
    return row.step();
}

void TransferStore::remember_undecided(const value::EvmNetwork& network,
                                       const value::TxHash& tx_hash)
{
    db::write(m_database, "remember_undecided", [&](db::Writer& writer) {
        writer.run("INSERT INTO undecided_transfer (network, tx_hash, since_ms, looked_ms) "
                   "VALUES (?1, ?2, ?3, ?3) ON CONFLICT (network, tx_hash) "
                   "DO UPDATE SET looked_ms = ?3",
                   network.text(), tx_hash.text(), to_ms(m_clock.now()));
        rows::bring_forward_claims(writer, tx_hash.text(), m_clock.now());
        return true;
    });
}

void TransferStore::forget_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash)
{
    db::write(m_database, "forget_undecided", [&](db::Writer& writer) {
        writer.run("DELETE FROM undecided_transfer WHERE network = ?1 AND tx_hash = ?2",
                   network.text(), tx_hash.text());
        return true;
    });
}

bool TransferStore::has_undecided(const value::EvmNetwork& network, base::Instant since)
{
    auto row = m_database.query(
        "SELECT 1 FROM undecided_transfer AS open WHERE network = ?1 AND since_ms >= ?2 "
        "AND NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.network = open.network "
        "AND transfer.tx_hash = open.tx_hash AND fate = 'waiting') LIMIT 1",
        network.text(), to_ms(since));
    return row.step();
}

int TransferStore::count_undecided(base::Instant since)
{
    auto row = m_database.query("SELECT count(*) FROM undecided_transfer WHERE since_ms < ?1",
                                to_ms(since));
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace job
