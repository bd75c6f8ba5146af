#include "verify/moments/day_list.hpp"

namespace verify::moments {

using std::chrono::days;
using std::chrono::sys_days;

// All days of the section; one without a year takes that of the last before it, or the next.
std::vector<Day> days_of(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    std::vector<Day> out;
    std::optional<int> year;
    const Passage passage{document, begin, end};
    for (const auto& date : passage.dates())
        if (date.year && !year) year = date.year;
    for (const auto& date : passage.dates()) {
        if (date.before_christ || date.in_range) continue;
        if (date.may_swap && date.day <= 12) continue;
        if (date.year) year = date.year;
        if (!year || date.month == 0) continue;
        if (date.day == 0) {
            // "at the end of March 2026"
            const bool is_end =
                document.word(date.begin - 1) == "of" && document.word(date.begin - 2) == "end";
            const auto first = reading::gregorian(*year, date.month, 1);
            if (is_end && first)
                out.push_back(
                    {date.begin, date.end, reading::add_months(*first, 1) - days{1}, !date.year});
            continue;
        }
        if (const auto day = reading::gregorian(*year, date.month, date.day))
            out.push_back({date.begin, date.end, *day, !date.year});
    }
    return out;
}

} // namespace verify::moments
