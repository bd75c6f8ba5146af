// A row as bytes, the same on every engine, for a move alone: those of PostgreSQL's binary COPY.
// The number of columns in two bytes; then for each its length in four, -1 for NULL, and what is in
// it: a text, bytes, or eight bytes of a whole number. The greatest byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace db {

void append_number(std::string& out, std::int64_t number, std::size_t size);
// `bytes`: at most eight.
std::int64_t number_of(std::string_view bytes);

// Columns are added one after the other to what append_number() has begun.
void append_null(std::string& row);
void append_column(std::string& row, std::string_view bytes);
void append_column(std::string& row, std::int64_t number);

// How many of the bytes are the first row; 0: it is not all there. Throws Fault: no row begins so.
std::size_t row_size(std::string_view bytes);

// The columns of a row, one after the other.
class RowColumns {
public:
    explicit RowColumns(std::string_view row);
    // nullopt: NULL. Throws Fault behind the last one.
    std::optional<std::string_view> next();

private:
    std::string_view m_rest;
};

} // namespace db
