#include "db/statement.hpp"

#include "db/driver.hpp"

namespace db {

Statement::~Statement()
{
    m_cursor.reset();
}

bool Statement::step()
{
    return m_cursor.step();
}

bool Statement::is_null(int column) const
{
    return m_cursor.is_null(column);
}

std::int64_t Statement::integer(int column) const
{
    return m_cursor.integer(column);
}

std::string_view Statement::text(int column) const
{
    return m_cursor.text(column);
}

base::ByteView Statement::blob(int column) const
{
    return m_cursor.blob(column);
}

void Statement::bind(int index, std::int64_t value)
{
    m_cursor.bind(index, value);
}

void Statement::bind(int index, std::string_view value)
{
    m_cursor.bind(index, value, m_arguments);
}

void Statement::bind(int index, base::ByteView value)
{
    m_cursor.bind(index, value, m_arguments);
}

void Statement::bind_null(int index)
{
    m_cursor.bind_null(index);
}

} // namespace db
