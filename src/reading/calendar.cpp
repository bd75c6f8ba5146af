#include "reading/dates.hpp"

#include <cstdio>

namespace reading {

namespace {

struct CalendarName {
    std::string_view word;
    int value;
};

constexpr CalendarName k_months[] = {
    {"january", 1},
    {"february", 2},
    {"march", 3},
    {"april", 4},
    {"may", 5},
    {"june", 6},
    {"july", 7},
    {"august", 8},
    {"september", 9},
    {"october", 10},
    {"november", 11},
    {"december", 12},
    {"jan", 1},
    {"feb", 2},
    {"mar", 3},
    {"apr", 4},
    {"jun", 6},
    {"jul", 7},
    {"aug", 8},
    {"sep", 9},
    {"sept", 9},
    {"oct", 10},
    {"nov", 11},
    {"dec", 12},
    {"januar", 1},
    {"februar", 2},
    {"m\u00e4rz", 3},
    {"mai", 5},
    {"juni", 6},
    {"juli", 7},
    {"oktober", 10},
    {"dezember", 12},
    {"janvier", 1},
    {"f\u00e9vrier", 2},
    {"mars", 3},
    {"avril", 4},
    {"juin", 6},
    {"juillet", 7},
    {"ao\u00fbt", 8},
    {"septembre", 9},
    {"octobre", 10},
    {"novembre", 11},
    {"d\u00e9cembre", 12},
    {"enero", 1},
    {"febrero", 2},
    {"marzo", 3},
    {"abril", 4},
    {"mayo", 5},
    {"junio", 6},
    {"julio", 7},
    {"agosto", 8},
    {"septiembre", 9},
    {"octubre", 10},
    {"noviembre", 11},
    {"diciembre", 12},
    {"gennaio", 1},
    {"febbraio", 2},
    {"aprile", 4},
    {"maggio", 5},
    {"giugno", 6},
    {"luglio", 7},
    {"settembre", 9},
    {"ottobre", 10},
    {"dicembre", 12},
    {"janeiro", 1},
    {"fevereiro", 2},
    {"mar\u00e7o", 3},
    {"maio", 5},
    {"junho", 6},
    {"julho", 7},
    {"setembro", 9},
    {"outubro", 10},
    {"novembro", 11},
    {"dezembro", 12},
    {"januari", 1},
    {"februari", 2},
    {"maart", 3},
    {"mei", 5},
    {"augustus", 8},
};

constexpr CalendarName k_weekdays[] = {
    {"sunday", 0},
    {"monday", 1},
    {"tuesday", 2},
    {"wednesday", 3},
    {"thursday", 4},
    {"friday", 5},
    {"saturday", 6},
    {"sun", 0},
    {"mon", 1},
    {"tue", 2},
    {"tues", 2},
    {"wed", 3},
    {"thu", 4},
    {"thur", 4},
    {"thurs", 4},
    {"fri", 5},
    {"sat", 6},
    {"sonntag", 0},
    {"montag", 1},
    {"dienstag", 2},
    {"mittwoch", 3},
    {"donnerstag", 4},
    {"freitag", 5},
    {"samstag", 6},
    {"dimanche", 0},
    {"lundi", 1},
    {"mardi", 2},
    {"mercredi", 3},
    {"jeudi", 4},
    {"vendredi", 5},
    {"samedi", 6},
    {"domingo", 0},
    {"lunes", 1},
    {"martes", 2},
    {"mi\u00e9rcoles", 3},
    {"jueves", 4},
    {"viernes", 5},
    {"s\u00e1bado", 6},
    {"domenica", 0},
    {"luned\u00ec", 1},
    {"marted\u00ec", 2},
    {"mercoled\u00ec", 3},
    {"gioved\u00ec", 4},
    {"venerd\u00ec", 5},
    {"sabato", 6},
    {"zondag", 0},
    {"maandag", 1},
    {"dinsdag", 2},
    {"woensdag", 3},
    {"donderdag", 4},
    {"vrijdag", 5},
    {"zaterdag", 6},
};

template <std::size_t N>
std::optional<int> look_up_name(const CalendarName (&table)[N], std::string_view word)
{
    for (const auto& name : table)
        if (name.word == word) return name.value;
    return std::nullopt;
}

} // namespace

std::optional<int> month_name(std::string_view folded_word)
{
    return look_up_name(k_months, folded_word);
}

std::optional<int> weekday_name(std::string_view folded_word)
{
    return look_up_name(k_weekdays, folded_word);
}

std::string_view english_weekday(int weekday)
{
    constexpr std::string_view k_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                            "Thursday", "Friday", "Saturday"};
    return k_names[weekday];
}

std::string_view english_month(int month)
{
    constexpr std::string_view k_names[] = {"January",   "February", "March",    "April",
                                            "May",       "June",     "July",     "August",
                                            "September", "October",  "November", "December"};
    return k_names[month - 1];
}

std::optional<std::chrono::sys_days> gregorian(int year, int month, int day)
{
    if (year < 1 || year > 9999 || month < 1 || day < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days{date};
}

// Days of the Julian calendar by the well-known count from 1 March of year 0.
std::optional<std::chrono::sys_days> julian(int year, int month, int day)
{
    constexpr int k_lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return std::nullopt;
    const int length = month == 2 && year % 4 == 0 ? 29 : k_lengths[month - 1];
    if (day > length) return std::nullopt;
    const int shifted_year = month <= 2 ? year - 1 : year;
    const int shifted_month = month <= 2 ? month + 9 : month - 3;
    const int days = 1461 * shifted_year / 4 + (153 * shifted_month + 2) / 5 + day - 1;
    // 1 March of year 0 (Julian) is 719470 days before 1970-01-01.
    constexpr int k_epoch = 719'470;
    return std::chrono::sys_days{std::chrono::days{days - k_epoch}};
}

int weekday_of(std::chrono::sys_days day)
{
    return static_cast<int>(std::chrono::weekday{day}.c_encoding());
}

std::string iso_text(std::chrono::sys_days day)
{
    const std::chrono::year_month_day date{day};
    char text[32];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text;
}

std::chrono::sys_days add_months(std::chrono::sys_days from, long months)
{
    const std::chrono::year_month_day date{from};
    const auto moved = date + std::chrono::months{months};
    if (moved.ok()) return std::chrono::sys_days{moved};
    return std::chrono::sys_days{moved.year() / moved.month() / std::chrono::last};
}

} // namespace reading
