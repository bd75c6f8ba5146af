// The schema that migrations make, as SQLite itself tells it: of tables that were changed it has
// one text for all of their steps.
#pragma once

#include "db/migrations.hpp"
#include "db/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace db::sqlite {

struct SchemaPart {
    std::string type; // table, index, trigger; row: one that a migration has written
    std::string name;
    std::string table; // to which it belongs
    std::string sql;   // that makes it
};

// Tables, and what belongs to them, behind those that they refer to; else as they were made. No
// file is written. Throws Fault.
std::vector<SchemaPart> schema_after(std::span<const Migration> steps);
// The tables alone, in the same order.
std::vector<Table> tables_after(std::span<const Migration> steps);

} // namespace db::sqlite
