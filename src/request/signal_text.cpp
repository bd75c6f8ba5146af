#include "request/signal_text.hpp"

#include "base/concat.hpp"
#include "base/utf8.hpp"
#include "request/columns.hpp"
#include "request/named_columns.hpp"

#include <algorithm>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_longest_field = 1000;
// The time, and one number more than a file of two streams has.
constexpr std::size_t k_most_columns = 4;
constexpr std::size_t k_most_streams = k_most_columns - 1;

std::string_view trimmed_field(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Record {
    std::vector<std::string> fields; // the first k_most_columns
    std::size_t count = 0;           // up to the last one that is not empty
    std::string last;                // that, when it is behind `fields`
};

// One record after the other: fields between separators, quoted ones with their quotes taken off.
class Records {
public:
    Records(std::string_view text, char separator) : m_rest{text}, m_separator{separator} {}

    // Empty at the end.
    Record next()
    {
        Record out;
        if (m_rest.empty()) return out;
        std::size_t count = 0;
        for (bool more = true; more;) {
            std::string one;
            more = field(one);
            ++count;
            if (!trimmed_field(one).empty()) out.count = count;
            if (count <= k_most_columns)
                out.fields.push_back(std::move(one));
            else if (out.count == count)
                out.last = std::move(one);
        }
        return out;
    }

private:
    // Whether another field of the same record follows.
    bool field(std::string& out)
    {
        const bool quoted = !m_rest.empty() && m_rest.front() == '"';
        if (quoted) take_quoted(out);
        const auto end = std::min(m_rest.find_first_of(end_signs()), m_rest.size());
        append(out, m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        if (m_rest.empty()) return false;
        const char sign = m_rest.front();
        m_rest.remove_prefix(1);
        if (sign == m_separator) return true;
        if (sign == '\r' && !m_rest.empty() && m_rest.front() == '\n') m_rest.remove_prefix(1);
        return false;
    }

    void take_quoted(std::string& out)
    {
        m_rest.remove_prefix(1);
        for (;;) {
            const auto end = std::min(m_rest.find('"'), m_rest.size());
            append(out, m_rest.substr(0, end));
            m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
            if (m_rest.empty() || m_rest.front() != '"') return;
            append(out, "\"");
            m_rest.remove_prefix(1);
        }
    }

    [[nodiscard]] std::string_view end_signs() const
    {
        switch (m_separator) {
        case ';': return ";\r\n";
        case '\t': return "\t\r\n";
        default: return ",\r\n";
        }
    }

    // A longer text is not a time or a number in any case.
    static void append(std::string& out, std::string_view part)
    {
        out += part.substr(0, k_longest_field - std::min(out.size(), k_longest_field));
    }

    std::string_view m_rest;
    char m_separator;
};

char separator_of(std::string_view text)
{
    const auto line = text.substr(0, text.find_first_of("\r\n"));
    for (const char sign : {'\t', ';'})
        if (line.find(sign) != std::string_view::npos) return sign;
    return ',';
}

Problem problem_at_line(std::size_t line, std::string message, std::string type)
{
    return {{std::string{"record"}, line}, std::move(message), std::move(type)};
}

// What stands in the file, column by column.
struct Table {
    std::vector<std::string> heads; // one for each column; empty: it has none
    std::vector<std::vector<Cell>> columns;
    std::vector<std::size_t> lines; // of the records, from 1
    // A record with more fields than the first, whose last is a number.
    std::optional<std::size_t> torn;
};

// "2025-01-01,1,234" below "day,visits": a number that has the separator in it.
bool is_torn(const Record& record, std::size_t usual)
{
    if (record.count <= usual) return false;
    return may_be_number(
        cell_of(record.count > k_most_columns ? record.last : record.fields[record.count - 1]));
}

// A line of names has neither a time in front nor a number; "missing" may be one of the names.
bool is_head(const std::vector<std::string>& fields)
{
    if (may_be_time(cell_of(fields.front()))) return false;
    const auto second = fields.size() > 1 ? trimmed_field(fields[1]) : std::string_view{};
    return !second.empty() && !may_be_number(cell_of(second));
}

Table table_of(std::string_view text, char separator)
{
    Table out;
    out.heads.resize(k_most_columns);
    out.columns.resize(k_most_columns);
    Records records{text, separator};
    std::size_t columns = 2;
    std::size_t usual = 0;
    for (std::size_t line = 1; out.lines.size() <= k_most_points; ++line) {
        const Record record = records.next();
        const auto& fields = record.fields;
        if (fields.empty()) break;
        if (usual == 0) usual = record.count;
        if (!out.torn && is_torn(record, usual)) out.torn = line;
        if (line == 1 && is_head(fields)) {
            for (std::size_t i = 0; i < fields.size(); ++i)
                out.heads[i] = base::whole_characters(trimmed_field(fields[i]), k_longest_name);
            continue;
        }
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < k_most_columns; ++i)
            cells.push_back(i < fields.size() ? cell_of(fields[i]) : Cell{NoValue{}});
        if (std::ranges::all_of(
                cells, [](const Cell& cell) { return std::holds_alternative<NoValue>(cell); }))
            continue;
        columns = std::max(columns, fields.size());
        for (std::size_t i = 0; i < k_most_columns; ++i)
            out.columns[i].push_back(std::move(cells[i]));
        out.lines.push_back(line);
    }
    out.columns.resize(columns);
    return out;
}

class TableReader {
public:
    TableReader(Table table, MarkHint hint)
        : m_table{std::move(table)}, m_hint{hint}, m_times{read_times(m_table.columns.front())}
    {
    }

    // The second column, which has to be one of numbers, and the others that are.
    base::Result<std::vector<Stream>, Problems> read()
    {
        if (m_table.torn)
            return base::refuse(Problems{
                problem_at_line(*m_table.torn,
                                "The record has more fields than the first one: a number with the "
                                "separator in it needs quotes, \"1,234\", or is written 1234.5",
                                "value_error")});
        auto first = stream(1);
        if (!first) return base::refuse(first.error());
        std::vector<Stream> out;
        out.push_back(std::move(*first));
        for (std::size_t column = 2; column < m_table.columns.size(); ++column)
            if (auto other = stream(column)) out.push_back(std::move(*other));
        return out;
    }

private:
    base::Result<Stream, Problems> stream(std::size_t column)
    {
        const auto& cells = m_table.columns[column];
        const auto numbers = read_numbers(cells, m_hint);
        for (const auto& refusal : {m_times.refusal, numbers.refusal})
            if (refusal)
                return base::refuse(Problems{
                    problem_at_line(m_table.lines[refusal->at], refusal->reason, "value_error")});
        Stream out;
        out.name = m_table.heads[column];
        out.unit = numbers.unit;
        Problems problems;
        for (std::size_t i = 0; i < cells.size() && problems.size() < k_most_problems; ++i) {
            if (i == k_most_points)
                problems.push_back(problem_at_line(
                    m_table.lines[i],
                    base::concat("A stream should have at most ", k_most_points, " points"),
                    "too_long"));
            else if (!m_times.values[i])
                problems.push_back(problem_at_line(
                    m_table.lines[i],
                    base::concat("The first column should be a time. ", k_time_forms),
                    "datetime_parsing"));
            else if (numbers.values[i])
                out.add(*m_times.values[i], *numbers.values[i]);
            else if (std::holds_alternative<NoValue>(cells[i]))
                ++out.gaps;
            else
                problems.push_back(problem_at_line(
                    m_table.lines[i], "The second column should be a number, as 1234.5",
                    "float_parsing"));
        }
        if (problems.empty() && out.points.empty())
            problems.push_back(problem_at_line(1, "No point could be read", "value_error"));
        if (!problems.empty()) return base::refuse(std::move(problems));
        return out;
    }

    Table m_table;
    MarkHint m_hint;
    Column<value::Instant> m_times;
};

MarkHint hint_of(char separator)
{
    switch (separator) {
    case ';': return MarkHint::comma;
    case ',': return MarkHint::point;
    default: return MarkHint::none;
    }
}

base::Result<std::vector<Stream>, Problems> read_csv(std::string_view text)
{
    const char separator = separator_of(text);
    return TableReader{table_of(text, separator), hint_of(separator)}.read();
}

// `key` of the object that it is a member of; empty: of none. The parser of two streams takes a
// second one, which says nothing.
base::Result<Stream, Problems> read_json_stream(json::Ref stream, const std::string& key)
{
    const bool has_name = json::member(stream.get(), "name") != nullptr;
    const auto both = json::array(std::move(stream), json::object("events", json::array()));
    auto read = read_streams(both.get());
    if (read && !has_name) read->a.name = key; // it gave one of its own
    if (read) return std::move(read->a);
    Problems problems = read.error();
    for (auto& each : problems) {
        if (!each.place.empty()) each.place.erase(each.place.begin());
        if (!key.empty()) each.place.insert(each.place.begin(), key);
    }
    return base::refuse(std::move(problems));
}

// Two members of a list of objects: {"name", "t": [...], "v": [...]}.
json::Ref stream_of(const json_t* objects_view, const std::string& time, const std::string& number,
                    std::string_view name)
{
    auto times = json::array();
    auto numbers = json::array();
    const auto copy = [](const json_t* object_view, const std::string& member, json_t* out) {
        const json_t* value_view = json::member(object_view, member.c_str());
        json::append(out, value_view == nullptr ? json::value(nullptr) : json::share(value_view));
    };
    for (std::size_t i = 0; i < json_array_size(objects_view); ++i) {
        copy(json_array_get(objects_view, i), time, times.get());
        copy(json_array_get(objects_view, i), number, numbers.get());
    }
    return json::object("name", base::whole_characters(name, k_longest_name), "t", std::move(times),
                        "v", std::move(numbers));
}

// A stream, a list of its points, or a list of objects with one or several numbers.
std::vector<json::Ref> streams_in(const json_t* given_view, const std::string& key)
{
    std::vector<json::Ref> out;
    if (!json_is_array(given_view)) {
        out.push_back(json::share(given_view));
        return out;
    }
    const auto names = name_columns(given_view);
    if (!names || names->numbers.front() == "v") {
        out.push_back(json::object("points", json::share(given_view)));
        return out;
    }
    const bool is_named = !key.empty() && names->numbers.size() == 1;
    for (const auto& number : names->numbers)
        out.push_back(stream_of(given_view, names->time, number, is_named ? key : number));
    return out;
}

// {"memory": [...], "cpu": {...}}: no stream, but one in each member.
bool holds_streams(const json_t* given_view)
{
    if (!json_is_object(given_view) || json_object_size(given_view) == 0) return false;
    bool out = true;
    json::for_each_member(given_view, [&](std::string_view name, const json_t* value_view) {
        const bool is_of_stream =
            name == "points" || name == "t" || name == "v" || name == "events";
        out = out && !is_of_stream && (json_is_array(value_view) || json_is_object(value_view));
    });
    return out;
}

base::Result<std::vector<Stream>, Problems> read_json(std::string_view text)
{
    const auto parsed = json::parse(text);
    if (!parsed)
        return base::refuse(Problems{
            {{}, base::concat("JSON decode error: ", parsed.error().detail), "json_invalid"}});
    std::vector<Stream> out;
    Problems problems;
    const auto read = [&](const json_t* given_view, const std::string& key) {
        for (auto& each : streams_in(given_view, key)) {
            auto stream = read_json_stream(std::move(each), key);
            if (stream)
                out.push_back(std::move(*stream));
            else if (problems.empty())
                problems = stream.error();
        }
    };
    const json_t* given_view = parsed->get();
    if (holds_streams(given_view))
        json::for_each_member(given_view, [&](std::string_view name, const json_t* value_view) {
            if (out.size() < k_most_streams && problems.empty())
                read(value_view, std::string{base::whole_characters(name, k_longest_name)});
        });
    else
        read(given_view, {});
    if (!problems.empty()) return base::refuse(std::move(problems));
    return out;
}

} // namespace

base::Result<std::vector<Stream>, Problems> read_streams_text(std::string_view text)
{
    constexpr std::string_view k_bom = "\xef\xbb\xbf";
    if (text.starts_with(k_bom)) text.remove_prefix(k_bom.size());
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '['))
        return read_json(text);
    return read_csv(text);
}

base::Result<Stream, Problems> read_stream_text(std::string_view text)
{
    auto streams = read_streams_text(text);
    if (!streams) return base::refuse(streams.error());
    base::Result<Stream, Problems> first = std::move(streams->front());
    return first;
}

} // namespace request
