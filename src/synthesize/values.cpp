#include "synthesize/values.hpp"

#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/patterns.hpp"
#include "synthesize/witnesses.hpp"

#include <algorithm>
#include <numeric>

namespace synthesize {

namespace {

using base::concat;

// A value where it stands, with what makes it one with others: its series, and its own key.
struct Found {
    std::string series;
    std::string unit;
    std::string key;
    std::string text;
    Standing stands;
};

std::string key_of(const Figure& figure)
{
    return concat(figure.value.get_str(), '/', figure.per);
}

std::string key_of(const Moment& moment)
{
    return concat(moment.year ? std::to_string(*moment.year) : "", '-', moment.month, '-',
                  moment.day);
}

// Dates, or numbers.
void add_stated(const Map& map, std::size_t line, bool dates, std::vector<Found>& out)
{
    for (const auto at : statements_in(map, map.ballot.lines[line].line)) {
        const auto add = [&](const auto& each, std::string_view unit, std::string_view noun) {
            const auto place = cited(map, at, {each.begin, each.end});
            std::string text{text_at(map, place)};
            if (!text.ends_with(noun)) text += concat(' ', noun); // "41,000 people"
            out.push_back({std::string{unit},
                           std::string{noun.empty() ? unit : noun},
                           key_of(each),
                           text,
                           {line, place.begin, place.end, at}});
        };
        if (dates)
            for (const auto& moment : map.statements[at].moments) add(moment, "", "");
        else
            for (const auto& figure : map.statements[at].figures)
                add(figure, figure.unit, figure.counts_things ? figure.shown : "");
    }
}

// Names but those of the question.
void add_names(const Map& map, std::size_t at, std::vector<Found>& out)
{
    const Line& line = map.ballot.lines[at].line;
    const auto text = wide_of(text_of(*map.sources[line.source], line));
    const auto bytes = [&](std::int32_t begin, std::int32_t end) {
        return utf8_of(icu::UnicodeString{text, begin, end - begin});
    };
    for (const auto& [first, last] : names_in(text, *map.asked)) {
        const auto written = bytes(first, last);
        const auto begin = line.begin + static_cast<std::uint32_t>(bytes(0, first).size());
        const auto end = begin + static_cast<std::uint32_t>(written.size());
        out.push_back({"", "", written, written, {at, begin, end, std::nullopt}});
    }
}

std::vector<Found> found_in(const Map& map)
{
    std::vector<Found> out;
    for (const auto& row : map.ballot.rows)
        for (const auto line : row.lines) {
            const auto& ranked = map.ballot.lines[line];
            if (ranked.line.asked.empty() || ranked.is_central) continue;
            switch (map.asked->thing) {
            case Thing::any:
            case Thing::number:
            case Thing::date: add_stated(map, line, map.asked->thing == Thing::date, out); break;
            case Thing::name:
            case Thing::place: add_names(map, line, out); break;
            case Thing::cause: break;
            }
        }
    return out;
}

// Independent witnesses of a value; of a name, whose sentence need not be one that is compared,
// groups. A line that denies is not a witness, unless the question denies.
std::size_t groups_of(const Map& map, const Value& value)
{
    const bool asks_denial = denies(map.order.query);
    std::vector<std::size_t> statements;
    std::set<std::size_t> sources;
    for (const auto& at : value.stands) {
        const Line& line = map.ballot.lines[at.line].line;
        if (!asks_denial && denies(text_of(*map.sources[line.source], line))) continue;
        sources.insert(line.source);
        if (at.statement) statements.push_back(*at.statement);
    }
    return statements.empty() ? map.independence.voices_among(sources)
                              : witnesses_of(map, statements, false);
}

} // namespace

std::vector<std::size_t> statements_in(const Map& map, const Line& line)
{
    // Statements stand in the order of their sources and their text; a half of one tells its line.
    const auto first_from = [&](std::uint32_t place) {
        const auto at = std::ranges::partition_point(map.statements, [&](const Statement& each) {
            return std::pair{each.source, each.begin + (each.end - each.begin) / 2} <
                   std::pair{line.source, place};
        });
        return static_cast<std::size_t>(at - map.statements.begin());
    };
    std::vector<std::size_t> out(first_from(line.end) - first_from(line.begin));
    std::iota(out.begin(), out.end(), first_from(line.begin));
    return out;
}

std::vector<Series> read_values(const Map& map)
{
    std::vector<Series> out;
    for (const auto& found : found_in(map)) { // the newest source's first
        auto series = std::ranges::find(out, found.series, &Series::key);
        if (series == out.end()) series = out.insert(out.end(), {found.series, found.unit, {}, {}});
        auto& values = series->values;
        auto value = std::ranges::find(values, found.key, &Value::key);
        if (value == values.end())
            value = values.insert(values.end(), {found.text, found.key, {}, 0});
        value->stands.push_back(found.stands);
        series->sources.insert(map.ballot.lines[found.stands.line].line.source);
    }
    // If no kind is asked for, a number is of interest that two sources give.
    if (map.asked->thing == Thing::any)
        std::erase_if(out, [](const Series& series) { return series.sources.size() < 2; });
    std::ranges::stable_sort(out, std::ranges::greater{},
                             [](const Series& series) { return series.sources.size(); });
    for (auto& series : out) {
        if (series.values.size() > k_most_values) series.values.resize(k_most_values);
        for (auto& value : series.values) value.groups = groups_of(map, value);
    }
    if (out.size() > k_most_series) out.resize(k_most_series);
    return out;
}

} // namespace synthesize
