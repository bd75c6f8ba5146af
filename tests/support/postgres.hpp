// A PostgreSQL server of the test program's own, which lives as long as the program: on a Unix
// socket alone, in a folder that goes with it, and without a sync.
#pragma once

#include "db/pg/connection.hpp"
#include "support/temp_dir.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace support {

class Postgres {
public:
    // False: Debian's postgresql-15 is not installed. The tests that want it are to say so.
    static bool is_installed();
    // Started at the first call. Throws Fault.
    static Postgres& here();

    ~Postgres();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    [[nodiscard]] const std::string& folder() const { return m_folder.path(); }
    [[nodiscard]] std::string socket() const { return m_folder.file(".s.PGSQL.5432"); }
    // Of a database; "postgres" is there from the start.
    [[nodiscard]] std::string url(const std::string& database) const;
    // Of an empty schema in it, which no other test has.
    std::string fresh_url();
    // Of an empty database that no other test has, nor connections to it.
    std::string fresh_database();
    // By the one that may do everything.
    void run(const std::string& sql);

private:
    Postgres();

    TempDir m_folder;
    pid_t m_owner;
    pid_t m_server = -1;
    std::optional<db::pg::Connection> m_connection;
    int m_schemas = 0;
};

} // namespace support
