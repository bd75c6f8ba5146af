#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <set>

namespace synthesize::brief {

using base::concat;

namespace {

constexpr std::size_t k_most_cited = 5;
constexpr std::size_t k_most_of_a_claim = 3;

// With the hedge before a number and the noun behind it: "at least 357 people".
Run printed_run(const Source& source, const Statement& said, const Figure& figure)
{
    constexpr std::string_view k_hedges[] = {
        "at",     "least", "more",  "than",    "over",   "about",     "around",        "some",
        "nearly", "up",    "to",    "most",    "almost", "estimated", "approximately", "roughly",
        "fewer",  "less",  "under", "exactly", "as",     "many",      "much",          "an"};
    const auto words = passage_of(source, said);
    Run out{figure.begin, figure.end};
    constexpr std::uint32_t k_longest = 5;
    while (out.begin > said.first && figure.begin - out.begin < k_longest &&
           reading::is_one_of(words.word(out.begin - 1), k_hedges))
        --out.begin;
    // "rose to 7,000", "as 7,000" alone are no hedges.
    while (out.begin < figure.begin &&
           reading::is_one_of(words.word(out.begin), {"to", "at", "as", "an", "than", "many",
                                                      "much", "most", "least", "up"}) &&
           !words.reads(out.begin, {"at", "least"}) && !words.reads(out.begin, {"up", "to"}) &&
           !words.reads(out.begin, {"at", "most"}) && !words.reads(out.begin, {"as", "many"}) &&
           !words.reads(out.begin, {"as", "much"}) && !words.reads(out.begin, {"an", "estimated"}))
        ++out.begin;
    if (!figure.counts_things || figure.shown.empty()) return out;
    constexpr std::uint32_t k_farthest = 4;
    for (std::uint32_t i = figure.end; i < std::min(said.last, figure.end + k_farthest); ++i)
        if (words.word(i) == figure.shown) {
            out.end = i + 1;
            break;
        }
    return out;
}

// The clause around a figure, as far as it can stand alone; the sentence where it cannot.
std::string around(const Study& study, std::size_t statement, const Figure& figure)
{
    constexpr std::uint32_t k_least = 4;
    const Statement& said = study.statements[statement];
    for (const auto& clause : said.clauses)
        if (clause.begin <= figure.begin && figure.begin < clause.end &&
            clause.end - clause.begin >= k_least) {
            const auto words = passage_of(study.source_of(statement), said);
            Run run{clause.begin, clause.end};
            while (words.is(run.begin, {"and", "but", "or", "while", "that"})) ++run.begin;
            while (words.is(run.end - 1, {".", "!"})) --run.end;
            return words_of(study, statement, run);
        }
    return sentence_of(study, statement);
}

bool has_unit(const Study& study, std::size_t statement, const Figure& figure)
{
    const auto& figures = study.statements[statement].figures;
    return std::any_of(figures.begin(), figures.end(), [&](const Figure& each) {
        return each.written_unit == figure.written_unit;
    });
}

void add_changes(const Study& study, std::vector<Item>& out)
{
    for (const auto& update : study.conflicts.updates) {
        if (update.kind != Opposition::value || out.size() >= k_most_items) continue;
        Item item;
        std::string last;
        for (const auto& position : update.positions) {
            const Source& source = study.source_of(position.statement);
            const Statement& said = study.statements[position.statement];
            for (const auto& figure : said.figures) {
                if (figure.begin > position.value.begin || position.value.begin >= figure.end)
                    continue;
                auto value = words_of(study, position.statement, printed_run(source, said, figure));
                if (value == last) continue;
                item.text += concat(item.text.empty() ? concat(update.attribute, ": ") : ", then ",
                                    value, " (", source.material.published.substr(0, 10), ')');
                last = std::move(value);
            }
            if (item.cited.size() < k_most_cited)
                item.cited.push_back({position.statement, position.value});
        }
        const auto latest = study.claim_of[update.positions.back().statement];
        if (latest < listed_claims(study)) item.claim = latest;
        item.confidence = study.claims[latest].confidence;
        out.push_back(std::move(item));
    }
}

} // namespace

std::vector<Item> figures(const Study& study, Uses& uses)
{
    std::vector<Item> out;
    add_changes(study, out);
    std::set<std::pair<std::string, std::string>> told; // unit or aspect, and the value
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < k_most_items; ++i) {
        const Claim& claim = study.claims[i];
        if (claim.status == ClaimStatus::superseded) continue;
        std::vector<Item> items;
        std::vector<std::pair<std::string, std::string>> contexts; // whole, and short
        for (const auto statement : claim.members) {
            const Statement& said = study.statements[statement];
            for (const auto& figure : said.figures) {
                const bool is_bare =
                    figure.counts_things && figure.shown.empty() && figure.aspect == Aspect::none;
                // Of another source only what is printed in another unit is new.
                const bool is_known =
                    statement != claim.members.front() &&
                    (figure.written_unit.empty() || has_unit(study, claim.members.front(), figure));
                if (is_bare || is_known || figure.is_part || items.size() >= k_most_of_a_claim)
                    continue;
                if (!told.emplace(figure.unit, reading::exact_text(figure.value)).second) continue;
                const auto run = printed_run(study.source_of(statement), said, figure);
                contexts.emplace_back(around(study, statement, figure),
                                      words_around(study, statement, run));
                items.push_back(
                    {words_of(study, statement, run), i, {{statement, run}}, claim.confidence});
            }
        }
        if (items.empty()) continue;
        const bool has_room = uses.take(i);
        for (std::size_t k = 0; k < items.size() && out.size() < k_most_items; ++k) {
            items[k].text += concat(": ", has_room ? contexts[k].first : contexts[k].second);
            out.push_back(std::move(items[k]));
        }
    }
    return out;
}

} // namespace synthesize::brief
