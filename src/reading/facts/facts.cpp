#include "reading/facts/facts.hpp"

#include "base/ascii.hpp"
#include "base/fault.hpp"
#include "reading/facts/table.hpp"

#include <tuple>

// The table, as the build put it into the program.
extern "C" const char assay_facts_table[];

namespace reading {

namespace {

std::string key(std::string_view relation, std::string_view value)
{
    std::string out{relation};
    out += '\t';
    out += base::lower_case(value);
    return out;
}

std::tuple<std::string_view, std::string_view> head(const Facts::Row& row)
{
    return {row.relation, row.subject};
}

} // namespace

Facts::Facts()
{
    std::string_view rest{assay_facts_table};
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const auto line = rest.substr(0, end);
        const auto first = line.find('\t');
        const auto second = line.find('\t', first + 1);
        if (end == std::string_view::npos || second == std::string_view::npos)
            throw base::Fault{"the table of facts is none"};
        m_rows.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                          line.substr(second + 1)});
        m_values.insert(key(m_rows.back().relation, m_rows.back().value));
        rest.remove_prefix(end + 1);
    }
}

const Facts& Facts::embedded()
{
    static const Facts out;
    return out;
}

std::span<const Facts::Row> Facts::values(std::string_view relation, std::string_view subject) const
{
    const auto found =
        std::equal_range(m_rows.begin(), m_rows.end(), Row{relation, subject, {}},
                         [](const Row& a, const Row& b) { return head(a) < head(b); });
    return {found.first, found.second};
}

bool Facts::is_value(std::string_view relation, const std::string& folded) const
{
    return m_values.contains(key(relation, folded));
}

std::span<const Facts::Row> Facts::rows(std::string_view relation) const
{
    const auto found =
        std::equal_range(m_rows.begin(), m_rows.end(), Row{relation, {}, {}},
                         [](const Row& a, const Row& b) { return a.relation < b.relation; });
    return {found.first, found.second};
}

std::string_view Facts::source(std::string_view relation) const
{
    const std::string_view subject = relation; // what the relation "source" is told of
    const auto found = values(facts::k_source, subject);
    if (found.empty()) throw base::Fault{"a relation without a source"};
    return found.front().value;
}

} // namespace reading
