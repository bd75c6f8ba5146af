#include "base/concat.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>

namespace synthesize::brief {

using base::concat;
using reading::Passage;
using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

// Whether a moment lies before a day, "2024-06-04", or is that day.
bool is_over(const Moment& moment, std::string_view day)
{
    if (!moment.year) return false;
    const auto own = iso_text(moment);
    return own < day.substr(0, own.size()) || own == day;
}

// "will open", "is expected to open", "plans to open"; not "due to a fault", "scheduled flights".
bool plans_at(const Passage& words, std::uint32_t token)
{
    if (words.is(token, {"will", "shall", "won't"})) return true;
    const bool is_due = words.is(token, {"due"});
    if (is_due && !(words.is(token - 1, WordSet::be | WordSet::copula) &&
                    WordNet::embedded().can_be(words.word(token + 2), WordKind::verb)))
        return false;
    const bool is_plan =
        is_due || words.is(token, {"expected", "expects", "expect", "planned", "plans", "plan",
                                   "forecast", "projected", "projects", "aims", "scheduled",
                                   "predicted", "intends", "intended", "slated"});
    return is_plan && words.is(token + 1, {"to", "for"}) &&
           !words.is(token - 1, {"was", "were", "had", "been"});
}

// Whether it says that something is to come after the newest source.
bool tells_ahead(const Map& map, std::size_t statement)
{
    const Source& source = map.source_of(statement);
    const Statement& said = map.statements[statement];
    const auto words = passage_of(source, said);
    if (said.dangles) return false;
    const Source& newest = *map.sources[map.ballot.rows.front().source];
    if (newest.published && !said.moments.empty() &&
        std::ranges::all_of(said.moments,
                            [&](const Moment& moment) { return is_over(moment, day_of(newest)); }))
        return false;
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (plans_at(words, i)) return true;
    return false;
}

// The last day, month or year that a statement names, for sorting and showing; empty: none.
std::string date_of(const Statement& said)
{
    std::string out;
    for (const auto& moment : said.moments)
        if (moment.year) out = iso_text(moment);
    return out;
}

} // namespace

std::vector<Item> watch(const Map& map, Told& told)
{
    constexpr std::size_t k_most = 8;
    std::vector<Item> out;
    for (const auto& ranked : map.ballot.lines) {
        if (ranked.line.asked.empty() || out.size() >= k_most) break;
        for (const auto statement : statements_in(map, ranked.line)) {
            if (out.size() >= k_most || !tells_ahead(map, statement) ||
                !told.insert(statement).second)
                continue;
            const Source& source = map.source_of(statement);
            const auto place = cited(map, statement);
            out.push_back(
                {concat(quote_of(map, place), " (", source.material.id, ", ", day_of(source), ')'),
                 date_of(map.statements[statement]),
                 {place}});
        }
    }
    // What has no date stands behind.
    std::ranges::stable_sort(out, [](const Item& left, const Item& right) {
        return std::pair{left.date.empty(), left.date} < std::pair{right.date.empty(), right.date};
    });
    return out;
}

} // namespace synthesize::brief
