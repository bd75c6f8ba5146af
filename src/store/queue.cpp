// The worker's side: claims and what becomes of them. Every update names the claim as (state,
// worker, attempt), so a child of an earlier attempt can change nothing.
#include "store/queue.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"
#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/daily_credits.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

using base::to_ms;

bool requeue(db::Writer& writer, const job::Job& job, std::string_view worker,
             std::string_view error, base::Instant now)
{
    const job::Move& move = job::move_of(job::Event::attempt_failed);
    return writer.run("UPDATE jobs SET state = ?5, worker = NULL, lease_until_ms = NULL, "
                      "queue_rank = 0, updated_ms = ?6, error = ?7 "
                      "WHERE seq = ?1 AND state = ?2 AND worker = ?3 AND attempt = ?4",
                      job.seq, to_text(move.from), worker, job.attempt, to_text(move.to),
                      to_ms(now), error) == 1;
}

bool fail(db::Writer& writer, const job::Job& job, std::string_view worker, std::string_view error,
          base::Instant now)
{
    const job::Move& move = job::move_of(job::Event::attempts_used_up);
    return writer.run("UPDATE jobs SET state = ?5, worker = NULL, lease_until_ms = NULL, "
                      "completed_ms = ?6, updated_ms = ?6, error = ?7 "
                      "WHERE seq = ?1 AND state = ?2 AND worker = ?3 AND attempt = ?4",
                      job.seq, to_text(move.from), worker, job.attempt, to_text(move.to),
                      to_ms(now), error) == 1;
}

// More lanes than there are on a node: each look is lost to another one.
constexpr int k_most_looks = 256;

std::optional<std::int64_t> oldest_of(db::Reader reader, const LaneShare& share)
{
    return rows::first_integer(
        reader.query("SELECT seq FROM jobs WHERE lane = ?1 AND state = 'queued' "
                     "ORDER BY queue_rank, seq LIMIT 1",
                     share.lane));
}

// A lane has as many queued jobs as are sold, and as many run as there are threads: those few are
// walked, never all payments of a payer.
std::optional<std::int64_t> next_in_turn(db::Reader reader, const LaneShare& share)
{
    return rows::first_integer(reader.query(
        "SELECT seq FROM jobs AS waiting LEFT JOIN payment AS paid ON paid.job_seq = waiting.seq "
        "WHERE lane = ?1 AND state = 'queued' "
        "ORDER BY (SELECT count(*) FROM jobs AS other WHERE other.state = 'running' "
        "AND other.client = waiting.client) + (SELECT count(*) FROM jobs AS other "
        "WHERE other.state = 'running' AND EXISTS (SELECT 1 FROM payment AS its WHERE "
        "its.job_seq = other.seq AND its.payer = paid.payer)), queue_rank, seq LIMIT 1",
        share.lane));
}

// The payer is owed what the job cost them, or that part of it.
void open_credit(db::Writer& writer, const job::Job& job, std::string_view reason,
                 base::Instant now, bool is_owed = true,
                 std::optional<value::AtomicUsd> part = std::nullopt)
{
    const auto payment = rows::view(writer, job.seq).payment;
    if (!payment) throw base::Fault{base::concat("nobody paid for ", job.id.text())};
    writer.run("INSERT INTO credit (rail, payer, value_atoms, tx_hash, job_seq, reason, state, "
               "created_ms, updated_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?8, ?7, ?7)",
               job.rail, payment->key.payer.text(), part.value_or(payment->value).atoms(),
               payment->tx_hash, job.seq, reason, to_ms(now), is_owed ? "open" : "waived");
}

// What was not delivered is owed, once. While the network cannot be seen from here, that nothing
// was read is our own affair; a missing basket keeps no page from being read. What is beyond a
// day's bounds is there, and waived: everybody sees why nothing is owed.
void credit_result(db::Writer& writer, const job::Job& job, const job::Result& result,
                   base::Instant now)
{
    bool is_paid_back = false;
    if (result.are_sources_unread) {
        is_paid_back =
            result.was_blind || rows::take_credit(writer, k_unread_credits, job.seq, now);
        open_credit(writer, job, "sources_unread", now, is_paid_back);
    } else if (result.is_vantage_offline || result.was_blind) {
        is_paid_back = true;
        open_credit(writer, job, "vantage_offline", now);
    }
    if (result.model_lack == job::k_model_away)
        open_credit(writer, job, job::k_model_away, now,
                    !is_paid_back && rows::take_credit(writer, k_model_credits, job.seq, now),
                    result.owed_without_model);
}

} // namespace

std::optional<ClaimedJob> Queue::claim_next(const LaneShare& share, std::string_view worker,
                                            std::chrono::seconds lease)
{
    // Every wake-up of every lane asks; only a job that is there is worth the gate.
    if (!oldest_of(m_at.database, share)) return std::nullopt;
    return db::write(m_at.database, "claim_next",
                     [&](db::Writer& writer) { return take_next(writer, share, worker, lease); });
}

std::optional<ClaimedJob> Queue::take_next(db::Writer& writer, const LaneShare& share,
                                           std::string_view worker, std::chrono::seconds lease)
{
    const base::Instant now = m_at.clock.now();
    const job::Move& move = job::move_of(job::Event::claimed);
    // On a server another lane may have claimed it in between: then the next one is looked for.
    for (int looks = 0; looks < k_most_looks; ++looks) {
        const auto seq = share.is_in_turn ? next_in_turn(writer, share) : oldest_of(writer, share);
        if (!seq) return std::nullopt;
        const int claimed = writer.run(
            "UPDATE jobs SET state = ?3, worker = ?4, attempt = attempt + 1, lease_until_ms = ?5, "
            "updated_ms = ?6, queue_rank = NULL, progress_stage = NULL, progress_done = NULL, "
            "progress_total = NULL WHERE seq = ?1 AND state = ?2",
            *seq, to_text(move.from), to_text(move.to), worker, to_ms(now + lease), to_ms(now));
        if (claimed == 1)
            return ClaimedJob{rows::view(writer, *seq).job, rows::request(writer, *seq)};
    }
    return std::nullopt;
}

