#include "synthesize/answer.hpp"

#include "statements/figures.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/witnesses.hpp"

#include <algorithm>
#include <set>

namespace synthesize {

namespace {

constexpr double k_half = .5;

bool stands_in(const Value& value, std::size_t line)
{
    return std::ranges::any_of(value.stands, [&](const Standing& at) { return at.line == line; });
}

// A value in a line, and the series that it is of.
struct Placed {
    const Series* series = nullptr; // nullptr: the line has none
    const Value* value = nullptr;
};

// The value of a line that the question asks for: of a unit that the question names, else of the
// series of most sources.
Placed value_in(const Map& map, std::size_t line)
{
    Placed out;
    for (const auto& series : map.values)
        for (const auto& value : series.values) {
            if (!stands_in(value, line)) continue;
            if (!asked_in(series.unit, *map.asked).empty()) return {&series, &value};
            if (out.value == nullptr) out = {&series, &value};
        }
    return out;
}

// Whether a line may well hold the answer, as far as its share tells.
bool is_near(const Map& map, std::size_t line)
{
    const auto& ranked = map.ballot.lines[line];
    return share_of(*map.sources[ranked.line.source], ranked).value_or(1) >= k_half;
}

// Whether another value of its series stands in a line that may well hold the answer, and not in
// this one.
bool has_rivals(const Map& map, const Placed& placed, std::size_t line)
{
    return placed.series != nullptr &&
           std::ranges::any_of(placed.series->values, [&](const Value& each) {
               return !stands_in(each, line) &&
                      std::ranges::any_of(
                          each.stands, [&](const Standing& at) { return is_near(map, at.line); });
           });
}

// Whether two lines have much the same words.
bool are_alike(const Map& map, const Line& left, const Line& right)
{
    constexpr std::size_t k_least = 4;
    const auto one = stems_in(text_at(map, cited(left)));
    const auto other = stems_in(text_at(map, cited(right)));
    std::vector<std::string> shared;
    std::ranges::set_intersection(one, other, std::back_inserter(shared));
    const auto smaller = std::min(one.size(), other.size());
    return smaller >= k_least && shared.size() * 4 >= smaller * 3;
}

// Whether each number of a line may be one of the other's.
bool has_all_figures(const Map& map, const Line& of, const Line& in)
{
    const auto figures_of = [&](const Line& line) {
        std::vector<Figure> out;
        for (const auto at : statements_in(map, line))
            std::ranges::copy(map.statements[at].figures, std::back_inserter(out));
        return out;
    };
    const auto others = figures_of(in);
    return std::ranges::all_of(figures_of(of), [&](const Figure& figure) {
        return std::ranges::any_of(others, [&](const Figure& other) {
            // "was 41,000" beside "41,000 people".
            if (figure.unit.empty() || other.unit.empty()) return figure.value == other.value;
            return figure.unit == other.unit && statements::may_be_one_value(figure, other);
        });
    });
}

// Whether one line denies what the other says, as far as code tells; `closely`: or says anything
// that keeps them apart.
bool are_opposed(const Map& map, const Line& left, const Line& right, bool closely)
{
    if (denies(text_at(map, cited(left))) != denies(text_at(map, cited(right)))) return true;
    for (const auto first : statements_in(map, left))
        for (const auto second : statements_in(map, right)) {
            const auto found = map.compare(first, second);
            if (found.disagreement || (closely && (found.apart || found.tells_other_deeds)))
                return true;
        }
    return false;
}

// The lines that give the answer's value, where no other stands beside it, or say what its sentence
// says.
std::vector<std::size_t> agreeing_lines(const Map& map, std::size_t answer)
{
    std::vector<std::size_t> out;
    const auto placed = value_in(map, answer);
    const bool is_alone = placed.value != nullptr && !has_rivals(map, placed, answer);
    const Line& own = map.ballot.lines[answer].line;
    for (const auto& row : map.ballot.rows)
        for (const auto line : row.lines) {
            const Line& other = map.ballot.lines[line].line;
            if (line == answer ||
                (is_alone && stands_in(*placed.value, line) &&
                 !are_opposed(map, own, other, false)) ||
                (are_alike(map, own, other) && has_all_figures(map, own, other) &&
                 !are_opposed(map, own, other, true)))
                out.push_back(line);
        }
    return out;
}

std::optional<value::Instant> published(const Map& map, std::size_t line)
{
    return published_at(map.sources[map.ballot.lines[line].line.source]->material);
}

// The lines of the ballot that score nearly as high as the best one, of sources that do not steer
// their readers; the best first.
std::vector<std::size_t> candidates(const Map& map)
{
    constexpr double k_nearly = .7;
    const auto& lines = map.ballot.lines;
    std::vector<std::size_t> out{*map.ballot.best};
    for (const auto& row : map.ballot.rows)
        for (const auto line : row.lines)
            if (line != out.front() && !lines[line].line.asked.empty() &&
                lines[line].score >= k_nearly * lines[out.front()].score &&
                !map.sources[row.source]->carries_instructions())
                out.push_back(line);
    std::sort(out.begin() + 1, out.end());
    return out;
}

// How many independent witnesses give the value of the asked kind that a line has, at most.
std::size_t value_support(const Map& map, std::size_t line)
{
    std::size_t out = 0;
    for (const auto& series : map.values)
        for (const auto& value : series.values)
            if (stands_in(value, line)) out = std::max(out, value.groups);
    return out;
}

// How often a word of the line, beside those of the question, stands in a source of another group.
std::size_t word_support(const Map& map, std::size_t line,
                         const std::vector<std::set<std::string>>& words)
{
    const Line& own = map.ballot.lines[line].line;
    std::size_t out = 0;
    for (const auto& stem : stems_in(text_at(map, cited(own)))) {
        if (map.asked->places.contains(stem)) continue;
        for (std::size_t i = 0; i < words.size(); ++i)
            out += map.independence.are_apart(i, own.source) && words[i].contains(stem) ? 1U : 0U;
    }
    return out;
}

// The candidate, no older than the best one, whose value most witnesses give; where no kind of
// value is asked for, the one whose words stand most often in the other sources.
std::size_t best_supported(const Map& map)
{
    const bool asks_value = map.asked->thing != Thing::any && map.asked->thing != Thing::cause;
    std::vector<std::set<std::string>> words; // of each source
    for (const auto& source : map.sources)
        if (!asks_value) words.push_back(stems_in(source->document.source));
    std::size_t out = *map.ballot.best;
    std::size_t most = 0;
    for (const auto line : candidates(map)) {
        if (published(map, line) < published(map, *map.ballot.best)) continue;
        const auto support = asks_value ? value_support(map, line) : word_support(map, line, words);
        if (support <= most) continue;
        out = line;
        most = support;
    }
    return out;
}

// For a question that is a name alone: of the newest source with such a line, the first one shown
// that has a word of the name.
std::size_t latest_line(const Map& map)
{
    const auto has_name = [&](std::size_t line) {
        return std::ranges::any_of(map.ballot.lines[line].line.asked, [&](const auto& each) {
            return is_of_name(map.asked->words[each.first]);
        });
    };
    for (const auto& row : map.ballot.rows) {
        const auto found = std::ranges::find_if(row.lines, has_name);
        if (found != row.lines.end() && !map.sources[row.source]->carries_instructions())
            return *found;
    }
    return *map.ballot.best;
}

// The best supported line, or of newer candidates the newest one which has a value of the same
// series: for what changes the newest comes first.
std::size_t answering_line(const Map& map)
{
    if (map.ballot.lines[*map.ballot.best].is_central) return latest_line(map);
    const std::size_t best = best_supported(map);
    const Series* series = value_in(map, best).series;
    if (series == nullptr || !published(map, best)) return best;
    std::size_t out = best;
    for (const auto line : candidates(map))
        if (value_in(map, line).series == series && published(map, line) > published(map, out))
            out = line;
    return out;
}

} // namespace

Answer read_answer(const Map& map)
{
    Answer out{.line = answering_line(map), .share = {}, .agreed = {}};
    const auto& best = map.ballot.lines[out.line];
    const Source& source = *map.sources[best.line.source];
    if (!best.is_central && source.language == k_calibrated_language) {
        auto features = best.features;
        features.fits = features.fits && holds_anew(text_at(map, cited(best.line)), *map.asked);
        out.share = share_of_first(features);
        out.bin = std::ranges::find_if(k_first_lines,
                                       [&](const Bin& bin) { return *out.share < bin.below; });
    }
    std::set<std::size_t> agreed;
    std::vector<std::size_t> statements;
    for (const auto line : agreeing_lines(map, out.line)) {
        agreed.insert(map.ballot.lines[line].line.source);
        const auto within = statements_in(map, map.ballot.lines[line].line);
        statements.insert(statements.end(), within.begin(), within.end());
    }
    out.agreed.assign(agreed.begin(), agreed.end());
    // A heading is not a statement, but a witness.
    const std::size_t least = source.carries_instructions() ? 0 : 1;
    out.witnesses = std::max(least, witnesses_of(map, statements, true));
    const auto own = published(map, out.line);
    out.newest =
        own ? std::ranges::none_of(
                  map.sources, [&](const auto& each) { return published_at(each->material) > own; })
            : map.sources.size() == 1;
    out.differs = has_side_in(map, cited(best.line));
    out.has_rivals = has_rivals(map, value_in(map, out.line), out.line);
    return out;
}

} // namespace synthesize
