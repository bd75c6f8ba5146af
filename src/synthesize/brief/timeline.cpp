#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "statements/guards.hpp"
#include "statements/saying.hpp"
#include "synthesize/brief/section.hpp"

#include <algorithm>
#include <utility>

namespace synthesize::brief {

using base::concat;
using reading::Passage;
using reading::WordSet;

namespace {

constexpr std::size_t k_most_events = 12;
constexpr std::ptrdiff_t k_most_of_a_day = 2;

struct NearDay {
    std::string_view word;
    int days;
};
constexpr NearDay k_near_days[] = {{"yesterday", -1}, {"today", 0},    {"tonight", 0},
                                   {"tomorrow", 1},   {"gestern", -1}, {"heute", 0}};

struct When {
    std::string day;
    std::string note; // how it was found, when it is not as written
};

struct Event {
    When when;
    std::vector<std::size_t> told_by; // statements, its own first
};

// A day without a year is of the year in which it is nearest to the publication.
std::optional<int> nearest_year(const Moment& moment, std::chrono::sys_days published)
{
    const int year{std::chrono::year_month_day{published}.year()};
    std::optional<int> best;
    auto least = std::chrono::days::max();
    for (const int each : {year - 1, year, year + 1}) {
        const auto day = reading::gregorian(each, moment.month, std::max(1, moment.day));
        if (!day || std::chrono::abs(*day - published) >= least) continue;
        least = std::chrono::abs(*day - published);
        best = each;
    }
    return best;
}

// Whether something happened, or is to, at the moment: not at the far end of a period, not at a
// year that is only what something is for, not when it was spoken of.
bool is_time_of_event(const Passage& words, const Moment& moment, const std::vector<bool>& saying)
{
    const bool is_year = moment.month == 0;
    // "between May and July": neither end is a day of its own.
    constexpr std::uint32_t k_longest_date = 5;
    for (std::uint32_t back = 1; back <= k_longest_date + 1; ++back)
        if (words.is(moment.begin - back, {"between", "zwischen"})) return false;
    if (words.is(moment.begin - 1, {"through"})) return false;
    if (is_year && words.is(moment.begin - 1, {"for", "f\u00fcr"})) return false;
    if (is_year && words.is(moment.begin - 1, {"from", "von"}) &&
        words.is(moment.end, WordSet::until | WordSet::way_prep))
        return false;
    return !saying[moment.begin - words.begin()];
}

// "said Wednesday", "told reporters late on Monday": the day of the saying.
bool is_day_of_saying(const Passage& words, std::uint32_t token, const std::vector<bool>& saying)
{
    constexpr std::uint32_t k_near = 4;
    if (saying[token - words.begin()]) return true;
    for (std::uint32_t back = 1; back <= k_near && words.holds(token - back); ++back) {
        if (words.is(token - back, WordSet::says)) return true;
        if (words.is(token - back, WordSet::comma | WordSet::stop | WordSet::quote)) return false;
    }
    return false;
}

// "even today", "heute noch": the present, and not the day on which something happened.
bool is_only_present(const Passage& words, std::uint32_t token)
{
    constexpr std::string_view k_still[] = {"noch", "auch",  "bis",   "schon", "bereits",
                                            "even", "still", "until", "to"};
    return words.is(token - 1, k_still) || words.is(token + 1, k_still);
}

// The day that a weekday is: the last one up to the publication, of what is planned the next.
std::optional<When> weekday_in(const Map& map, std::size_t statement)
{
    const Source& source = map.source_of(statement);
    const Statement& said = map.statements[statement];
    if (!source.published) return std::nullopt;
    const auto words = passage_of(source, said);
    const auto saying = statements::saying_in(words);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto day = *source.published;
        for (const auto& [word, days] : k_near_days)
            if (words.word(i) == word && !is_only_present(words, i))
                return When{reading::iso_text(day + std::chrono::days{days}),
                            concat(word, " by the date of publication")};
        const auto weekday = reading::weekday_name(words.word(i));
        // "sun", "sat" and "wed" are words of their own.
        if (!weekday || words.word(i).size() < 6 || words.is(i - 1, {"every", "each"}) ||
            is_day_of_saying(words, i, saying))
            continue;
        const int own = reading::weekday_of(day);
        const bool ahead = is_planned(said) || words.is(i - 1, {"next"});
        const int days = ahead ? (*weekday - own + 7) % 7 : -((own - *weekday + 7) % 7);
        return When{reading::iso_text(day + std::chrono::days{days}),
                    concat(reading::english_weekday(*weekday), " by the date of publication")};
    }
    return std::nullopt;
}

// All days of a statement on which something happened; a weekday only where no date stands.
std::vector<When> days_in(const Map& map, std::size_t statement)
{
    const Source& source = map.source_of(statement);
    const auto words = passage_of(source, map.statements[statement]);
    const auto saying = statements::saying_in(words);
    std::vector<When> out;
    for (auto moment : map.statements[statement].moments) {
        std::string note;
        if (!is_time_of_event(words, moment, saying)) continue;
        if (!moment.year && moment.month != 0 && source.published) {
            moment.year = nearest_year(moment, *source.published);
            note = "year by the date of publication";
        }
        if (!moment.year || *moment.year < 1000 || *moment.year > 9999) continue;
        // A year beside a slash may be the number of a law, or half of a season.
        const bool has_slash = words.is(moment.begin - 1, {"/"}) || words.is(moment.end, {"/"});
        if (moment.month == 0 && has_slash) continue;
        out.push_back({iso_text(moment), note});
    }
    if (out.empty())
        if (auto day = weekday_in(map, statement)) out.push_back(std::move(*day));
    return out;
}

// Whether both tell of one event, given that they tell of one day: of a few words the same.
bool tell_one_event(const Map& map, std::size_t left, std::size_t right)
{
    constexpr std::size_t k_least = 2;
    constexpr std::size_t k_share = 4; // one word in so many of the shorter one
    const auto& terms = map.statements[left].terms;
    const auto& others = map.statements[right].terms;
    const auto shared = static_cast<std::size_t>(
        std::count_if(terms.begin(), terms.end(), [&](statements::TermId term) {
            return std::ranges::binary_search(others, term);
        }));
    return shared >= k_least && shared * k_share >= std::min(terms.size(), others.size());
}

// Whether one of the days is the other, as far as both say.
bool is_one_day(std::string_view left, std::string_view right)
{
    return left.starts_with(right) || right.starts_with(left);
}

} // namespace

