#include "db/sqlite/cursor.hpp"

#include "db/sqlite/error.hpp"

namespace db::sqlite {

namespace {

sqlite3_destructor_type lifetime(Arguments arguments)
{
    return arguments == Arguments::outlive ? SQLITE_STATIC : SQLITE_TRANSIENT;
}

} // namespace

Cursor::Cursor(sqlite3& connection, Sql sql)
{
    sqlite3_stmt* made = nullptr;
    const int code =
        sqlite3_prepare_v3(&connection, sql.text().data(), static_cast<int>(sql.text().size()),
                           SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    m_statement.reset(made);
    if (code != SQLITE_OK) throw_error(&connection, code, sql.text());
}

void Cursor::reset() noexcept
{
    sqlite3_reset(m_statement.get());
    sqlite3_clear_bindings(m_statement.get());
}

bool Cursor::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    throw_error(sqlite3_db_handle(m_statement.get()), code, sqlite3_sql(m_statement.get()));
}

bool Cursor::is_null(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t Cursor::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view Cursor::text(int column) const
{
    const auto* data = sqlite3_column_text(m_statement.get(), column);
    if (data == nullptr) return {};
    return {reinterpret_cast<const char*>(data),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

base::ByteView Cursor::blob(int column) const
{
    const auto* data =
        static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement.get(), column));
    if (data == nullptr) return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

void Cursor::bind(int index, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), index, value));
}

void Cursor::bind(int index, std::string_view value, Arguments arguments)
{
    // A null pointer would bind NULL; an empty text is a text.
    const char* data = value.data() == nullptr ? "" : value.data();
    check(sqlite3_bind_text64(m_statement.get(), index, data, value.size(), lifetime(arguments),
                              SQLITE_UTF8));
}

void Cursor::bind(int index, base::ByteView value, Arguments arguments)
{
    const void* data = value.data();
    if (data == nullptr) data = "";
    check(sqlite3_bind_blob64(m_statement.get(), index, data, value.size(), lifetime(arguments)));
}

void Cursor::bind_null(int index)
{
    check(sqlite3_bind_null(m_statement.get(), index));
}

void Cursor::check(int code) const
{
    if (code != SQLITE_OK)
        throw_error(sqlite3_db_handle(m_statement.get()), code, sqlite3_sql(m_statement.get()));
}

} // namespace db::sqlite
