#include "db/sqlite/schema.hpp"

#include "base/concat.hpp"
#include "db/sqlite/error.hpp"
#include "db/sqlite/session.hpp"

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

} // namespace

std::vector<SchemaPart> schema_after(std::span<const Migration> steps)
{
    sqlite3* opened = nullptr;
    int code = sqlite3_open(":memory:", &opened);
    const Handle handle{opened};
    if (code != SQLITE_OK) throw_error(opened, code, "open a database in memory");
    for (const Migration& step : steps) {
        code = sqlite3_exec(opened, step.sql, nullptr, nullptr, nullptr);
        if (code != SQLITE_OK) throw_error(opened, code, step.name);
    }
    sqlite3_stmt* prepared = nullptr;
    // What SQLite makes by itself, such as the index of a UNIQUE, has no text.
    code = sqlite3_prepare_v2(opened,
                              "SELECT type, name, tbl_name, sql FROM sqlite_schema "
                              "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid",
                              -1, &prepared, nullptr);
    const StatementHandle row{prepared};
    if (code != SQLITE_OK) throw_error(opened, code, "the schema");
    std::vector<SchemaPart> out;
    while ((code = sqlite3_step(prepared)) == SQLITE_ROW)
        out.push_back({.type = column(prepared, 0),
                       .name = column(prepared, 1),
                       .table = column(prepared, 2),
                       .sql = column(prepared, 3)});
    if (code != SQLITE_DONE) throw_error(opened, code, "the schema");
    std::vector<std::string> tables;
    for (const SchemaPart& part : out)
        if (part.type == "table") tables.push_back(part.name);
    for (const std::string& table : tables) add_rows(opened, table, out);
    return out;
}

} // namespace db::sqlite