bool Queue::extend_lease(const job::Job& job, std::string_view worker, std::chrono::seconds lease)
{
    const auto extend = [&](db::Writer& writer) {
        return writer.run("UPDATE jobs SET lease_until_ms = ?5 WHERE seq = ?1 "
                          "AND state = ?2 AND worker = ?3 AND attempt = ?4",
                          job.seq, to_text(job::State::running), worker, job.attempt,
                          to_ms(m_at.clock.now() + lease)) != 0;
    };
    const auto is_held =
        db::if_served([&] { return db::write(m_at.database, "extend_lease", extend); });
    return !is_held || *is_held;
}

bool Queue::report_progress(const job::Job& job, std::string_view worker,
                            const job::Progress& progress)
{
    const auto report = [&](db::Writer& writer) {
        return writer.run("UPDATE jobs SET progress_stage = ?5, progress_done = ?6, "
                          "progress_total = ?7 WHERE seq = ?1 AND state = ?2 "
                          "AND worker = ?3 AND attempt = ?4",
                          job.seq, to_text(job::State::running), worker, job.attempt,
                          progress.stage, progress.done, progress.total) != 0;
    };
    const auto is_told =
        db::if_served([&] { return db::write(m_at.database, "report_progress", report); });
    return is_told && *is_told;
}

bool Queue::complete(const job::Job& job, std::string_view worker, const job::Result& result,
                     base::Instant completed)
{
    if (value::Digest{base::sha256(base::bytes_of(result.artifact))} != result.hash)
        throw base::Fault{base::concat("the hash of ", job.id.text(), " is not its artifact's")};

    return db::write(m_at.database, "complete", m_at.waker, [&](db::Writer& writer) {
        return store_result(writer, job, worker, result, completed);
    });
}

bool Queue::store_result(db::Writer& writer, const job::Job& job, std::string_view worker,
                         const job::Result& result, base::Instant completed)
{
    const job::Move& move = job::move_of(job::Event::artifact_stored);
    const int changed = writer.run(
        "UPDATE jobs SET state = ?5, worker = NULL, lease_until_ms = NULL, completed_ms = ?6, "
        "updated_ms = ?7, result_hash = ?8, verdict = ?9, error = '' "
        "WHERE seq = ?1 AND state = ?2 AND worker = ?3 AND attempt = ?4",
        job.seq, to_text(move.from), worker, job.attempt, to_text(move.to), to_ms(completed),
        to_ms(m_at.clock.now()), result.hash.bytes(), result.verdict);
    if (changed == 0) return false;
    rows::require_one(
        writer.run("UPDATE job_body SET artifact = ?2, transcript = ?3 WHERE job_seq = ?1", job.seq,
                   result.artifact, result.transcript),
        "artifact");
    if (result.anchor_status != "off")
        writer.run("INSERT INTO anchor_outbox (job_seq, hash, status, created_ms) "
                   "VALUES (?1, ?2, ?3, ?4)",
                   job.seq, result.hash.bytes(), result.anchor_status, to_ms(completed));
    if (result.is_vantage_offline)
        rows::observe(writer, {.subject = std::string{k_vantage},
                               .status = std::string{k_offline},
                               .detail = {},
                               .at = completed});
    credit_result(writer, job, result, completed);
    return true;
}

bool Queue::attempt_failed(const job::Job& job, std::string_view worker, std::string_view error,
                           int attempts_allowed)
{
    return db::write(m_at.database, "attempt_failed", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        if (job.attempt < attempts_allowed) return requeue(writer, job, worker, error, now);
        if (!fail(writer, job, worker, error, now)) return false;
        open_credit(writer, job, "job_failed", now);
        return true;
    });
}

bool Queue::give_back(const job::Job& job, std::string_view worker, std::string_view error)
{
    return db::write(m_at.database, "give_back", m_at.waker, [&](db::Writer& writer) {
        if (!requeue(writer, job, worker, error, m_at.clock.now())) return false;
        rows::require_one(writer.run("UPDATE jobs SET attempt = attempt - 1 WHERE seq = ?1 "
                                     "AND state = 'queued'",
                                     job.seq),
                          "attempt");
        return true;
    });
}

std::vector<Queue::LostClaim> Queue::lost_claims(std::string_view worker,
                                                 std::chrono::seconds longest_lease)
{
    const db::ReadTxn snapshot{m_at.database};
    struct LostRow {
        std::int64_t seq;
        std::string worker;
    };
    std::vector<LostRow> found;
    {
        // A lease that ends later than any lease can was given before the clock was set back.
        const base::Instant now = m_at.clock.now();
        auto row =
            m_at.database.query("SELECT seq, worker FROM jobs WHERE state = 'running' "
                                "AND (lease_until_ms <= ?1 OR lease_until_ms > ?3 OR worker <> ?2) "
                                "ORDER BY lease_until_ms",
                                to_ms(now), worker, to_ms(now + longest_lease));
        while (row.step()) found.push_back({row.integer(0), std::string{row.text(1)}});
    }
    std::vector<LostClaim> out;
    out.reserve(found.size());
    for (LostRow& lost : found)
        out.push_back({rows::view(m_at.database, lost.seq).job, std::move(lost.worker)});
    return out;
}

} // namespace store
