// date.weekday: a date and the weekday written beside it.
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/moments/checks.hpp"

namespace verify::moments {

using reading::WordSet;

const Check k_date_weekday{.id = "date.weekday",
                           .category = Category::consistency,
                           .nature = Nature::sameness,
                           .proof = {"a date has another weekday",
                                     "calendars but the Gregorian (and the Julian as a reading)"},
                           .planted = k_planted_dates,
                           .real = k_real_dates};

namespace {

struct NamedDay {
    std::uint32_t token = 0;
    int weekday = 0;
};

// A weekday's name counts when written with a capital or in full; "sat" and "sun" are also words.
std::optional<int> weekday_at(const Passage& sentence, std::uint32_t token)
{
    if (!sentence.holds(token)) return std::nullopt;
    const std::string_view word = sentence.word(token);
    const auto value = reading::weekday_name(word);
    if (!value) return std::nullopt;
    const bool capital = reading::is_upper(sentence.document().raw(token).front());
    if (word.size() <= 4 && !capital) return std::nullopt;
    return value;
}

// "Monday, 4 March 2024", "Mon. 4 March 2024", "4 March 2024 (Monday)", "2024-03-04, a Monday",
// "4 March 2024 was a Monday", "4 March 2024 fell on a Monday".
std::optional<NamedDay> beside(const Passage& sentence, const Date& date)
{
    std::uint32_t before = date.begin;
    for (int skipped = 0; skipped < 3 && sentence.holds(before - 1); ++skipped) {
        --before;
        if (const auto found = weekday_at(sentence, before)) {
            // "until Monday; 4 March" and "Monday to 4 March" do not name the same day.
            return NamedDay{before, *found};
        }
        if (!sentence.is(before, {",", ".", "the", "(", "den", "dem", "le", "el", "de"})) break;
    }
    std::uint32_t after = date.end;
    if (sentence.is(after, {"("})) {
        // "(a Monday)", "(that's a Monday)", "(which is a Monday)"
        std::uint32_t name = after + 1;
        while (name <= after + 4 &&
               sentence.is(name, reading::Cues{WordSet::copula | WordSet::indefinite |
                                                   WordSet::will | WordSet::be,
                                               {"that", "that's", "'s", "s", "which", "\u2019"}}))
            ++name;
        const auto found = weekday_at(sentence, name);
        if (found && sentence.is(name + 1, {")", ",", "."})) return NamedDay{name, *found};
        return std::nullopt;
    }
    if (sentence.is(after, {","})) ++after;
    if (sentence.is(after, WordSet::copula)) {
        ++after;
    } else if (sentence.is(after, {"fell", "falls"}) && sentence.is(after + 1, {"on"})) {
        after += 2;
    } else if (after == date.end || !sentence.is(after, {"a", "which"})) {
        return std::nullopt;
    }
    if (sentence.is(after, {"which"}) && sentence.is(after + 1, WordSet::copula)) after += 2;
    if (sentence.is(after, {"a", "on"})) ++after;
    if (sentence.is(after, {"a"})) ++after;
    const auto found = weekday_at(sentence, after);
    if (!found) return std::nullopt;
    // "5 March 2024 was a Monday morning show" is still a Monday.
    return NamedDay{after, *found};
}

// What a date is, read in one way or the other.
struct Reckoned {
    std::optional<std::chrono::sys_days> first; // nullopt: there is no such day
    std::vector<Reading> readings;
};

void report_weekday(const Passage& sentence, const Date& date, const NamedDay& named,
                    const Reckoned& reckoned, Review& review)
{
    const std::chrono::sys_days day = reckoned.first.value();
    const auto& document = sentence.document();
    const auto expected = reading::english_weekday(reading::weekday_of(day));
    const auto written = reading::english_weekday(named.weekday);
    found(k_date_weekday, "Weekday and date do not agree", document)
        .stated(named.token, named.token + 1)
        .operand(date.begin, date.end)
        .evidence("parsed", reading::iso_text(day), "reported", written, "recomputed", expected,
                  "expected_weekday", expected, "calendar", "gregorian")
        .readings(reckoned.readings)
        .says(reading::iso_text(day), " is a ", expected, "; the text says ", written, ".")
        .correct(review, document.raw(named.token), expected, "the date");
}

// "Christmas Day 2022": days that have the same date in every year.
std::vector<Date> named_days(const Passage& sentence)
{
    struct Row {
        std::initializer_list<std::string_view> name;
        int month;
        int day;
    };
    static const Row k_rows[] = {
        {{"christmas", "day"}, 12, 25},
        {{"christmas", "eve"}, 12, 24},
        {{"boxing", "day"}, 12, 26},
        {{"new", "year's", "day"}, 1, 1},
        {{"new", "year's", "eve"}, 12, 31},
        {{"valentine's", "day"}, 2, 14},
        {{"halloween"}, 10, 31},
    };
    std::vector<Date> out;
    for (const auto& year : sentence.quantities()) {
        if (!year.year_like || year.place != 0) continue;
        for (const auto& row : k_rows) {
            const auto size = static_cast<std::uint32_t>(row.name.size());
            std::uint32_t end = year.begin;
            if (sentence.is(end - 1, {",", "in", "of"})) --end;
            if (end < sentence.begin() + size || !sentence.reads(end - size, row.name)) continue;
            Date date;
            date.begin = end - size;
            date.end = year.end;
            date.year = static_cast<int>(year.value.mantissa);
            date.month = row.month;
            date.day = row.day;
            out.push_back(date);
        }
    }
    return out;
}

void check_weekday(const Passage& sentence, const Date& date, Review& review)
{
    constexpr int k_first_gregorian_year = 1583;
    constexpr int k_last_julian_year = 1923;
    if (!date.year || date.month == 0 || date.day == 0 || date.in_range || date.before_christ)
        return;
    if (*date.year < k_first_gregorian_year) return;
    const auto named = beside(sentence, date);
    if (!named) return;
    Reckoned reckoned;
    bool holds = false;
    const auto attempt = [&](std::string_view name, std::optional<std::chrono::sys_days> day) {
        if (!day || holds) return;
        if (!reckoned.first) reckoned.first = day;
        holds = reading::weekday_of(*day) == named->weekday;
        reckoned.readings.push_back({name, holds});
    };
    attempt(date.may_swap ? "day/month" : "plain",
            reading::gregorian(*date.year, date.month, date.day));
    if (date.may_swap) attempt("month/day", reading::gregorian(*date.year, date.day, date.month));
    if (*date.year <= k_last_julian_year)
        attempt("julian calendar", reading::julian(*date.year, date.month, date.day));
    if (!reckoned.first) return;
    if (holds) {
        const auto& document = sentence.document();
        review.passes.push_back({k_date_weekday,
                                 {mark_tokens(document, named->token, named->token + 1, "stated"),
                                  mark_tokens(document, date.begin, date.end, "operand")}});
    } else if (!is_disowned(sentence)) {
        report_weekday(sentence, date, *named, reckoned, review);
    }
}

void check_weekdays(const Passage& sentence, Review& review)
{
    for (const auto& date : named_days(sentence)) check_weekday(sentence, date, review);
    for (const auto& date : sentence.dates()) check_weekday(sentence, date, review);
}

constexpr const Check* k_weekdays_checks[] = {&k_date_weekday};

} // namespace

const Family k_weekdays{Voice::skeptic, k_weekdays_checks, in_sentences<check_weekdays>};

} // namespace verify::moments
