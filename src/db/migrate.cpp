#include "db/migrations.hpp"

#include "base/concat.hpp"
#include "db/pg/schema.hpp"
#include "db/pg/session.hpp"
#include "db/sqlite/new_file.hpp"
#include "db/sqlite/session.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace db {

namespace {

// "ASSY" in the file's header: so that no database of another program is taken for ours.
constexpr std::string_view k_application_id = "1095979865";
constexpr mode_t k_copy_mode = 0640;

std::string three_digits(int number)
{
    std::string digits = std::to_string(number);
    return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

// The one user of SQL that is put together at run time, and of the gate for longer than a
// transaction.
class Migrator {
public:
    Migrator(Database& database, std::span<const Migration> steps)
        : m_session{sqlite::session_of(database)}, m_latest{static_cast<int>(steps.size())},
          m_steps{steps}
    {
    }

    // Throws Fault when the file is not ours or newer than we are.
    int version()
    {
        const int found = std::stoi(m_session.execute("PRAGMA user_version"));
        const std::string owner = m_session.execute("PRAGMA application_id");
        const bool is_empty = m_session.execute("SELECT count(*) FROM sqlite_schema") == "0";
        if (found == 0 && is_empty) return 0;
        if (found < 0 && owner == k_application_id)
            throw base::Fault{base::concat(m_session.path(), k_closed_words)};
        if (found <= 0 || owner != k_application_id)
            throw base::Fault{base::concat(m_session.path(), " is not a database of this service")};
        if (found > m_latest)
            throw base::Fault{base::concat(m_session.path(), " has schema ", found,
                                           " but this program knows only ", m_latest,
                                           ": it was written by a newer version")};
        return found;
    }

    void require_current()
    {
        const int found = version();
        if (found < m_latest)
            throw base::Fault{base::concat(m_session.path(), " has schema ", found, ", needed is ",
                                           m_latest, ": migrate it first")};
    }

    int run()
    {
        const sqlite::Gate::Hold hold{m_session.own_gate()};
        const int found = version();
        if (found == m_latest) return 0;
        if (found > 0) copy_before(found + 1);
        for (const Migration& step : m_steps.subspan(static_cast<std::size_t>(found))) apply(step);
        return m_latest - found;
    }

private:
    void copy_before(int number)
    {
        const std::string target = base::concat(m_session.path(), ".before-", three_digits(number));
        const std::string draft = target + ".part";
        // Left by a process that died in the middle.
        static_cast<void>(::unlink(draft.c_str()));
        sqlite::make_if_absent(draft, k_copy_mode);
        m_session.copy_into(draft);
        sqlite::sync_file(draft);
        if (std::rename(draft.c_str(), target.c_str()) != 0)
            throw base::Fault::from_errno(base::concat("cannot keep the copy ", target));
        sqlite::sync_file(target);
    }

    void apply(const Migration& step)
    {
        m_session.execute("BEGIN IMMEDIATE");
        try {
            m_session.execute(step.sql);
            m_session.execute(base::concat("PRAGMA application_id=", k_application_id));
            m_session.execute(base::concat("PRAGMA user_version=", step.number));
            m_session.execute("COMMIT");
        } catch (...) {
            m_session.roll_back();
            protect_schema();
            throw;
        }
    }

    // A step that failed may have left it open. What is told is why the step failed.
    void protect_schema() noexcept
    {
        try {
            m_session.execute("PRAGMA writable_schema=OFF");
        } catch (const std::exception&) {
            return;
        }
    }

    sqlite::Session& m_session;
    int m_latest;
    std::span<const Migration> m_steps;
};

} // namespace

int migrate(Database& database, std::span<const Migration> steps)
{
    if (database.is_file()) return Migrator{database, steps}.run();
    require_current_schema(database, steps);
    return 0;
}

int migrate_server(Database& database, std::span<const Migration> steps)
{
    return pg::migrate(pg::session_of(database), steps);
}

int schema_version(Database& database, std::span<const Migration> steps)
{
    if (database.is_file()) return Migrator{database, steps}.version();
    return pg::schema_version(pg::session_of(database));
}

void require_current_schema(Database& database, std::span<const Migration> steps)
{
    if (database.is_file())
        Migrator{database, steps}.require_current();
    else
        pg::require_schema(pg::session_of(database), steps);
}

} // namespace db
