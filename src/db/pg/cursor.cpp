#include "db/pg/cursor.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/pg/literal.hpp"

#include <charconv>
#include <utility>

namespace db::pg {

namespace {

// The numbers of two types, the same in every database.
constexpr Oid k_bool = 16;
constexpr Oid k_bytea = 17;

} // namespace

Cursor::Cursor(Connection& connection, Sql literal, std::string name)
    : m_connection{connection}, m_literal{literal.text()}, m_name{std::move(name)}
{
}

void Cursor::prepare()
{
    if (m_prepared_on == m_connection.openings()) return;
    m_connection.prepare(m_name, with_dollars(m_literal));
    m_prepared_on = m_connection.openings();
}

Argument& Cursor::argument(int index)
{
    const auto place = static_cast<std::size_t>(index);
    if (m_arguments.size() < place) m_arguments.resize(place);
    return m_arguments[place - 1];
}

void Cursor::bind(int index, std::int64_t value)
{
    argument(index) = {.value = std::to_string(value), .is_null = false};
}

void Cursor::bind(int index, std::string_view value, Arguments)
{
    // PostgreSQL has no such texts, and libpq would send what is before it.
    if (value.find('\0') != std::string_view::npos)
        throw base::Fault{base::concat("a text with a zero byte in: ", m_literal)};
    argument(index) = {.value = std::string{value}, .is_null = false};
}

void Cursor::bind(int index, base::ByteView value, Arguments)
{
    argument(index) = {
        .value = std::string{base::text_of(value)}, .is_null = false, .is_binary = true};
}

void Cursor::bind_null(int index)
{
    argument(index) = {};
}

bool Cursor::step()
{
    if (!m_result) {
        m_result = m_connection.execute(m_name, m_arguments, m_literal);
        m_decoded.resize(static_cast<std::size_t>(PQnfields(m_result.get())));
    }
    if (m_row < PQntuples(m_result.get())) ++m_row;
    if (m_row == PQntuples(m_result.get())) return false;
    decode_row();
    return true;
}

void Cursor::decode_row()
{
    for (int column = 0; column < PQnfields(m_result.get()); ++column) {
        if (PQftype(m_result.get(), column) != k_bytea || is_null(column)) continue;
        Decoded& decoded = m_decoded[static_cast<std::size_t>(column)];
        const auto* const digits =
            reinterpret_cast<const unsigned char*>(PQgetvalue(m_result.get(), m_row, column));
        decoded.bytes.reset(PQunescapeBytea(digits, &decoded.size));
        if (!decoded.bytes) throw base::Fault{"no memory for the bytes of a row"};
    }
}

bool Cursor::is_null(int column) const
{
    return PQgetisnull(m_result.get(), m_row, column) != 0;
}

std::string_view Cursor::text(int column) const
{
    if (is_null(column)) return {};
    const char* const data = PQgetvalue(m_result.get(), m_row, column);
    switch (PQftype(m_result.get(), column)) {
    case k_bool: return *data == 't' ? "1" : "0";
    case k_bytea: {
        const Decoded& decoded = m_decoded[static_cast<std::size_t>(column)];
        return {reinterpret_cast<const char*>(decoded.bytes.get()), decoded.size};
    }
    default: return {data, static_cast<std::size_t>(PQgetlength(m_result.get(), m_row, column))};
    }
}

base::ByteView Cursor::blob(int column) const
{
    return base::bytes_of(text(column));
}

std::int64_t Cursor::integer(int column) const
{
    if (is_null(column)) return 0;
    const std::string_view digits = text(column);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
    // What a sum of whole numbers is, may have a fraction of zeros.
    if (error != std::errc{} || (end != digits.end() && *end != '.'))
        throw base::Fault{base::concat("no whole number in column ", column, " of: ", m_literal)};
    return value;
}

void Cursor::reset() noexcept
{
    m_arguments.clear();
    m_result.reset();
    m_row = -1;
    m_decoded.clear();
}

} // namespace db::pg
