#include "store/sweeper.hpp"

#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/reservations.hpp"
#include "store/rows.hpp"

#include <chrono>

namespace store {

namespace {

using base::to_ms;

constexpr int k_rows_forgotten_at_once = 200;

} // namespace

int Sweeper::release_abandoned()
{
    return db::write(m_at.database, "release_abandoned", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        std::vector<std::int64_t> released;
        {
            // A lease that ends later than any lease can was given before the clock was set back.
            auto row = writer.returning(
                "UPDATE payment SET phase = ?1, reason = 'released', updated_ms = ?2, "
                "due_ms = CASE WHEN signed_by_payer = 1 THEN CAST(?4 AS BIGINT) END "
                "WHERE phase = 'reserved' "
                "AND (lease_until_ms <= ?2 OR lease_until_ms > ?3) "
                "RETURNING job_seq",
                to_text(job::Phase::refused), to_ms(now), to_ms(now + k_reservation_lease),
                to_ms(now + rows::k_first_refusal_look));
            while (row.step()) released.push_back(row.integer(0));
        }
        for (const std::int64_t seq : released)
            rows::require(rows::move_job(writer, seq, job::Event::not_paid, now), "release");
        return static_cast<int>(released.size());
    });
}

int Sweeper::mark_undecided()
{
    const base::Instant now = m_at.clock.now();
    // Nearly always nothing: looked for outside the gate.
    const auto first = rows::first_integer(m_at.database.query(
        "SELECT 1 FROM payment WHERE phase IN ('settle_sent', 'settled_unproven') "
        "AND phase = 'settle_sent' AND updated_ms <= ?1 AND "
        "(undecided_ms IS NULL AND awaits_payer = 0 AND lease_until_ms <= ?1 "
        "OR undecided_ms <= ?2) LIMIT 1",
        to_ms(now), to_ms(now - k_undecided_in_lane)));
    if (!first) return 0;
    return db::write(m_at.database, "mark_undecided", [&](db::Writer& writer) {
        writer.run(
            "UPDATE payment SET undecided_ms = ?1, (undecided_client, undecided_site) = (SELECT "
            "client, site FROM jobs WHERE seq = job_seq) WHERE phase IN ('settle_sent', "
            "'settled_unproven') AND phase = 'settle_sent' AND updated_ms <= ?1 AND undecided_ms "
            "IS NULL AND awaits_payer = 0 AND lease_until_ms <= ?1",
            to_ms(now));
        const int left = writer.run(
            "UPDATE jobs SET has_left_lane = 1 WHERE seq IN (SELECT job_seq FROM payment WHERE "
            "phase = 'settle_sent' AND undecided_ms IS NOT NULL AND undecided_ms <= ?1) AND "
            "state = ?2 AND has_left_lane = 0",
            to_ms(now - k_undecided_in_lane), to_text(job::State::settling));
        return db::keep(left);
    });
}

int Sweeper::forget_refused()
{
    const base::Instant now = m_at.clock.now();
    const auto dead_s = to_ms(now - k_refused_kept) / 1000;
    std::vector<std::int64_t> over;
    std::vector<std::int64_t> unwatched;
    {
        auto row = m_at.database.query(
            "SELECT job_seq FROM payment WHERE phase = 'refused' AND is_sent = 0 "
            "AND valid_before_s <= ?1 AND log_index IS NULL "
            "AND (awaits_payer = 0 OR due_ms IS NULL) LIMIT ?2",
            dead_s, k_rows_forgotten_at_once);
        while (row.step()) over.push_back(row.integer(0));
        auto left = m_at.database.query("SELECT job_seq FROM payment WHERE phase = 'refused' "
                                        "AND due_ms IS NULL AND payload <> '' LIMIT ?1",
                                        k_rows_forgotten_at_once);
        while (left.step()) unwatched.push_back(left.integer(0));
    }
    if (over.empty() && unwatched.empty()) return 0;
    return db::write(m_at.database, "forget_refused", [&](db::Writer& writer) {
        for (const std::int64_t seq : over) rows::forget(writer, seq);
        for (const std::int64_t seq : unwatched) {
            if (writer.run("UPDATE payment SET payload = '', requirements = '' WHERE job_seq = "
                           "?1 AND phase = 'refused' AND due_ms IS NULL",
                           seq) == 1)
                writer.run("UPDATE job_body SET request = '' WHERE job_seq = ?1", seq);
        }
        return db::keep(static_cast<int>(over.size()));
    });
}

int Sweeper::count_undecided(std::chrono::seconds age)
{
    auto row = m_at.database.query(
        "SELECT count(*) FROM payment "
        "WHERE phase IN ('settle_sent', 'settled_unproven') AND awaits_payer = 0 "
        "AND updated_ms < ?1",
        base::to_ms(m_at.clock.now() - age));
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace store
