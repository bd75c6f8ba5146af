#include "request/signal_text.hpp"

#include "base/concat.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace request {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_problems = 20;
constexpr std::size_t k_longest_field = 1000;
constexpr std::size_t k_longest_name = 200;

// One record after the other: fields between separators, quoted ones with their quotes taken off.
class Records {
public:
    Records(std::string_view text, char separator) : m_rest{text}, m_separator{separator} {}

    // false at the end. `fields` has the first two of the record; more are passed over.
    bool next(std::string& first, std::string& second)
    {
        first.clear();
        second.clear();
        if (m_rest.empty()) return false;
        bool more = field(first);
        if (more) more = field(second);
        std::string ignored;
        while (more) {
            ignored.clear();
            more = field(ignored);
        }
        return true;
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

    // What is longer is no time and no number in any case.
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

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> number_in(std::string_view text, char separator)
{
    std::string plain{text};
    if (separator != ',' && plain.find('.') == std::string::npos)
        std::replace(plain.begin(), plain.end(), ',', '.');
    if (plain.starts_with("+")) plain.erase(0, 1);
    double out = 0;
    const char* end = plain.data() + plain.size();
    const auto [at, error] = std::from_chars(plain.data(), end, out);
    if (error != std::errc{} || at != end || !std::isfinite(out)) return std::nullopt;
    return out;
}

std::optional<value::Instant> moment_in(std::string_view text)
{
    if (const auto instant = value::Instant::parse(text)) return instant;
    constexpr std::size_t k_to_minutes = 16; // "2024-03-05 12:00"
    constexpr std::size_t k_to_seconds = 19;
    if (text.size() == k_to_minutes) return value::Instant::parse(base::concat(text, ":00Z"));
    if (text.size() >= k_to_seconds)
        if (const auto instant = value::Instant::parse(base::concat(text, "Z"))) return instant;
    const auto number = number_in(text, ',');
    return number ? value::Instant::from_epoch(*number) : std::nullopt;
}

bool is_gap(std::string_view text)
{
    constexpr std::string_view k_words[] = {"", "null", "NULL", "NA", "N/A", "NaN", "nan", "-"};
    return std::find(std::begin(k_words), std::end(k_words), text) != std::end(k_words);
}

Problem problem(std::size_t line, std::string message, std::string type)
{
    return {{std::string{"record"}, line}, std::move(message), std::move(type)};
}

base::Result<Stream, Problems> read_csv(std::string_view text)
{
    Stream out;
    Problems problems;
    const char separator = separator_of(text);
    Records records{text, separator};
    std::string first;
    std::string second;
    for (std::size_t line = 1; records.next(first, second); ++line) {
        const auto time_text = trimmed(first);
        const auto number_text = trimmed(second);
        if (time_text.empty() && number_text.empty()) continue;
        const auto time = moment_in(time_text);
        const auto number = number_in(number_text, separator);
        if (line == 1 && !time && !number && !is_gap(number_text)) {
            // Names of the columns.
            out.name = base::whole_characters(number_text, k_longest_name);
            continue;
        }
        if (!time)
            problems.push_back(
                problem(line, "The first column should be a time", "datetime_parsing"));
        else if (number)
            out.add(*time, *number);
        else if (is_gap(number_text))
            ++out.gaps;
        else
            problems.push_back(
                problem(line, "The second column should be a number", "float_parsing"));
        if (out.points.size() + out.gaps + out.unusable > k_most_points) {
            problems.push_back(problem(
                line, base::concat("A stream should have at most ", k_most_points, " points"),
                "too_long"));
            break;
        }
        if (problems.size() == k_most_problems) break;
    }
    if (problems.empty() && out.points.empty())
        problems.push_back(problem(1, "No point could be read", "value_error"));
    if (!problems.empty()) return base::refuse(std::move(problems));
    return out;
}

// The parser of two streams takes a second one, which says nothing.
base::Result<Stream, Problems> read_json(std::string_view text)
{
    const auto parsed = json::parse(text);
    if (!parsed)
        return base::refuse(Problems{
            {{}, base::concat("JSON decode error: ", parsed.error().detail), "json_invalid"}});
    auto stream = json_is_array(parsed->get()) ? json::object("points", json::share(parsed->get()))
                                               : json::share(parsed->get());
    const auto both = json::array(std::move(stream), json::object("events", json::array()));
    auto read = read_streams(both.get());
    if (read) return std::move(read->a);
    Problems problems = read.error();
    for (auto& each : problems)
        if (!each.place.empty()) each.place.erase(each.place.begin());
    return base::refuse(std::move(problems));
}

} // namespace

base::Result<Stream, Problems> read_stream_text(std::string_view text)
{
    constexpr std::string_view k_bom = "\xef\xbb\xbf";
    if (text.starts_with(k_bom)) text.remove_prefix(k_bom.size());
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '['))
        return read_json(text);
    return read_csv(text);
}

} // namespace request
