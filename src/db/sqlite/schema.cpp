#include "db/sqlite/schema.hpp"

#include "base/concat.hpp"
#include "db/sqlite/error.hpp"
#include "db/sqlite/session.hpp"

#include <map>

namespace db::sqlite {

namespace {

std::string column(sqlite3_stmt* row, int number)
{
    const auto* text = sqlite3_column_text(row, number);
    return text == nullptr ? std::string{} : reinterpret_cast<const char*>(text);
}

// The rows of a table, as what writes them.
void add_rows(sqlite3* handle, const std::string& table, std::vector<SchemaPart>& out)
{
    sqlite3_stmt* prepared = nullptr;
    int code = sqlite3_prepare_v2(handle, base::concat("SELECT * FROM ", table).c_str(), -1,
                                  &prepared, nullptr);
    const StatementHandle row{prepared};
    while (code == SQLITE_OK && (code = sqlite3_step(prepared)) == SQLITE_ROW) {
        std::string values;
        for (int i = 0; i < sqlite3_column_count(prepared); ++i) {
            const int type = sqlite3_column_type(prepared, i);
            if (type != SQLITE_INTEGER && type != SQLITE_TEXT)
                throw base::Fault{
                    base::concat("a migration writes what is no number or text: ", table)};
            const std::string quotes = type == SQLITE_TEXT ? "'" : "";
            values += base::concat(i == 0 ? "" : ", ", quotes, column(prepared, i), quotes);
        }
        out.push_back({.type = "row",
                       .name = table,
                       .table = table,
                       .sql = base::concat("INSERT INTO ", table, " VALUES (", values, ")")});
        code = SQLITE_OK;
    }
    if (code != SQLITE_DONE) throw_error(handle, code, table);
}

// A table is as deep as the longest way from it to one that refers to no other.
constexpr const char* k_parts = R"(
WITH RECURSIVE below (name, depth) AS (
    SELECT name, 0 FROM sqlite_schema WHERE type = 'table'
    UNION
    SELECT refers.name, below.depth + 1
    FROM below, sqlite_schema AS refers, pragma_foreign_key_list(refers.name) AS link
    WHERE refers.type = 'table' AND link."table" = below.name AND refers.name <> below.name
        AND below.depth < 100
)
SELECT type, name, tbl_name, sql FROM sqlite_schema AS part
JOIN (SELECT name AS of_table, max(depth) AS depth FROM below GROUP BY name)
    ON of_table = tbl_name
-- What SQLite makes by itself, such as the index of a UNIQUE, has no text.
WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY depth, part.rowid)";

Handle made_by(std::span<const Migration> steps)
{
    sqlite3* opened = nullptr;
    int code = sqlite3_open(":memory:", &opened);
    Handle handle{opened};
    if (code != SQLITE_OK) throw_error(opened, code, "open a database in memory");
    for (const Migration& step : steps) {
        code = sqlite3_exec(opened, step.sql, nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) throw_error(opened, code, step.name);
    }
    return handle;
}

std::vector<SchemaPart> parts_of(sqlite3* handle)
{
    sqlite3_stmt* prepared = nullptr;
    int code = sqlite3_prepare_v2(handle, k_parts, -1, &prepared, nullptr);
    const StatementHandle row{prepared};
    if (code != SQLITE_OK) throw_error(handle, code, "the schema");
    std::vector<SchemaPart> out;
    while ((code = sqlite3_step(prepared)) == SQLITE_ROW)
        out.push_back({.type = column(prepared, 0),
                       .name = column(prepared, 1),
                       .table = column(prepared, 2),
                       .sql = column(prepared, 3)});
    if (code != SQLITE_DONE) throw_error(handle, code, "the schema");
    return out;
}

Column::Kind kind_of(const std::string& type)
{
    if (type == "INTEGER") return Column::Kind::integer;
    if (type == "TEXT") return Column::Kind::text;
    if (type == "BLOB") return Column::Kind::blob;
    throw base::Fault{base::concat("no move knows columns that are ", type)};
}

Table table_of(sqlite3* handle, const std::string& name)
{
    sqlite3_stmt* prepared = nullptr;
    int code =
        sqlite3_prepare_v2(handle, "SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid",
                           -1, &prepared, nullptr);
    const StatementHandle row{prepared};
    if (code != SQLITE_OK) throw_error(handle, code, name);
    sqlite3_bind_text(prepared, 1, name.c_str(), -1, SQLITE_STATIC);
    Table table{.name = name, .columns = {}, .key = {}};
    std::map<int, std::string> key;
    while ((code = sqlite3_step(prepared)) == SQLITE_ROW) {
        table.columns.push_back(
            {.name = column(prepared, 0), .kind = kind_of(column(prepared, 1))});
        if (const int place = sqlite3_column_int(prepared, 2); place > 0)
            key[place] = column(prepared, 0);
    }
    if (code != SQLITE_DONE) throw_error(handle, code, name);
    for (auto& [place, part] : key) table.key.push_back(part);
    return table;
}

} // namespace

std::vector<SchemaPart> schema_after(std::span<const Migration> steps)
{
    const Handle handle = made_by(steps);
    auto out = parts_of(handle.get());
    std::vector<std::string> tables;
    for (const SchemaPart& part : out)
        if (part.type == "table") tables.push_back(part.name);
    for (const std::string& table : tables) add_rows(handle.get(), table, out);
    return out;
}

std::vector<Table> tables_after(std::span<const Migration> steps)
{
    const Handle handle = made_by(steps);
    std::vector<Table> out;
    for (const SchemaPart& part : parts_of(handle.get()))
        if (part.type == "table") out.push_back(table_of(handle.get(), part.name));
    return out;
}

} // namespace db::sqlite
