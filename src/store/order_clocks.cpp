// What time does to orders and transfers, how far the chain was read, and what is open there.
#include "store/order_clocks.hpp"

#include "db/transaction.hpp"
#include "job/transitions.hpp"
#include "store/changes.hpp"
#include "store/daily_credits.hpp"
#include "store/order_rows.hpp"
#include "store/orders.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

using base::to_ms;

constexpr std::chrono::hours k_resubmit_patience{30 * 24};
constexpr int k_expired_at_once = 500; // in one transaction: others want to write too
constexpr std::chrono::hours k_unpaid_kept{24};
constexpr int k_quotes_forgotten_at_once = 500;

// By a claim on what was seen moving something to us.
bool is_held(db::Reader reader, std::int64_t seq)
{
    return rows::first_integer(reader.query("SELECT 1 FROM claim WHERE claim.job_seq = ?1 "
                                            "AND claim.state = 'pending' AND is_seen = 1 LIMIT 1",
                                            seq))
        .has_value();
}

} // namespace

int OrderClocks::expire(std::int64_t read_to_s)
{
    const base::Instant now = m_at.clock.now();
    const auto window = job::k_transfer_window + job::k_transfer_grace;
    const std::int64_t before_ms =
        std::min(to_ms(now - job::k_awaiting_ttl) + 1, (read_to_s - window.count()) * 1000);
    std::vector<std::int64_t> due;
    {
        // Outside the gate.
        auto row = m_at.database.query(
            "SELECT seq FROM jobs WHERE state = 'awaiting_payment' AND created_ms < ?1 "
            "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = jobs.seq "
            "AND claim.state = 'pending' AND is_seen = 1) ORDER BY created_ms LIMIT ?2",
            before_ms, k_expired_at_once);
        while (row.step()) due.push_back(row.integer(0));
    }
    if (due.empty()) return 0;
    return db::write(m_at.database, "expire", m_at.waker, [&](db::Writer& writer) {
        int expired = 0;
        for (const std::int64_t seq : due)
            if (!is_held(writer, seq) && rows::move_job(writer, seq, job::Event::ttl_passed, now))
                ++expired;
        return expired;
    });
}

int OrderClocks::forget_old_counts()
{
    return db::write(m_at.database, "forget_old_counts", [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        int forgotten =
            writer.run("DELETE FROM client_order WHERE at_ms <= ?1", to_ms(now - k_order_window));
        forgotten +=
            writer.run("DELETE FROM unread_credit WHERE at_ms <= ?1", to_ms(now - k_daily_window));
        return forgotten;
    });
}

int OrderClocks::forget_unpaid(std::int64_t read_to_s)
{
    const base::Instant now = m_at.clock.now();
    const auto over = job::k_transfer_window + job::k_transfer_grace + k_unpaid_kept;
    const std::int64_t before_ms =
        std::min(to_ms(now - over), (read_to_s - over.count()) * std::int64_t{1000});
    std::vector<std::int64_t> over_since;
    {
        // Outside the gate.
        auto row = m_at.database.query(
            "SELECT seq FROM jobs WHERE state = 'expired' AND kept = 'all' AND created_ms <= ?1 "
            "AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.job_seq = jobs.seq) "
            "AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq) "
            "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = jobs.seq "
            "AND (due_ms IS NOT NULL OR is_seen = 1)) LIMIT ?2",
            before_ms, k_quotes_forgotten_at_once);
        while (row.step()) over_since.push_back(row.integer(0));
    }
    if (over_since.empty()) return 0;
    return db::write(m_at.database, "forget_unpaid", [&](db::Writer& writer) {
        int forgotten = 0;
        for (const std::int64_t seq : over_since) {
            // A claim on what was never seen names no money.
            writer.run("DELETE FROM claim WHERE job_seq = ?1 AND due_ms IS NULL AND is_seen = 0",
                       seq);
            // A buyer who came back meanwhile keeps it.
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

int OrderClocks::credit_never_resubmitted()
{
    return db::write(
        m_at.database, "credit_never_resubmitted", m_at.waker, [&](db::Writer& writer) {
            const base::Instant now = m_at.clock.now();
            return writer.run(
                "INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, job_seq, "
                "reason, "
                "created_ms, updated_ms) SELECT 'v1', '0x' || lower(hex(payer)), value_atoms, "
                "tx_hash, "
                "log_index, seq, 'never_resubmitted', ?2, ?2 FROM jobs JOIN payment ON "
                "payment.job_seq = seq WHERE state = 'payment_confirmed' AND jobs.updated_ms < ?1 "
                "AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq "
                "AND credit.reason = 'never_resubmitted')",
                to_ms(now - k_resubmit_patience), to_ms(now));
        });
}

} // namespace store
