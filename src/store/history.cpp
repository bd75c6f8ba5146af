#include "store/history.hpp"

#include "db/transaction.hpp"

namespace store {

using base::to_ms;

namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr std::int64_t k_kept_hours = 48;
constexpr std::int64_t k_hour_ms = std::chrono::milliseconds{hours{1}}.count();
constexpr std::int64_t k_minute_ms = std::chrono::milliseconds{minutes{1}}.count();

} // namespace

void History::live(bool is_well)
{
    const std::int64_t now_ms = to_ms(m_at.clock.now());
    const std::int64_t hour = now_ms / k_hour_ms;
    db::write(m_at.database, "history", [&](db::Writer& writer) {
        const int counted =
            writer.run("INSERT INTO history_hour (hour, minutes_up, minutes_well, last_minute) "
                       "VALUES (?1, 1, ?2, ?3) ON CONFLICT (hour) DO UPDATE SET "
                       "minutes_up = history_hour.minutes_up + 1, minutes_well = "
                       "history_hour.minutes_well + ?2, "
                       "last_minute = ?3 WHERE history_hour.last_minute < ?3",
                       hour, is_well ? 1 : 0, now_ms / k_minute_ms);
        if (counted == 0) return false;
        // What ended between the last look at the hour before and its end counts in it, too.
        count_jobs(writer, hour - 1);
        count_jobs(writer, hour);
        writer.run("DELETE FROM history_hour WHERE hour < ?1", hour - k_kept_hours);
        return true;
    });
}

void History::count_jobs(db::Writer& writer, std::int64_t hour)
{
    // The words of the index jobs_kept, so that a row of the hour is all that is read.
    writer.run(
        "UPDATE history_hour SET (jobs_complete, jobs_failed, timed_jobs, timed_ms) = (SELECT "
        "count(*) FILTER (WHERE state = 'complete'), count(*) FILTER (WHERE state = 'failed'), "
        "count(*) FILTER (WHERE state = 'complete' AND rail = 'v2'), "
        "coalesce(sum(completed_ms - created_ms) FILTER (WHERE state = 'complete' AND rail = "
        "'v2'), 0) FROM jobs WHERE kept IN ('all', 'result') AND kept <> 'books' AND "
        "(state = 'complete' OR state = 'failed' OR state = 'expired' OR state = 'rejected') "
        "AND updated_ms >= ?2 AND updated_ms < ?3) WHERE hour = ?1",
        hour, hour * k_hour_ms, (hour + 1) * k_hour_ms);
}

std::vector<Hour> History::hours(std::chrono::hours span)
{
    std::vector<Hour> out;
    const std::int64_t now_hour = to_ms(m_at.clock.now()) / k_hour_ms;
    auto row = m_at.database.query(
        "SELECT hour, minutes_up, minutes_well, jobs_complete, jobs_failed, timed_jobs, timed_ms "
        "FROM history_hour WHERE hour > ?1 AND hour <= ?2 ORDER BY hour",
        now_hour - span.count(), now_hour);
    while (row.step()) {
        const std::int64_t timed = row.integer(5);
        const auto number = [&](int column) { return static_cast<int>(row.integer(column)); };
        out.push_back({.begin = base::instant_from_ms(row.integer(0) * k_hour_ms),
                       .minutes_up = number(1),
                       .minutes_well = number(2),
                       .jobs_complete = number(3),
                       .jobs_failed = number(4),
                       .mean_time = timed == 0 ? std::nullopt
                                               : std::optional{std::chrono::milliseconds{
                                                     row.integer(6) / timed}}});
    }
    return out;
}

} // namespace store
