#include "job/store.hpp"

#include "job/store_rows.hpp"

#include "db/transaction.hpp"

namespace job {

using base::to_ms;

Store::Store(db::Database& database, const base::Clock& clock, Waker& waker)
    : m_database{database}, m_clock{clock}, m_waker{waker}
{
}

void Store::beat(const Heartbeat& heartbeat)
{
    db::write(m_database, "beat", [&](db::Writer& writer) {
        writer.run("INSERT INTO heartbeat (id, at_ms, started_ms, version, worker) "
                   "VALUES (1, ?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET at_ms = ?1, "
                   "started_ms = ?2, version = ?3, worker = ?4",
                   to_ms(heartbeat.at), to_ms(heartbeat.started), heartbeat.version,
                   heartbeat.worker);
        return true;
    });
}

bool Store::raise_alarm(std::string_view code, std::string_view detail)
{
    return db::write(m_database, "raise_alarm", [&](db::Writer& writer) {
        const int added =
            writer.run("INSERT INTO alarm (code, since_ms, detail) VALUES (?1, ?2, ?3) "
                       "ON CONFLICT (code) DO NOTHING",
                       code, to_ms(m_clock.now()), detail);
        // Said again every few seconds: the same words are not worth a write to the disk.
        if (added == 0)
            writer.run("UPDATE alarm SET detail = ?2 WHERE code = ?1 AND detail <> ?2", code,
                       detail);
        return db::keep(added == 1);
    });
}

bool Store::clear_alarm(std::string_view code)
{
    return db::write(m_database, "clear_alarm", [&](db::Writer& writer) {
        return writer.run("DELETE FROM alarm WHERE code = ?1", code) == 1;
    });
}

void Store::observe(const Observation& observation)
{
    db::write(m_database, "observe", [&](db::Writer& writer) {
        rows::observe(writer, observation);
        return true;
    });
}

} // namespace job
