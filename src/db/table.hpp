// A table of the schema, as far as one must know it to copy its rows.
#pragma once

#include <string>
#include <vector>

namespace db {

struct Column {
    std::string name;
    enum class Kind { integer, text, blob } kind = Kind::integer;
};

struct Table {
    std::string name;
    std::vector<Column> columns;
    std::vector<std::string> key; // names of the columns, in their order
};

// "a", "b": for SQL.
std::string quoted(const std::vector<std::string>& names);
std::string quoted(const std::vector<Column>& columns);

// All rows in the order of their keys, on every engine.
std::string select_all(const Table& table);

} // namespace db
