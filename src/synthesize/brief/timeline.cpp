#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "reading/finite_verb.hpp"
#include "statements/guards.hpp"
#include "statements/saying.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/brief/telling.hpp"

#include <algorithm>
#include <charconv>
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
    Run shown;                  // of its words; empty: all
    std::vector<Cited> told_by; // beside it
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

// The other number of "2018/19" and "2024/1689".
std::optional<int> beside_slash(const Passage& words, std::uint32_t slash, std::uint32_t number)
{
    if (!words.is(slash, {"/"}) || !words.holds(number) ||
        words.document().kind(number) != reading::TokenKind::number)
        return std::nullopt;
    const auto raw = words.document().raw(number);
    int out = 0;
    const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), out);
    return error == std::errc{} && end == raw.data() + raw.size() ? std::optional{out}
                                                                  : std::nullopt;
}

bool is_next_year(int year, int other)
{
    constexpr int k_century = 100;
    return other == year + 1 || other == (year + 1) % k_century;
}

// Whether a moment stands in brackets with other words: the state of a list, the year of a vehicle.
bool is_aside(const Passage& words, const Moment& moment)
{
    std::uint32_t open = moment.begin;
    while (open > words.begin() && !words.is(open - 1, {"(", "[", ")", "]"})) --open;
    std::uint32_t close = moment.end;
    while (words.holds(close) && !words.is(close, {"(", "[", ")", "]"})) ++close;
    const bool is_closed = words.is(close, {")", "]"});
    const bool is_opened = open > words.begin() && words.is(open - 1, {"(", "["});
    if (!is_closed) return false;
    return !is_opened || open < moment.begin || moment.end < close;
}

// "between 315 and 1155": a number.
bool is_joined_to_number(const Passage& words, const Moment& moment)
{
    if (moment.month != 0 || !words.is(moment.begin - 1, {"and", "und", "to", "bis"})) return false;
    return std::any_of(words.quantities().begin(), words.quantities().end(),
                       [&](const reading::Quantity& other) {
                           return other.end == moment.begin - 1 && !other.year_like;
                       });
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
    if (words.is(moment.begin - 1, {"through"}) || is_aside(words, moment) ||
        is_joined_to_number(words, moment))
        return false;
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

// "Today is a good day", "our news today will", "even today", "heute noch": the present, or what
// the sentence is about, and not the day on which something happened.
bool is_only_present(const Passage& words, std::uint32_t token, bool is_english)
{
    if (words.is(token, {"yesterday", "tomorrow", "tonight", "gestern"})) return false;
    constexpr std::string_view k_still[] = {"noch", "auch",  "bis",   "schon", "bereits",
                                            "even", "still", "until", "to"};
    if (words.is(token - 1, k_still) || words.is(token + 1, k_still)) return true;
    if (!is_english) return false;
    return reading::is_finite_verb(words, token + 1) || !tells_past(words);
}

// What a weekday is planned for is the next one of its name.
// The day that a weekday is: the last one up to the publication, of what is planned the next.
std::optional<When> weekday_in(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    if (!source.published) return std::nullopt;
    const auto words = passage_of(source, said);
    const auto saying = statements::saying_in(words);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto day = *source.published;
        for (const auto& [word, days] : k_near_days)
            if (words.word(i) == word && !is_only_present(words, i, source.language == "en"))
                return When{reading::iso_text(day + std::chrono::days{days}),
                            concat(word, " by the date of publication"),
                            {i, i + 1}};
        const auto weekday = reading::weekday_name(words.word(i));
        // "sun", "sat" and "wed" are words of their own.
        if (!weekday || words.word(i).size() < 6 || words.is(i - 1, {"every", "each"}) ||
            is_day_of_saying(words, i, saying))
            continue;
        const int own = reading::weekday_of(day);
        const bool ahead = is_planned(said) || words.is(i - 1, {"next"});
        const int days = ahead ? (*weekday - own + 7) % 7 : -((own - *weekday + 7) % 7);
        return When{reading::iso_text(day + std::chrono::days{days}),
                    concat(reading::english_weekday(*weekday), " by the date of publication"),
                    {i, i + 1}};
    }
    return std::nullopt;
}

// All days of a statement on which something happened; a weekday only where no date stands.
std::vector<When> days_in(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const auto words = passage_of(source, study.statements[statement]);
    const auto saying = statements::saying_in(words);
    std::vector<When> out;
    for (auto moment : study.statements[statement].moments) {
        std::string note;
        if (!is_time_of_event(words, moment, saying)) continue;
        if (!moment.year && moment.month != 0 && source.published) {
            moment.year = nearest_year(moment, *source.published);
            note = "year by the date of publication";
        }
        if (!moment.year || *moment.year < 1000 || *moment.year > 9999) continue;
        std::string day = iso_text(moment);
        if (moment.month == 0) {
            // The second year of "2018/19", and the number of a law.
            if (beside_slash(words, moment.begin - 1, moment.begin - 2)) continue;
            if (const auto other = beside_slash(words, moment.end, moment.end + 1)) {
                if (!is_next_year(*moment.year, *other)) continue;
                day += concat('/', *moment.year + 1);
                moment.end += 2;
            }
        }
        out.push_back({std::move(day), note, {moment.begin, moment.end}});
    }
    if (out.empty())
        if (auto day = weekday_in(study, statement)) out.push_back(std::move(*day));
    return out;
}