std::string iso_text(const Moment& moment)
{
    std::string out = std::to_string(*moment.year);
    for (const int part : {moment.month, moment.month != 0 ? moment.day : 0})
        if (part != 0) out += concat(part < 10 ? "-0" : "-", part);
    return out;
}

std::vector<Item> timeline(const Map& map, Told& told)
{
    // From the lines that are nearest to the question; each event once.
    std::vector<Event> events;
    for (const auto& ranked : map.ballot.lines) {
        if (ranked.line.asked.empty() || events.size() >= k_most_events) break;
        for (const auto statement : statements_in(map, ranked.line)) {
            if (told.contains(statement)) continue;
            for (auto& found : days_in(map, statement)) {
                if (events.size() >= k_most_events) break;
                const auto same = std::ranges::find_if(events, [&](const Event& event) {
                    return is_one_day(event.when.day, found.day) &&
                           tell_one_event(map, event.told_by.front(), statement);
                });
                if (same != events.end()) {
                    if (same->told_by.size() < k_most_cited && same->told_by.front() != statement)
                        same->told_by.push_back(statement);
                    continue;
                }
                const auto of_day = std::ranges::count_if(
                    events, [&](const Event& event) { return event.when.day == found.day; });
                if (of_day >= k_most_of_a_day || !told.insert(statement).second) continue;
                events.push_back({std::move(found), {statement}});
            }
        }
    }
    std::ranges::stable_sort(events, {}, [](const Event& event) { return event.when.day; });
    std::vector<Item> out;
    for (auto& event : events) {
        const auto& note = event.when.note;
        Item item{concat(event.when.day, note.empty() ? "" : concat(" (", note, ')'), ": ",
                         quote_of(map, cited(map, event.told_by.front()))),
                  event.when.day,
                  {}};
        for (const auto statement : event.told_by) item.cited.push_back(cited(map, statement));
        out.push_back(std::move(item));
    }
    return out;
}

} // namespace synthesize::brief
