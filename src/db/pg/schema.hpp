// The schema on PostgreSQL. There is one text for both engines: what the migrations make of an
// SQLite database, in PostgreSQL's words. Counters by trigger, which would be hot rows on a server,
// are views that count.
#pragma once

#include "db/migrations.hpp"

#include <span>
#include <string>
#include <string_view>

namespace db::pg {

class Connection;
class Session;

// One statement of a schema in PostgreSQL's words. Comments go.
std::string translated(std::string_view sql);

// Whether triggers keep the table on SQLite: it is a view that counts.
bool is_counter(std::string_view table);

// All that an empty database needs to have the schema after these steps.
std::string schema_text(std::span<const Migration> steps);

// See db/migrations.hpp. The version that is there; 0: none is.
int schema_version(Session& session);
// Throws Fault unless a program that knows these steps can work with what is there.
void require_schema(Session& session, std::span<const Migration> steps);
// In a transaction that is open, and in an empty database.
void make_schema(Connection& connection, std::span<const Migration> steps, int version);
// In one transaction, one of several at a time. Returns how many steps were made.
int migrate(Session& session, std::span<const Migration> steps);

} // namespace db::pg
