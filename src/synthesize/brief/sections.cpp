#include "base/concat.hpp"
#include "reading/links.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/written.hpp"

#include <algorithm>

namespace synthesize::brief {

using base::concat;

namespace {

constexpr std::string_view k_no_model = "No model was asked; code alone does not write "
                                        "who holds what.";
constexpr std::string_view k_no_position = "The writer found no sentence for who holds what.";

struct OfKind {
    account::Kind kind;
    std::string_view section;
};
constexpr OfKind k_sections[] = {{account::Kind::answer, "decision"},
                                 {account::Kind::position, "positions"},
                                 {account::Kind::changed, "changed"},
                                 {account::Kind::differs, "disputes"},
                                 {account::Kind::watch, "watch"}};

// Whether an item of some section says it already: all of its places stand there.
bool is_told(const std::vector<Section>& sections, const Item& item)
{
    const auto stands = [&](const Cited& place) {
        for (const auto& section : sections)
            for (const auto& each : section.items)
                for (const auto& other : each.cited)
                    if (overlap(place, other)) return true;
        return false;
    };
    return std::ranges::all_of(item.cited, stands);
}

// The sentences of the account come behind what code found, but for an answer: it is the decision.
void add_account(const Map& map, const account::Account& account, std::vector<Section>& sections)
{
    for (const auto& sentence : account.sentences) {
        const auto* row = std::ranges::find(k_sections, sentence.kind, &OfKind::kind);
        if (row == std::end(k_sections)) continue;
        Item item{shown_text_of(map, sentence), {}, {}};
        for (const auto& quote : sentence.quotes) item.cited.push_back(place_of(map, quote));
        auto& own = *std::ranges::find(sections, row->section, &Section::id);
        const bool is_decision = sentence.kind == account::Kind::answer &&
                                 sentence.form == account::Form::edited &&
                                 &sentence == &account.sentences.front();
        if (is_decision) own.items.clear();
        if (!is_told(sections, item)) own.items.push_back(std::move(item));
    }
}

// "height: “41 percent” (2025-02-01, S2); against it “43 percent” (2025-03-01, S1)"
Item item_of(const Map& map, const Difference& difference)
{
    Item out{concat(difference.about, ":"), {}, {}};
    std::string_view between = " ";
    for (const auto& side : sides_of(map, difference)) {
        std::string who;
        for (const auto& position : side.positions) {
            const Source& source = map.source_of(position.statement);
            who += concat(who.empty() ? "" : "; ", day_of(source), ", ", source.material.id);
        }
        out.text += concat(between, "\u201c", side.value, "\u201d (", who, ')');
        between = difference.is_update ? ", then " : "; against it ";
    }
    for (const auto& position : difference.positions)
        if (out.cited.size() < k_most_cited) out.cited.push_back(cited(map, position.statement));
    return out;
}

std::vector<Item> differences(const Map& map, bool is_update)
{
    std::vector<Item> out;
    for (const auto& difference : map.differs)
        if (difference.is_update == is_update) out.push_back(item_of(map, difference));
    return out;
}

std::vector<Item> decision(const Map& map, Told& told)
{
    if (!map.answer) return {};
    const Line& line = map.ballot.lines[map.answer->line].line;
    for (const auto statement : statements_in(map, line)) told.insert(statement);
    Item out{answer_text(map), {}, {cited(line)}};
    if (map.answer->differs) out.text += " The sources differ on it: see disputes and changed.";
    return {std::move(out)};
}

std::vector<Item> unknown(const Map& map)
{
    constexpr double k_half = .5;
    std::vector<Item> out;
    for (const auto& word : map.words_absent)
        out.push_back(
            {concat("The word \u201c", word.written, "\u201d stands in no source."), {}, {}});
    std::optional<double> best;
    for (const auto& row : map.ballot.rows)
        for (const auto line : row.lines)
            best = std::max(best, share_of(*map.sources[row.source], map.ballot.lines[line]));
    if (best && *best < k_half)
        out.push_back({"No line of the ballot has a share of one half or more.", {}, {}});
    return out;
}

// "S2 (Evening paper): a page of paper.example, of 2024-06-04, independent of the others."
std::string assessment_of(const Map& map, std::size_t number)
{
    const Source& source = *map.sources[number];
    const Material& material = source.material;
    std::string out = material.id;
    if (!material.title.empty()) out += concat(" (", material.title, ')');
    if (source.status != SourceStatus::used)
        return concat(out, ": ", name_of(source.status), material.reason.empty() ? "" : ", ",
                      material.reason, '.');
    const std::string host{reading::authority_of(material.url).host};
    out += material.is_page ? ": a page" : ": a text given with the request";
    if (!host.empty()) out += concat(material.is_page ? " of " : ", said to be of ", host);
    out += source.published ? concat(", of ", day_of(source)) : std::string{", without a date"};
    const auto& independence = map.independence;
    const auto& copied = independence.copies[number];
    const auto used = [](const auto& each) { return each->status == SourceStatus::used; };
    if (copied.size() > 1)
        out += concat(", copied from ", copied.size(), " others");
    else if (!copied.empty())
        out += concat(", much the same text as ", map.sources[copied.front()]->material.id);
    else if (std::ranges::count(independence.group, independence.group[number]) != 1)
        out += ", not independent of all others";
    else if (std::ranges::count_if(map.sources, used) > 1)
        out += ", independent of the others";
    for (const auto flag : source.flags) out += concat(", flagged ", flag);
    return out + '.';
}

} // namespace

std::string day_of(const Source& source)
{
    return source.published ? source.material.published.substr(0, 10) : std::string{"undated"};
}

std::vector<Section> sections_of(const Map& map, const account::Account* account)
{
    Told told;
    std::vector<Item> all_sources;
    for (const auto i : as_ordered(map.sources))
        all_sources.push_back({assessment_of(map, i), {}, {}});
    const auto decided = decision(map, told);
    const auto ahead = watch(map, told);
    const auto days = timeline(map, told);
    std::vector<Section> out{
        {"decision", "Decision", decided,
         map.is_read() ? "No line shares a word with the question." : "Nothing could be read."},
        {"timeline", "Timeline", days,
         "Code recognized no other day or year in the lines near the question."},
        {"positions", "Positions", {}, account == nullptr ? k_no_model : k_no_position},
        {"changed", "Changed", differences(map, true),
         "Code recognized no later value of the same thing."},
        {"disputes", "Disputes", differences(map, false),
         "Code recognized no two lines that cannot both be right."},
        {"watch", "Watch", ahead,
         "Code recognized no other announcement in the lines near the question."},
        {"unknown", "Unknown", unknown(map),
         "Each word of the question stands in some source; the ballot shows how near."},
        {"sources", "Sources", all_sources, "No sources."}};
    if (account != nullptr) add_account(map, *account, out);
    return out;
}

} // namespace synthesize::brief
