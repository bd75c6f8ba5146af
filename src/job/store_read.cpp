// What polls and /health read. No gate: nobody waits for a reader.
#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "job/store.hpp"
#include "job/store_rows.hpp"

namespace job {

namespace {

// The artifact, which may be megabytes, is left where it is unless it was asked for.
Result result_of(db::Connection& connection, std::int64_t seq, Store::Artifact artifact)
{
    const bool fetch = artifact == Store::Artifact::fetch;
    auto row = connection.query("SELECT jobs.result_hash, jobs.verdict, anchor_outbox.status, "
                                "CASE WHEN ?2 THEN job_body.artifact ELSE '' END FROM jobs "
                                "LEFT JOIN anchor_outbox ON anchor_outbox.job_seq = jobs.seq "
                                "JOIN job_body ON job_body.job_seq = jobs.seq WHERE jobs.seq = ?1",
                                seq, std::int64_t{fetch});
    if (!row.step() || row.is_null(3)) throw base::Fault{"a complete job without artifact"};
    const auto hash = value::Digest::from_bytes(row.blob(0));
    if (!hash) throw base::Fault{"corrupt row: result_hash"};
    return {.artifact = std::string{row.text(3)},
            .hash = *hash,
            .verdict = std::string{row.text(1)},
            .anchor_status = row.is_null(2) ? std::string{"off"} : std::string{row.text(2)}};
}

} // namespace

std::optional<View> Store::find(const value::JobId& id, Artifact artifact)
{
    const db::ReadTxn snapshot{m_connection};
    const auto seq = rows::seq_of(m_connection, id);
    if (!seq) return std::nullopt;
    View view{rows::job(m_connection, *seq), std::nullopt, {}, std::nullopt};
    view.payment = rows::payment(m_connection, view.job);
    view.credits = rows::credits(m_connection, *seq);
    if (view.job.state == State::complete) view.result = result_of(m_connection, *seq, artifact);
    return view;
}

std::vector<LaneLoad> Store::lane_loads()
{
    std::vector<LaneLoad> out;
    auto row = m_connection.query("SELECT lane, state, count(*) FROM jobs "
                                  "WHERE state IN ('settling', 'queued', 'running') "
                                  "GROUP BY lane, state ORDER BY lane, state");
    while (row.step()) {
        if (out.empty() || out.back().lane != row.text(0))
            out.push_back({std::string{row.text(0)}, 0, 0});
        const int count = static_cast<int>(row.integer(2));
        (state_from(row.text(1)) == State::running ? out.back().running : out.back().waiting) +=
            count;
    }
    return out;
}

int Store::count_undecided(std::chrono::seconds age)
{
    auto row =
        m_connection.query("SELECT count(*) FROM payment "
                           "WHERE phase IN ('settle_sent', 'settled_unproven') AND updated_ms < ?1",
                           base::to_ms(m_clock.now() - age));
    row.step();
    return static_cast<int>(row.integer(0));
}

std::optional<Heartbeat> Store::heartbeat()
{
    auto row =
        m_connection.query("SELECT at_ms, started_ms, version, worker FROM heartbeat WHERE id = 1");
    if (!row.step()) return std::nullopt;
    return Heartbeat{base::instant_from_ms(row.integer(0)), base::instant_from_ms(row.integer(1)),
                     std::string{row.text(2)}, std::string{row.text(3)}};
}

std::vector<Alarm> Store::alarms()
{
    std::vector<Alarm> out;
    auto row = m_connection.query("SELECT code, since_ms, detail FROM alarm ORDER BY code");
    while (row.step())
        out.push_back({std::string{row.text(0)}, base::instant_from_ms(row.integer(1)),
                       std::string{row.text(2)}});
    return out;
}

std::optional<Observation> Store::observation(std::string_view subject)
{
    auto row = m_connection.query(
        "SELECT status, detail, at_ms FROM observation WHERE subject = ?1", subject);
    if (!row.step()) return std::nullopt;
    return Observation{std::string{subject}, std::string{row.text(0)}, std::string{row.text(1)},
                       base::instant_from_ms(row.integer(2))};
}

} // namespace job
