// What polls and /health read. No gate: nobody waits for a reader.
#include "job/store.hpp"
#include "job/store_rows.hpp"
#include "job/store_unread.hpp"

namespace job {

std::optional<View> Store::find(const value::JobId& id, Artifact artifact)
{
    return rows::view(m_database, id, artifact == Artifact::fetch);
}

std::optional<std::int64_t> Store::queue_position(const Job& job)
{
    if (job.state != State::queued) return std::nullopt;
    // A job that is claimed meanwhile has no rank, so that nobody is before it.
    auto row = m_database.query(
        "SELECT count(*) FROM jobs WHERE lane = ?1 AND state = 'queued' AND (queue_rank, seq) <= "
        "(SELECT queue_rank, seq FROM jobs WHERE seq = ?2)",
        job.lane, job.seq);
    row.step();
    return row.integer(0) > 0 ? std::optional{row.integer(0)} : std::nullopt;
}

std::vector<LaneLoad> Store::lane_loads()
{
    std::vector<LaneLoad> out;
    auto row = m_database.query("SELECT lane, state, jobs FROM lane_load WHERE jobs > 0 "
                                "ORDER BY lane, state");
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
        m_database.query("SELECT count(*) FROM payment "
                         "WHERE phase IN ('settle_sent', 'settled_unproven') AND awaits_payer = 0 "
                         "AND updated_ms < ?1",
                         base::to_ms(m_clock.now() - age));
    row.step();
    return static_cast<int>(row.integer(0));
}

std::optional<Heartbeat> Store::heartbeat()
{
    auto row =
        m_database.query("SELECT at_ms, started_ms, version, worker FROM heartbeat WHERE id = 1");
    if (!row.step()) return std::nullopt;
    return Heartbeat{base::instant_from_ms(row.integer(0)), base::instant_from_ms(row.integer(1)),
                     std::string{row.text(2)}, std::string{row.text(3)}};
}

std::vector<Alarm> Store::alarms()
{
    std::vector<Alarm> out;
    auto row = m_database.query("SELECT code, since_ms, detail FROM alarm ORDER BY code");
    while (row.step())
        out.push_back({std::string{row.text(0)}, base::instant_from_ms(row.integer(1)),
                       std::string{row.text(2)}});
    return out;
}

std::optional<Observation> Store::observation(std::string_view subject)
{
    return rows::observation(m_database, subject);
}

int Store::unread_credits_left(std::string_view client, const ClientNetworks& networks)
{
    return job::unread_credits_left(m_database, client, networks, m_clock.now());
}

bool Store::is_met(Need need)
{
    return rows::is_met(m_database, need);
}

std::string Store::transcript(const Job& job)
{
    auto row = m_database.query("SELECT transcript FROM job_body WHERE job_seq = ?1", job.seq);
    return row.step() ? std::string{row.text(0)} : std::string{};
}

} // namespace job
