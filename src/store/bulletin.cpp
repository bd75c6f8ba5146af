#include "store/bulletin.hpp"

#include "store/changes.hpp"
#include "store/rows.hpp"

#include "db/transaction.hpp"

namespace store {

using base::to_ms;

void Bulletin::beat(const Heartbeat& heartbeat)
{
    db::write(m_at.database, "beat", [&](db::Writer& writer) {
        writer.run("INSERT INTO heartbeat (id, at_ms, started_ms, version, worker) "
                   "VALUES (1, ?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET at_ms = ?1, "
                   "started_ms = ?2, version = ?3, worker = ?4",
                   to_ms(heartbeat.at), to_ms(heartbeat.started), heartbeat.version,
                   heartbeat.worker);
        return true;
    });
}

bool Bulletin::raise_alarm(std::string_view code, std::string_view detail)
{
    return db::write(m_at.database, "raise_alarm", [&](db::Writer& writer) {
        const int added =
            writer.run("INSERT INTO alarm (code, since_ms, detail) VALUES (?1, ?2, ?3) "
                       "ON CONFLICT (code) DO NOTHING",
                       code, to_ms(m_at.clock.now()), detail);
        // Said again every few seconds: the same words are not worth a write to the disk.
        if (added == 0)
            writer.run("UPDATE alarm SET detail = ?2 WHERE code = ?1 AND detail <> ?2", code,
                       detail);
        return db::keep(added == 1);
    });
}

bool Bulletin::clear_alarm(std::string_view code)
{
    return db::write(m_at.database, "clear_alarm", [&](db::Writer& writer) {
        return writer.run("DELETE FROM alarm WHERE code = ?1", code) == 1;
    });
}

void Bulletin::observe(const Observation& observation)
{
    db::write(m_at.database, "observe", [&](db::Writer& writer) {
        rows::observe(writer, observation);
        return true;
    });
}

std::optional<Heartbeat> Bulletin::heartbeat()
{
    auto row = m_at.database.query(
        "SELECT at_ms, started_ms, version, worker FROM heartbeat WHERE id = 1");
    if (!row.step()) return std::nullopt;
    return Heartbeat{base::instant_from_ms(row.integer(0)), base::instant_from_ms(row.integer(1)),
                     std::string{row.text(2)}, std::string{row.text(3)}};
}

std::vector<Alarm> Bulletin::alarms()
{
    std::vector<Alarm> out;
    auto row = m_at.database.query("SELECT code, since_ms, detail FROM alarm ORDER BY code");
    while (row.step())
        out.push_back({std::string{row.text(0)}, base::instant_from_ms(row.integer(1)),
                       std::string{row.text(2)}});
    return out;
}

std::optional<Observation> Bulletin::observation(std::string_view subject)
{
    return rows::observation(m_at.database, subject);
}

bool Bulletin::is_met(job::Need need)
{
    return rows::is_met(m_at.database, need);
}

bool is_fresh_beat(base::Instant beat, base::Instant now)
{
    return std::chrono::abs(now - beat) <= k_heartbeat_fresh;
}

} // namespace store
