#include "synthesize/artifact.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/engine.hpp"
#include "reading/stem.hpp"
#include "synthesize/witnesses.hpp"

#include <algorithm>
#include <boost/algorithm/string/trim_all.hpp>
#include <cmath>
#include <map>
#include <set>

namespace synthesize {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_scope =
    "Each line is quoted from a source; nothing is searched for, nothing is judged for truth. A "
    "share says how often such a line held its source's answer, or the first line the question's, "
    "in public questions in English. What stands in no line may stand in the sources.";

json::Ref text_or_null(std::string_view text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

// In the order of the ballot, which does not depend on how the buyer listed them.
json::Ref ids_json(const Map& map, const std::vector<std::size_t>& sources)
{
    auto out = json::array();
    for (const auto& row : map.ballot.rows)
        if (std::ranges::find(sources, row.source) != sources.end())
            json::append(out.get(), json::value(map.sources[row.source]->material.id));
    return out;
}

json::Ref basis_json(const Bin* bin)
{
    if (bin == nullptr) return json::value(nullptr);
    return json::object("right", bin->right, "cases", bin->cases, "set", k_calibrated_on, "date",
                        k_calibration_date);
}

// "0.712": three places are more than any of these numbers is worth. nullopt: null.
json::Ref short_number(std::optional<double> number)
{
    if (number) *number = std::round(*number * 1000) / 1000;
    return json::value(number);
}

// Whether no source with a line is later than the answer's, which has a date.
bool is_latest(const Map& map)
{
    const auto date_of = [&](std::size_t source) {
        return published_at(map.sources[source]->material);
    };
    const auto own = date_of(map.ballot.lines[map.answer->line].line.source);
    return own && std::ranges::none_of(map.ballot.rows, [&](const BallotRow& row) {
               return !row.lines.empty() && date_of(row.source) > own;
           });
}

// "Probably: ", or how unsure it is that the answer is one.
std::string_view lead_of(const Map& map)
{
    const Answer& answer = *map.answer;
    if (map.ballot.lines[answer.line].is_central)
        return answer.newest || is_latest(map) ? "Latest: " : "Most central: ";
    if (answer.bin == nullptr ||
        (answer.bin == &k_first_lines.back() && (answer.has_rivals || answer.differs)))
        return "Not sure. Nearest: ";
    return answer.bin->lead;
}

json::Ref answer_json(const Map& map)
{
    if (!map.answer) return json::value(nullptr);
    const Answer& answer = *map.answer;
    const Line& line = map.ballot.lines[answer.line].line;
    const auto place = cited(line);
    return json::object("text", answer_text(map), "form", "quoted", "sentence", nullptr, "sources",
                        ids_json(map, answer.agreed), "witnesses", answer.witnesses, "published",
                        text_or_null(map.sources[line.source]->material.published), "newest",
                        answer.newest, "differs", answer.differs, "share",
                        short_number(answer.share), "share_of", basis_json(answer.bin), "quotes",
                        json::array(citation_json(map, place)));
}

json::Ref confidence_json(const Map& map)
{
    const Bin* bin = map.answer ? map.answer->bin : nullptr;
    return json::object("score", short_number(map.answer ? map.answer->share : std::nullopt),
                        "level", bin ? json::value(bin->level) : json::value(nullptr), "basis",
                        basis_json(bin));
}

// "G1"; the groups in the order of the ballot.
json::Ref group_json(const Map& map, std::size_t source)
{
    if (map.sources[source]->status != SourceStatus::used) return json::value(nullptr);
    std::set<std::size_t> before;
    for (const auto& row : map.ballot.rows) {
        const auto group = map.independence.group[row.source];
        before.insert(group);
        if (group == map.independence.group[source]) break;
    }
    return json::value(concat('G', before.size()));
}

// The lines, values and differences of an artifact, named "L1", "V1", "D1" in their order, and
// where each comes from.
class Outputs {
public:
    explicit Outputs(const Map& map) : m_map{map}
    {
        if (map.answer) note("answer", cited(map.ballot.lines[map.answer->line].line));
    }

    json::Ref ballot()
    {
        auto out = json::array();
        for (const auto& row : m_map.ballot.rows) {
            const Source& source = *m_map.sources[row.source];
            auto lines = json::array();
            for (const auto at : row.lines) json::append(lines.get(), line_json(source, at));
            json::append(out.get(), json::object("source", source.material.id, "published",
                                                 text_or_null(source.material.published), "group",
                                                 group_json(m_map, row.source), "lines",
                                                 std::move(lines), "reason",
                                                 row.reason ? json::value(name_of(*row.reason))
                                                            : json::value(nullptr)));
        }
        return out;
    }

    json::Ref values()
    {
        auto out = json::array();
        for (const auto& series : m_map.values) {
            auto rows = json::array();
            for (const auto& value : series.values) json::append(rows.get(), value_json(value));
            json::append(out.get(), json::object("unit", text_or_null(series.unit), "values",
                                                 std::move(rows)));
        }
        return out;
    }

    json::Ref differs()
    {
        auto out = json::array();
        for (const auto& difference : m_map.differs) {
            auto sides = json::array();
            const auto id = concat('D', ++m_differences);
            for (const auto& side : sides_of(m_map, difference))
                json::append(sides.get(), side_json(id, side, difference.kind));
            json::append(out.get(),
                         json::object("id", id, "kind", name_of(difference.kind), "about",
                                      difference.about, "is_update", difference.is_update,
                                      "found_by", "code", "sides", std::move(sides)));
        }
        return out;
    }

    json::Ref sourcing() { return std::move(m_sourcing); }

private:
    json::Ref line_json(const Source& source, std::size_t at)
    {
        const auto& line = m_map.ballot.lines[at];
        const auto id = concat('L', m_id_of.size() + 1);
        m_id_of.emplace(at, id);
        note(id, cited(line.line));
        auto out = citation_json(m_map, cited(line.line));
        json_object_del(out.get(), "source");
        json_object_del(out.get(), "published");
        json::set_all(out.get(), "id", id, "share", short_number(share_of(source, line)));
        const auto first = m_first_with.try_emplace(words_in(text_of(source, line.line)), id).first;
        if (first->second != id) json::set(out.get(), "same_as", json::value(first->second));
        return out;
    }

    json::Ref value_json(const Value& value)
    {
        auto stands = json::array();
        const auto id = concat('V', ++m_values);
        for (const auto& at : value.stands) {
            const Cited place{m_map.ballot.lines[at.line].line.source, at.begin, at.end};
            note(id, place);
            auto stand = citation_json(m_map, place);
            json::set(stand.get(), "line", json::value(m_id_of.at(at.line)));
            json::append(stands.get(), std::move(stand));
        }
        return json::object("id", id, "text", value.text, "groups", value.groups, "stands",
                            std::move(stands));
    }

    // A line that denies is not a witness of a value.
    json::Ref side_json(const std::string& id, const Side& side, Opposition kind)
    {
        auto stands = json::array();
        std::vector<std::size_t> statements;
        for (const auto& position : side.positions) {
            const auto place = cited(m_map, position.statement);
            note(id, place);
            if (kind == Opposition::polarity || !denies(quote_of(m_map, place)))
                statements.push_back(position.statement);
            json::append(stands.get(), citation_json(m_map, place));
        }
        return json::object("value", side.value, "groups", witnesses_of(m_map, statements, false),
                            "stands", std::move(stands));
    }

    void note(std::string_view output, const Cited& place)
    {
        json::append(m_sourcing.get(), sourcing_json(m_map, output, place));
    }

    const Map& m_map;
    json::Ref m_sourcing = json::array();
    std::map<std::size_t, std::string> m_id_of;      // of each line told
    std::map<std::string, std::string> m_first_with; // the id of the first line, by its words
    std::size_t m_values = 0;
    std::size_t m_differences = 0;
};

json::Ref copies_json(const Map& map)
{
    auto out = json::array();
    for (const auto& row : map.ballot.rows) {
        const auto& of = map.independence.copies[row.source];
        if (!of.empty())
            json::append(out.get(), json::object("source", map.sources[row.source]->material.id,
                                                 "of", ids_json(map, of)));
    }
    return out;
}

json::Ref words_absent_json(const Map& map)
{
    const reading::Stemmer stemmer{map.language};
    auto out = json::array();
    for (const auto& word : map.words_absent) {
        const std::set<std::string> looked_for{lower(word.written), concat(word.stem, '-'),
                                               concat(stemmer.stem(lower(word.written)), '-')};
        auto forms = json::array();
        for (const auto& form : looked_for) json::append(forms.get(), json::value(form));
        json::append(out.get(), json::object("word", word.written, "forms", std::move(forms)));
    }
    return out;
}

} // namespace

Cited cited(const Line& line)
{
    return {line.source, line.begin, line.end};
}

Cited cited(const Map& map, std::size_t statement)
{
    const Statement& said = map.statements[statement];
    return cited(map, statement, {said.first, said.last});
}

Cited cited(const Map& map, std::size_t statement, Run words)
{
    const auto& document = map.source_of(statement).document;
    const auto range =
        reading::source_range(document.view, document.source, document.tokens[words.begin].begin,
                              document.tokens[words.end - 1].end);
    return {map.statements[statement].source, range.begin, range.end};
}

bool overlap(const Cited& one, const Cited& other)
{
    return one.source == other.source && one.begin < other.end && other.begin < one.end;
}

bool has_side_in(const Map& map, const Cited& place)
{
    return std::ranges::any_of(map.differs, [&](const Difference& each) {
        return std::ranges::any_of(each.positions, [&](const Position& position) {
            return overlap(cited(map, position.statement), place);
        });
    });
}

std::string_view text_at(const Map& map, const Cited& place)
{
    const std::string_view text = map.sources[place.source]->document.source;
    return text.substr(place.begin, place.end - place.begin);
}

std::string quote_of(const Map& map, const Cited& place)
{
    return boost::algorithm::trim_fill_copy_if(std::string{text_at(map, place)}, " ",
                                               [](char c) { return reading::is_blank(c); });
}

json::Ref citation_json(const Map& map, const Cited& place)
{
    const Source& source = *map.sources[place.source];
    return json::object(
        "source", source.material.id, "published", text_or_null(source.material.published), "start",
        source.document.positions.at(place.begin).codepoint, "end",
        source.document.positions.at(place.end).codepoint, "quote", text_at(map, place));
}

std::string answer_text(const Map& map)
{
    const auto& best = map.ballot.lines[map.answer->line];
    return concat(lead_of(map), "\u201c", quote_of(map, cited(best.line)), "\u201d");
}

json::Ref sourcing_json(const Map& map, std::string_view output, const Cited& place)
{
    const Source& source = *map.sources[place.source];
    return json::object("output", output, "source", source.material.id, "start",
                        source.document.positions.at(place.begin).codepoint, "end",
                        source.document.positions.at(place.end).codepoint);
}

std::vector<Side> sides_of(const Map& map, const Difference& difference)
{
    std::vector<Side> out;
    for (const auto& position : difference.positions) {
        const auto value = quote_of(map, cited(map, position.statement, position.value));
        auto at = std::ranges::find(out, value, &Side::value);
        if (at == out.end()) at = out.insert(out.end(), {value, {}});
        at->positions.push_back(position);
    }
    return out;
}

json::Ref sources_json(const Map& map)
{
    auto out = json::array();
    for (const auto i : as_ordered(map.sources)) {
        const Source& source = *map.sources[i];
        auto told = sources::source_json(source.material, source.status, source.document.source,
                                         source.document.positions.codepoints());
        auto flags = json::array();
        for (const auto flag : source.flags) json::append(flags.get(), json::value(flag));
        json::set_all(told.get(), "independent_group", group_json(map, i), "flags",
                      std::move(flags));
        json::append(out.get(), std::move(told));
    }
    return out;
}

json::Ref findings_json(const Map& map)
{
    Outputs outputs{map}; // numbers them in this order
    auto out = json::object("ballot", outputs.ballot());
    json::set(out.get(), "values", outputs.values());
    json::set(out.get(), "differs", outputs.differs());
    json::set_all(out.get(), "verdict", name_of(map.verdict), "offset_unit", "codepoint", "asks",
                  name_of(map.asked->thing), "answer", answer_json(map), "account", nullptr,
                  "copies", copies_json(map), "words_absent", words_absent_json(map), "confidence",
                  confidence_json(map), "scope", k_scope, "sourcing_map", outputs.sourcing());
    return out;
}

json::Ref artifact_json(const Map& map, std::string_view name)
{
    auto out = findings_json(map);
    json::set_all(out.get(), "artifact", name, "query", map.order.query, "engine",
                  reading::engine_with_words_json(), "sources", sources_json(map));
    return out;
}

} // namespace synthesize
