#include "store/retention.hpp"

#include "db/transaction.hpp"
#include "job/transitions.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

// In one transaction. Others want to write too, and each may free megabytes, which Debian's SQLite
// overwrites.
constexpr std::size_t k_jobs_at_once = 10;

} // namespace

std::int64_t Retention::horizon_ms(std::chrono::seconds age)
{
    // A row for each chain that was ever configured.
    const auto read_to_s = rows::first_integer(
        m_at.database.query("SELECT read_to_s FROM scan ORDER BY read_to_s DESC LIMIT 1"));
    const auto chain = std::chrono::seconds{read_to_s.value_or(0)};
    return std::min(base::to_ms(m_at.clock.now() - age),
                    std::chrono::milliseconds{chain - age}.count());
}

std::vector<Retention::Ended> Retention::step(std::string_view kept, std::chrono::seconds age,
                                              Walk& walk)
{
    std::vector<Ended> out;
    auto row = m_at.database.query(
        "SELECT seq, updated_ms, state FROM jobs WHERE kept = ?1 AND updated_ms <= ?2 "
        "AND (updated_ms, seq) > (?3, ?4) "
        "AND (state = 'complete' OR state = 'failed' OR state = 'expired' OR state = 'rejected') "
        "AND kept <> 'books' "
        "ORDER BY updated_ms, seq LIMIT ?5",
        kept, horizon_ms(age), walk.ended_ms, walk.seq, k_jobs_at_once);
    while (row.step()) {
        walk.seq = row.integer(0);
        walk.ended_ms = row.integer(1);
        out.push_back({walk.seq, std::string{row.text(2)}});
    }
    walk.is_over = out.size() < k_jobs_at_once;
    return out;
}

bool Retention::drop_request(db::Writer& writer, const Ended& job)
{
    const int changed = writer.run(
        "UPDATE jobs SET kept = 'result', client = '', site = '', prefix = '', request_id = '' "
        "WHERE seq = ?1 AND state = ?2 AND kept = 'all' AND NOT (state = 'rejected' AND EXISTS "
        "(SELECT 1 FROM payment WHERE payment.job_seq = jobs.seq AND due_ms IS NOT NULL))",
        job.seq, job.state);
    if (changed == 0) return false;
    writer.run("UPDATE payment SET undecided_client = '', undecided_site = '' "
               "WHERE job_seq = ?1 AND undecided_client <> ''",
               job.seq);
    writer.run("UPDATE job_body SET request = '', transcript = '' WHERE job_seq = ?1", job.seq);
    writer.run("UPDATE v1_order SET repeat_key = NULL WHERE job_seq = ?1", job.seq);
    return true;
}

bool Retention::drop_result(db::Writer& writer, const Ended& job)
{
    if (next(job::state_from(job.state), job::Event::retention_over) != job::State::purged)
        return false;
    const int changed = writer.run(
        "UPDATE jobs SET kept = 'books', verdict = NULL, progress_stage = NULL, "
        "progress_done = NULL, progress_total = NULL WHERE seq = ?1 AND state = ?2 "
        "AND kept = 'result' "
        "AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq "
        "AND credit.state = 'open') "
        "AND NOT EXISTS (SELECT 1 FROM anchor_outbox WHERE anchor_outbox.job_seq = jobs.seq "
        "AND status <> 'final') "
        "AND NOT EXISTS (SELECT 1 FROM payment WHERE payment.job_seq = jobs.seq "
        "AND (due_ms IS NOT NULL OR phase NOT IN ('settled', 'refused'))) "
        "AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = jobs.seq "
        "AND due_ms IS NOT NULL)",
        job.seq, job.state);
    if (changed == 0) return false;
    writer.run("DELETE FROM job_body WHERE job_seq = ?1", job.seq);
    // The signature stays: it is public on the chain, and shows that a repeat is the buyer's.
    // What was refused can still be looked at: whatever came in after all is owed.
    writer.run("UPDATE payment SET payload = '', requirements = '' WHERE job_seq = ?1 "
               "AND phase = 'settled'",
               job.seq);
    writer.run("UPDATE claim SET payer_signature = NULL, found = '' WHERE job_seq = ?1", job.seq);
    return true;
}

void Retention::drop_requests(std::chrono::seconds age, Walk& walk)
{
    const std::vector<Ended> old = step("all", age, walk);
    if (old.empty()) return;
    walk.given_up += db::write(m_at.database, "drop_requests", [&](db::Writer& writer) {
        return static_cast<int>(std::ranges::count_if(
            old, [&](const Ended& job) { return drop_request(writer, job); }));
    });
}

void Retention::purge(std::chrono::seconds age, Walk& walk)
{
    const std::vector<Ended> old = step("result", age, walk);
    if (old.empty()) return;
    walk.given_up += db::write(m_at.database, "purge", [&](db::Writer& writer) {
        return static_cast<int>(
            std::ranges::count_if(old, [&](const Ended& job) { return drop_result(writer, job); }));
    });
}

} // namespace store
