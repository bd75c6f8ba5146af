// Calendar dates and clock times in sentences, and the calendar they are judged by.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reading {

struct Document;

// As written; nothing here says that such a day exists. Tokens [begin, end) of the document.
struct Date {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::optional<int> year;
    int month = 0; // 0: a year alone
    int day = 0;   // 0: a month or year alone
    // 5/3/2024 may be the fifth of March or the third of May: `day` and `month` are the first
    // number's place as the day, and may be swapped.
    bool may_swap = false;
    bool in_range = false;      // "3-5 March": more than one day
    bool before_christ = false; // not judged here
};

struct ClockTime {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    int minute = 0;        // of the day; at most 24:00
    bool meridiem = false; // am, pm, noon or midnight was written
    bool with_seconds = false;
};

// Fills `dates` and `times` of the document and marks their tokens as taken.
void scan_dates(Document& document, std::vector<bool>& taken);

// 1 to 12 for a month's name or abbreviation in en de fr es it pt nl, in lower case, else nullopt.
std::optional<int> month_name(std::string_view folded_word);

// 0 = Sunday to 6 = Saturday for a weekday's name in the same languages, else nullopt. Of the
// abbreviations only English ones.
std::optional<int> weekday_name(std::string_view folded_word);
std::string_view english_weekday(int weekday);
std::string_view english_month(int month);

// The day in the proleptic Gregorian calendar; nullopt when there is none.
std::optional<std::chrono::sys_days> gregorian(int year, int month, int day);
// The same label read in the Julian calendar.
std::optional<std::chrono::sys_days> julian(int year, int month, int day);
int weekday_of(std::chrono::sys_days day);
// The same day of another month, or its last.
std::chrono::sys_days add_months(std::chrono::sys_days from, long months);
// "2024-03-05"
std::string iso_text(std::chrono::sys_days day);
// "07:05", of a second of the day
std::string clock_text(long second);

} // namespace reading
