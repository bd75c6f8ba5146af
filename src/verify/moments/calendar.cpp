// date.invalid, date.leap and range.month: days and years that do not exist.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/moments/checks.hpp"

namespace verify::moments {

using reading::WordSet;

const Check k_range_month{
    .id = "range.month",
    .category = Category::consistency,
    .nature = Nature::form,
    .proof = {"a date in figures whose month is above 12", "months that are not told in figures"},
    .planted = k_planted_arithmetic};

const Check k_date_leap{.id = "date.leap",
                        .category = Category::consistency,
                        .nature = Nature::relation,
                        .proof = {"a year is told to be a leap year, or none, and is not",
                                  "calendars but the Gregorian"},
                        .planted = k_planted_dates};

const Check k_date_invalid{
    .id = "date.invalid",
    .category = Category::consistency,
    .nature = Nature::form,
    .proof = {"a date does not exist", "calendars but the Gregorian (and the Julian as a reading)"},
    .planted = k_planted_dates,
    .real = k_real_dates};

namespace {

constexpr int k_lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

// The text itself knows that the day does not exist, or speaks of formats and tests.
constexpr std::string_view k_denials[] = {
    "no",      "not",     "never",   "exist",       "exists",   "invalid", "n't",
    "doesn't", "isn't",   "reject",  "rejects",     "rejected", "format",  "test",
    "example", "parse",   "parser",  "sweden",      "swedish",  "soviet",  "calendar",
    "if",      "version", "release", "nonexistent", "error",    "bug",     "leap"};

bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

std::optional<std::string> defect(int day, int month, std::optional<int> year)
{
    if (day > k_lengths[month - 1])
        return base::concat(reading::english_month(month), " has only ", k_lengths[month - 1],
                            " days.");
    if (day == 29 && month == 2 && year && *year >= 1583 && !is_leap(*year))
        return base::concat(*year, " is not a leap year: February has 28 days.");
    return std::nullopt;
}

bool is_judged(const Passage& sentence, const Date& date)
{
    constexpr int k_first_sure_year = 1800;
    if (date.day == 0 || date.before_christ) return false;
    if (date.year && *date.year < k_first_sure_year && !(date.day == 29 && *date.year >= 1583))
        return false;
    if (sentence.any(k_denials) || is_disowned(sentence)) return false;
    // "April 31 people": without a year only at the end of a clause or before a small word.
    const auto& document = sentence.document();
    if (date.year || document.kind(date.begin) == TokenKind::ordinal ||
        document.kind(date.end - 1) == TokenKind::ordinal)
        return true;
    if (!sentence.holds(date.end)) return true;
    if (document.kind(date.begin) != TokenKind::word)
        return document.kind(date.end) != TokenKind::number;
    return sentence.is(date.end,
                       reading::Cues{WordSet::stop | WordSet::joins | WordSet::way_prep |
                                         WordSet::place_prep | WordSet::copula |
                                         WordSet::role_prep | WordSet::comma | WordSet::colon |
                                         WordSet::semicolon | WordSet::closes | WordSet::until,
                                     {"the", "we", "deadline"}});
}

void report_date(const Passage& sentence, const Date& date, CheckRef check, std::string_view reason,
                 Review& review)
{
    found(check, "There is no such day", sentence.document())
        .stated(date.begin, date.end)
        .evidence("day", date.day, "month", date.month, "year", date.year, "calendar", "gregorian")
        .says(reason)
        .raise(review, "Correct the date.");
}

void check_existence(const Passage& sentence, const Date& date, Review& review)
{
    if (!is_judged(sentence, date)) return;
    const bool swapped_fits = date.may_swap && date.day >= 1 && date.day <= 12 && date.month >= 1 &&
                              !defect(date.month, date.day, date.year);
    const bool in_month = date.month >= 1 && date.month <= 12;
    if (!in_month) {
        if (swapped_fits) return;
        if (date.month < 1 || date.day < 1) return; // a placeholder such as 00.00.0000
        // 25/13/2024 and 2024-13-05: neither number is a month.
        return report_date(sentence, date, k_range_month,
                           base::concat("There is no month ", date.month, "."), review);
    }
    if (date.day < 1) return;
    const auto reason = defect(date.day, date.month, date.year);
    if (!reason) {
        if (date.year && date.day >= 29)
            review.passes.push_back(
                {k_date_invalid,
                 {mark_tokens(sentence.document(), date.begin, date.end, "stated")}});
        return;
    }
    if (!swapped_fits) report_date(sentence, date, k_date_invalid, *reason, review);
}

// "the baptism on 32 January 1874": no month has so many days.
void check_beyond(const Passage& sentence, const Date& date, Review& review)
{
    if (date.day != 0 || date.month == 0 || !date.year || is_disowned(sentence) ||
        sentence.any(k_denials))
        return;
    for (const auto& quantity : sentence.quantities()) {
        const bool day =
            quantity.end == date.begin && quantity.place == 0 && quantity.value.mantissa >= 32 &&
            quantity.value.mantissa <= 99 && quantity.qualifier == reading::Qualifier::none &&
            !quantity.spelled &&
            sentence.is(quantity.begin - 1,
                        reading::Cues{WordSet::since | WordSet::until | WordSet::role_prep,
                                      {"on", "as", "dated", "before", "after", "the", "due"}});
        if (!day) continue;
        Date whole = date;
        whole.begin = quantity.begin;
        whole.day = static_cast<int>(quantity.value.mantissa);
        report_date(sentence, whole, k_date_invalid,
                    base::concat(reading::english_month(date.month), " has only ",
                                 k_lengths[date.month - 1], " days."),
                    review);
    }
}

struct DayCount {
    std::string_view title;
    std::string formula;
    int days = 0;
};

void judge_days(const Passage& sentence, const Quantity& stated, const DayCount& count,
                Review& review)
{
    const auto all = Interval::point(Rational{count.days});
    const Candidate candidates[] = {{"plain", [&](bool) { return std::optional{all}; }}};
    judge(sentence.document(), {k_date_leap, count.title, &stated, {}, count.formula, "days"},
          candidates, review);
}

// "February 2011 had 29 days".
void february(const Passage& sentence, const Date& date, Review& review)
{
    if (date.month != 2 || date.day != 0 || !date.year || *date.year < 1583) return;
    if (!sentence.is(date.end, reading::Cues{WordSet::have, {"counts", "counted"}})) return;
    for (const auto& quantity : sentence.quantities()) {
        const bool days = quantity.begin == date.end + 1 && quantity.unit != nullptr &&
                          quantity.unit->canonical == "day";
        if (!days || quantity.place != 0 || quantity.qualifier != reading::Qualifier::none)
            continue;
        judge_days(sentence, quantity,
                   {"That February has another number of days",
                    base::concat("February ", *date.year), is_leap(*date.year) ? 29 : 28},
                   review);
    }
}

// "The year 2023 had 366 days".
void check_days_of_year(const Passage& sentence, Review& review)
{
    for (const auto& quantity : sentence.quantities()) {
        const std::uint32_t year_end = quantity.begin - 1;
        if (quantity.unit == nullptr || quantity.unit->canonical != "day" || quantity.place != 0 ||
            !sentence.is(year_end, WordSet::have))
            continue;
        if (quantity.value.mantissa != 365 && quantity.value.mantissa != 366) continue;
        for (const auto& year : sentence.quantities()) {
            if (year.end != year_end || !year.year_like || year.value.mantissa < 1583) continue;
            const int number = static_cast<int>(year.value.mantissa);
            judge_days(sentence, quantity,
                       {"That year has another number of days", base::concat("The year ", number),
                        is_leap(number) ? 366 : 365},
                       review);
        }
    }
}

// What the text says of `year` up to `end` is the contrary of the rule.
void report_leap(const Passage& sentence, const Quantity& year_said, std::uint32_t end,
                 bool negated, Review& review)
{
    const int year = static_cast<int>(year_said.value.mantissa);
    found(k_date_leap, "Wrong about a leap year", sentence.document())
        .stated(year_said.begin, end)
        .evidence("year", year, "reported", !negated, "recomputed", is_leap(year), "calendar",
                  "gregorian")
        .says(year, is_leap(year) ? " is" : " is not", " a leap year: divisible by 4",
              " and not by 100, or by 400, is the rule.")
        .raise(review, "Correct the statement or the year.");
}

// "Leap years in that decade: 2004 and 2008."
void check_leap_list(const Passage& sentence, Review& review)
{
    constexpr std::string_view k_negations[] = {"not", "no", "non", "neither", "except", "if"};
    if (is_disowned(sentence) || sentence.any(k_negations)) return;
    std::uint32_t at = sentence.begin();
    while (sentence.holds(at) && !sentence.reads(at, {"leap", "years"})) ++at;
    const std::uint32_t limit = at + 10;
    while (at < limit && sentence.holds(at) && !sentence.is(at, {":", "are", "were"})) ++at;
    if (!sentence.is(at, {":", "are", "were"})) return;
    std::uint32_t next = at + 1;
    for (const auto& quantity : sentence.quantities()) {
        if (quantity.begin < next) continue;
        if (quantity.begin != next || !quantity.year_like) return;
        const int year = static_cast<int>(quantity.value.mantissa);
        if (year >= 1583 && is_leap(year))
            review.passes.push_back(
                {k_date_leap, {mark_of(sentence.document(), quantity, "stated")}});
        else if (year >= 1583)
            report_leap(sentence, quantity, quantity.end, /*negated=*/false, review);
        next = quantity.end;
        while (sentence.is(next, WordSet::joins | WordSet::comma)) ++next;
    }
}

// "2100 is a leap year", "1900 was not a leap year", "the leap year 2023".
void check_leap(const Passage& sentence, Review& review)
{
    constexpr std::string_view k_unsure[] = {"?",      "treats", "assumes", "thinks",
                                             "julian", "bug",    "why",     "claims"};
    // Behind the statement they belong to its reason.
    static constexpr reading::OwnCues k_conditions{WordSet::supposes, {"would", "were"}};
    if (sentence.any(k_unsure) || is_disowned(sentence)) return;
    for (const auto& quantity : sentence.quantities()) {
        if (!quantity.year_like || quantity.value.mantissa < 1583) continue;
        if (sentence.any(sentence.begin(), quantity.begin, k_conditions)) continue;
        std::uint32_t at = quantity.end;
        bool negated = false;
        const bool named =
            sentence.is(quantity.begin - 1, {"year"}) && sentence.is(quantity.begin - 2, {"leap"});
        if (!named) {
            if (!sentence.is(at, reading::Cues{WordSet::copula, {"isn't", "wasn't", "being"}}))
                continue;
            negated = sentence.is(at, {"isn't", "wasn't"});
            ++at;
            if (sentence.is(at, {"not"})) {
                negated = true;
                ++at;
            }
            if (!sentence.reads(at, {"a", "leap", "year"})) continue;
        }
        const int year = static_cast<int>(quantity.value.mantissa);
        const auto& document = sentence.document();
        if (is_leap(year) != negated) {
            review.passes.push_back({k_date_leap, {mark_of(document, quantity, "stated")}});
            continue;
        }
        report_leap(sentence, quantity, named ? quantity.end : at + 3, negated, review);
    }
}

void check_calendar(const Passage& sentence, Review& review)
{
    for (const auto& date : sentence.dates()) {
        check_existence(sentence, date, review);
        check_beyond(sentence, date, review);
        if (!is_disowned(sentence)) february(sentence, date, review);
    }
    constexpr std::string_view k_leap[] = {"leap"};
    constexpr std::string_view k_disclaimed[] = {"fiscal", "financial", "not", "if", "julian"};
    if (sentence.quantities().size() >= 2 && !sentence.any(k_disclaimed) && !is_disowned(sentence))
        check_days_of_year(sentence, review);
    if (sentence.quantities().empty() || !sentence.any(k_leap)) return;
    check_leap(sentence, review);
    check_leap_list(sentence, review);
}

constexpr const Check* k_calendar_checks[] = {&k_date_invalid, &k_date_leap, &k_range_month};

} // namespace

const Family k_calendar{Voice::skeptic, k_calendar_checks, in_sentences<check_calendar>};

} // namespace verify::moments
