// What polls and /health read. No gate: no writer waits for a reader.
#include "store/reading.hpp"
#include "store/daily_credits.hpp"
#include "store/restorations.hpp"
#include "store/rows.hpp"

namespace store {

std::optional<job::View> Reading::find(const value::JobId& id, Artifact artifact)
{
    return rows::view(m_at.database, id, artifact == Artifact::fetch);
}

bool Reading::is_lost(const value::JobId& id)
{
    return rows::is_lost(m_at.database, id);
}

std::optional<std::int64_t> Reading::queue_position(const job::Job& job)
{
    if (job.state != job::State::queued) return std::nullopt;
    // A job that is claimed meanwhile has no rank, so that none is before it.
    auto row = m_at.database.query(
        "SELECT count(*) FROM jobs WHERE lane = ?1 AND state = 'queued' AND (queue_rank, seq) <= "
        "(SELECT queue_rank, seq FROM jobs WHERE seq = ?2)",
        job.lane, job.seq);
    row.step();
    return row.integer(0) > 0 ? std::optional{row.integer(0)} : std::nullopt;
}

std::vector<LaneLoad> Reading::lane_loads()
{
    std::vector<LaneLoad> out;
    auto row = m_at.database.query("SELECT lane, state, jobs FROM lane_load WHERE jobs > 0 "
                                   "ORDER BY lane, state");
    while (row.step()) {
        if (out.empty() || out.back().lane != row.text(0))
            out.push_back({std::string{row.text(0)}, 0, 0});
        const int count = static_cast<int>(row.integer(2));
        (job::state_from(row.text(1)) == job::State::running ? out.back().running
                                                             : out.back().waiting) += count;
    }
    return out;
}

int Reading::unread_credits_left(std::string_view client, const job::ClientNetworks& networks)
{
    return credits_left(m_at.database, k_unread_credits, client, networks, m_at.clock.now());
}

std::string Reading::transcript(const job::Job& job)
{
    auto row = m_at.database.query("SELECT transcript FROM job_body WHERE job_seq = ?1", job.seq);
    return row.step() ? std::string{row.text(0)} : std::string{};
}

} // namespace store
