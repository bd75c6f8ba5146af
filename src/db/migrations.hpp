// The schema, as numbered steps (db/migrations/NNN_what.sql, each with a why per column).
#pragma once

#include "db/database.hpp"

#include <span>

namespace db {

struct Migration {
    int number; // 1, 2, 3 ... without gaps
    const char* name;
    const char* sql;
};

// What stands for a schema in a database that no program may work with: a move (db/move.hpp) is
// filling it, or has moved it away. Throws below are Faults that say so.
constexpr int closed(int version)
{
    return -version;
}
inline constexpr const char* k_closed_words =
    " is closed: it was moved to another place, or a move to it did not end";

// All steps this program knows, embedded by the build.
std::span<const Migration> migrations();

// Brings the schema up to date: each step in a transaction of its own, under the gate, which stays
// closed to others throughout; several processes may call it at once. A database that holds data
// is first copied to `<path>.before-NNN` (NNN: the first new step). Returns how many steps were
// made. Throws Fault: not our database, a newer schema, no room for the copy (FullFault). On a
// server, where programs of several releases may run, it only looks, as require_current_schema().
int migrate(Database& database, std::span<const Migration> steps = migrations());

// On a server: brings the schema up to date, all steps in one transaction. Throws Fault.
int migrate_server(Database& database, std::span<const Migration> steps = migrations());

// The number of its last step; 0: it is empty. Throws Fault: not our database, a newer schema.
int schema_version(Database& database, std::span<const Migration> steps = migrations());

// For programs that must not migrate. Throws Fault unless the schema is exactly ours.
void require_current_schema(Database& database, std::span<const Migration> steps = migrations());

} // namespace db
