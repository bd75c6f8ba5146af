#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace synthesize::brief {

using base::concat;

namespace {

constexpr std::size_t k_most_events = 12;

struct NearDay {
    std::string_view word;
    int days;
};
constexpr NearDay k_near_days[] = {{"yesterday", -1}, {"today", 0},    {"tonight", 0},
                                   {"tomorrow", 1},   {"gestern", -1}, {"heute", 0}};

std::string two_digits(int number)
{
    return concat(number < 10 ? "0" : "", number);
}

// "2024-05-04", "2024-05", "2024"; of a moment with a year.
std::string iso_text(const Moment& moment)
{
    std::string out = std::to_string(*moment.year);
    if (moment.month != 0) out += concat('-', two_digits(moment.month));
    if (moment.month != 0 && moment.day != 0) out += concat('-', two_digits(moment.day));
    return out;
}

struct When {
    std::string day;
    std::string note; // how it was found, when it is not as written
    Run words;
};

struct Event {
    std::size_t statement = 0;
    When when;
    bool has_room = false; // for the whole sentence
};

// A day without a year is of the year in which it is nearest to the publication.
std::optional<int> nearest_year(const Moment& moment, std::chrono::sys_days published)
{
    const int year{std::chrono::year_month_day{published}.year()};
    std::optional<int> best;
    auto least = std::chrono::days::max();
    for (const int each : {year - 1, year, year + 1}) {
        const auto day = reading::gregorian(each, moment.month, std::max(1, moment.day));
        if (!day) continue;
        const auto apart = *day > published ? *day - published : published - *day;
        if (apart < least) {
            least = apart;
            best = each;
        }
    }
    return best;
}

bool is_planned(const Statement& said)
{
    return std::any_of(said.clauses.begin(), said.clauses.end(),
                       [](const Clause& clause) { return clause.planned; });
}

// The day that a weekday is: the last one up to the publication, of what is planned the next.
std::optional<When> weekday_in(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    if (!source.published) return std::nullopt;
    const auto words = passage_of(source, said);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto day = *source.published;
        for (const auto& [word, days] : k_near_days)
            if (words.word(i) == word)
                return When{reading::iso_text(day + std::chrono::days{days}),
                            concat(word, " by the date of publication"),
                            {i, i + 1}};
        const auto weekday = reading::weekday_name(words.word(i));
        // "sun", "sat" and "wed" are words of their own.
        if (!weekday || words.word(i).size() < 6 || words.is(i - 1, {"every", "each"})) continue;
        const int own = reading::weekday_of(day);
        const bool ahead = is_planned(said) || words.is(i - 1, {"next"});
        const int days = ahead ? (*weekday - own + 7) % 7 : -((own - *weekday + 7) % 7);
        return When{reading::iso_text(day + std::chrono::days{days}),
                    concat(reading::english_weekday(*weekday), " by the date of publication"),
                    {i, i + 1}};
    }
    return std::nullopt;
}

// All days of a statement; a weekday only where no date stands.
std::vector<When> days_in(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    std::vector<When> out;
    for (auto moment : study.statements[statement].moments) {
        std::string note;
        if (!moment.year && moment.month != 0 && source.published) {
            moment.year = nearest_year(moment, *source.published);
            note = "year by the date of publication";
        }
        if (moment.year && *moment.year >= 1000 && *moment.year <= 9999)
            out.push_back({iso_text(moment), note, {moment.begin, moment.end}});
    }
    if (out.empty())
        if (auto day = weekday_in(study, statement)) out.push_back(std::move(*day));
    return out;
}

} // namespace

std::vector<Item> timeline(const Study& study, Uses& uses)
{
    // From the claims that matter most; of one claim and day the first.
    std::multimap<std::string, Event> by_day;
    for (std::size_t i = 0; i < listed_claims(study) && by_day.size() < k_most_events; ++i) {
        bool has_room = uses.take(i);
        std::set<std::string> days;
        for (const auto member : study.claims[i].members)
            for (auto& found : days_in(study, member))
                if (by_day.size() < k_most_events && days.insert(found.day).second)
                    by_day.emplace(found.day, Event{member, found, std::exchange(has_room, false)});
        if (days.empty() && has_room) uses.give_back(i);
    }
    std::vector<Item> out;
    for (const auto& [day, event] : by_day) {
        const auto& note = event.when.note;
        Item item;
        item.text = concat(day, note.empty() ? "" : concat(" (", note, ')'), ": ",
                           event.has_room ? sentence_of(study, event.statement)
                                          : words_around(study, event.statement, event.when.words));
        item.claim = study.claim_of[event.statement];
        item.cited = {event.has_room ? Cited{event.statement}
                                     : Cited{event.statement, event.when.words}};
        item.confidence = study.claims[*item.claim].confidence;
        out.push_back(std::move(item));
    }
    return out;
}

} // namespace synthesize::brief