// Whether both tell of one event, given that they tell of one day: of a few words the same.
bool tell_one_event(const Study& study, std::size_t left, std::size_t right)
{
    constexpr std::size_t k_least = 2;
    constexpr std::size_t k_share = 4; // one word in so many of the shorter one
    const auto& terms = study.statements[left].terms;
    const auto& others = study.statements[right].terms;
    const auto shared =
        static_cast<std::size_t>(std::count_if(terms.begin(), terms.end(), [&](TermId term) {
            return std::ranges::binary_search(others, term);
        }));
    return shared >= k_least && shared * k_share >= std::min(terms.size(), others.size());
}

// Whether one of the days is the other, as far as both say.
bool is_one_day(std::string_view left, std::string_view right)
{
    return left.starts_with(right) || right.starts_with(left);
}

// The part of the clause around a day that says what happened; nullopt where no verb is near.
std::optional<Run> near_words(const Study& study, std::size_t statement, Run day)
{
    constexpr std::uint32_t k_before = 12;
    constexpr std::uint32_t k_behind = 8;
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    const auto words = passage_of(source, said);
    Run out{std::max(said.first + k_before, day.begin) - k_before,
            std::min(said.last, day.end + k_behind)};
    for (const auto& clause : said.clauses)
        if (clause.begin <= day.begin && day.begin < clause.end && clause.end >= day.end) {
            out.begin = std::max(out.begin, clause.begin);
            out.end = std::min(out.end, clause.end);
        }
    while (out.begin < day.begin && words.is(out.begin, {"and", "but", "or", ",", "und"}))
        ++out.begin;
    while (out.end > day.end && words.is(out.end - 1, WordSet::stop | WordSet::comma)) --out.end;
    if (source.language != "en") return out;
    const reading::Passage part{source.document, out.begin, out.end};
    for (std::uint32_t i = part.begin(); i < part.end(); ++i)
        if (reading::is_finite_verb(part, i) || part.word(i).ends_with("ing")) return out;
    return std::nullopt;
}

} // namespace

std::vector<Item> timeline(const Study& study, Uses& uses)
{
    // From the claims that matter most; each event once.
    std::vector<Event> events;
    for (std::size_t i = 0; i < listed_claims(study) && events.size() < k_most_events; ++i) {
        bool has_room = uses.take(i);
        bool is_shown = false;
        for (const auto member : study.claims[i].members) {
            if (is_caption(study, member)) continue;
            for (auto& found : days_in(study, member)) {
                if (events.size() >= k_most_events) break;
                const auto same =
                    std::find_if(events.begin(), events.end(), [&](const Event& event) {
                        return is_one_day(event.when.day, found.day) &&
                               tell_one_event(study, event.statement, member);
                    });
                if (same != events.end()) {
                    if (same->told_by.size() + 1 < k_most_cited && same->statement != member)
                        same->told_by.push_back({member, found.words});
                    continue;
                }
                const auto of_day =
                    std::count_if(events.begin(), events.end(),
                                  [&](const Event& event) { return event.when.day == found.day; });
                const auto shown =
                    has_room ? Run{} : near_words(study, member, found.words).value_or(Run{});
                if (of_day >= k_most_of_a_day || (!has_room && shown.begin == shown.end)) continue;
                events.push_back({member, std::move(found), shown, {}});
                has_room = false;
                is_shown = true;
            }
        }
        if (!is_shown && has_room) uses.give_back(i);
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& left, const Event& right) {
        return left.when.day < right.when.day;
    });
    std::vector<Item> out;
    for (auto& event : events) {
        const auto& note = event.when.note;
        const bool is_whole = event.shown.begin == event.shown.end;
        Item item;
        item.text = concat(event.when.day, note.empty() ? "" : concat(" (", note, ')'), ": ",
                           is_whole ? sentence_of(study, event.statement)
                                    : words_of(study, event.statement, event.shown));
        item.claim = study.claim_of[event.statement];
        item.cited = {is_whole ? Cited{event.statement} : Cited{event.statement, event.when.words}};
        item.cited.insert(item.cited.end(), event.told_by.begin(), event.told_by.end());
        item.confidence = study.claims[*item.claim].confidence;
        out.push_back(std::move(item));
    }
    return out;
}

} // namespace synthesize::brief
