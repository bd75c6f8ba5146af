// date.invalid: days that do not exist.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/moments/checks.hpp"

namespace verify::moments {

using reading::WordSet;

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

void check_existence(const Passage& sentence, const Date& date, Review& review)
{
    if (!is_judged(sentence, date)) return;
    const bool swapped_fits = date.may_swap && date.day >= 1 && date.day <= 12 && date.month >= 1 &&
                              !defect(date.month, date.day, date.year);
    if (date.month < 1 || date.month > 12 || date.day < 1) return;
    const auto reason = defect(date.day, date.month, date.year);
    if (!reason) {
        if (date.year && date.day >= 29)
            review.passes.push_back(
                {k_date_invalid,
                 {mark_tokens(sentence.document(), date.begin, date.end, "stated")}});
        return;
    }
    if (swapped_fits) return;
    found(k_date_invalid, "There is no such day", sentence.document())
        .stated(date.begin, date.end)
        .evidence("day", date.day, "month", date.month, "year", date.year, "calendar", "gregorian")
        .says(*reason)
        .raise(review, "Correct the date.");
}

void check_calendar(const Passage& sentence, Review& review)
{
    for (const auto& date : sentence.dates()) check_existence(sentence, date, review);
}

constexpr const Check* k_calendar_checks[] = {&k_date_invalid};

} // namespace

const Family k_calendar{Voice::skeptic, k_calendar_checks, in_sentences<check_calendar>};

} // namespace verify::moments
