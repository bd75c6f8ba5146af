#include "db/table.hpp"

#include "base/concat.hpp"

namespace db {

std::string quoted(const std::vector<std::string>& names)
{
    std::string out;
    for (const std::string& each : names)
        out += base::concat(out.empty() ? "\"" : ", \"", each, '"');
    return out;
}

std::string quoted(const std::vector<Column>& columns)
{
    std::vector<std::string> names;
    for (const Column& each : columns) names.push_back(each.name);
    return quoted(names);
}

std::string select_all(const Table& table)
{
    return base::concat("SELECT ", quoted(table.columns), " FROM ", table.name, " ORDER BY ",
                        quoted(table.key));
}

} // namespace db
