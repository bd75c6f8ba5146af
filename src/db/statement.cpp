#include "db/statement.hpp"

#include "db/sqlite/error.hpp"

#include <sqlite3.h>

namespace db {

namespace {

sqlite3_destructor_type lifetime(Statement::Arguments arguments)
{
    return arguments == Statement::Arguments::outlive ? SQLITE_STATIC : SQLITE_TRANSIENT;
}

} // namespace

Statement::~Statement()
{
    sqlite3_reset(m_statement);
    // Bound arguments may be gone by the next use, and may be megabytes.
    sqlite3_clear_bindings(m_statement);
}

bool Statement::step()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite::throw_error(sqlite3_db_handle(m_statement), code, sqlite3_sql(m_statement));
}

bool Statement::is_null(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string_view Statement::text(int column) const
{
    const auto* data = sqlite3_column_text(m_statement, column);
    if (data == nullptr) return {};
    return {reinterpret_cast<const char*>(data),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

base::ByteView Statement::blob(int column) const
{
    const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement, column));
    if (data == nullptr) return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

void Statement::bind(int index, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement, index, value));
}

void Statement::bind(int index, std::string_view value)
{
    // A null pointer would bind NULL; an empty text is a text.
    const char* data = value.data() == nullptr ? "" : value.data();
    check(sqlite3_bind_text64(m_statement, index, data, value.size(), lifetime(m_arguments),
                              SQLITE_UTF8));
}

void Statement::bind(int index, base::ByteView value)
{
    const void* data = value.data();
    if (data == nullptr) data = "";
    check(sqlite3_bind_blob64(m_statement, index, data, value.size(), lifetime(m_arguments)));
}

void Statement::bind_null(int index)
{
    check(sqlite3_bind_null(m_statement, index));
}

void Statement::check(int code) const
{
    if (code != SQLITE_OK)
        sqlite::throw_error(sqlite3_db_handle(m_statement), code, sqlite3_sql(m_statement));
}

} // namespace db
