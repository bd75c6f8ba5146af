#include "db/row_bytes.hpp"

#include "base/fault.hpp"

namespace db {

namespace {

constexpr std::size_t k_count_size = 2;
constexpr std::size_t k_length_size = 4;
constexpr int k_byte_bits = 8;

} // namespace

void append_number(std::string& out, std::int64_t number, std::size_t size)
{
    const auto bits = static_cast<std::uint64_t>(number);
    for (std::size_t i = size; i-- > 0;) out += static_cast<char>(bits >> (k_byte_bits * i));
}

std::int64_t number_of(std::string_view bytes)
{
    // One that begins with a set bit is negative.
    std::uint64_t bits = !bytes.empty() && (bytes.front() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (const char each : bytes) bits = bits << k_byte_bits | static_cast<unsigned char>(each);
    return static_cast<std::int64_t>(bits);
}

void append_null(std::string& row)
{
    append_number(row, -1, k_length_size);
}

void append_column(std::string& row, std::string_view bytes)
{
    append_number(row, static_cast<std::int64_t>(bytes.size()), k_length_size);
    row += bytes;
}

void append_column(std::string& row, std::int64_t number)
{
    append_number(row, sizeof number, k_length_size);
    append_number(row, number, sizeof number);
}

std::size_t row_size(std::string_view bytes)
{
    if (bytes.size() < k_count_size) return 0;
    const auto count = number_of(bytes.substr(0, k_count_size));
    if (count < 0) throw base::Fault{"what was read of a table is no row"};
    std::size_t size = k_count_size;
    for (std::int64_t i = 0; i < count; ++i) {
        if (bytes.size() - size < k_length_size) return 0;
        const auto length = number_of(bytes.substr(size, k_length_size));
        if (length < -1) throw base::Fault{"what was read of a table is no row"};
        size += k_length_size;
        if (length == -1) continue;
        if (bytes.size() - size < static_cast<std::size_t>(length)) return 0;
        size += static_cast<std::size_t>(length);
    }
    return size;
}

RowColumns::RowColumns(std::string_view row) : m_rest{row}
{
    if (row_size(row) != row.size() || row.empty())
        throw base::Fault{"what was read of a table is not one row"};
    m_rest.remove_prefix(k_count_size);
}

std::optional<std::string_view> RowColumns::next()
{
    if (m_rest.empty()) throw base::Fault{"a row has too few columns"};
    const auto length = number_of(m_rest.substr(0, k_length_size));
    m_rest.remove_prefix(k_length_size);
    if (length == -1) return std::nullopt;
    const auto bytes = m_rest.substr(0, static_cast<std::size_t>(length));
    m_rest.remove_prefix(bytes.size());
    return bytes;
}

} // namespace db
