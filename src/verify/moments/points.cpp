#include "verify/moments/points.hpp"
#include "verify/moments/checks.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/labels.hpp"

#include <algorithm>

namespace verify::moments {

namespace {

std::optional<long> days_between(const Point& first, const Point& second, bool swap)
{
    const auto day_of = [&](const Point& point) {
        const bool exchange = swap && point.may_swap;
        return reading::gregorian(point.year, exchange ? point.day : point.month,
                                  exchange ? point.month : point.day);
    };
    const auto from = day_of(first);
    const auto to = day_of(second);
    if (!from || !to) return std::nullopt;
    return (*to - *from).count();
}

// How long it is in the unit of the statement; `inclusive` counts both ends.
std::optional<Interval> elapsed(const Point& first, const Point& second, std::string_view unit,
                                bool swap, bool inclusive)
{
    const long extra = inclusive ? 1 : 0;
    if (first.is_day()) {
        const auto between = days_between(first, second, swap);
        if (!between) return std::nullopt;
        const Rational span{*between + extra};
        if (unit == "day" || unit == "night") return Interval::point(span);
        if (unit == "week") return Interval::point(span / 7);
        // A month has 28 to 31 days, a year 365 or 366.
        if (unit == "month") return Interval{span / 31, span * Rational{1, 28}};
        if (unit == "year") return Interval{span / 366, span / 365};
        return Interval{span / 3660, span / 3650};
    }
    // Whole months or years: either end may lie anywhere in its own.
    const long months =
        (second.year - first.year) * 12 + (first.month != 0 ? second.month - first.month : 0);
    const long loose = first.month != 0 ? 1 : 12;
    const Rational low{months - (inclusive ? 0 : loose)};
    const Rational high{months + loose};
    if (unit == "month") return Interval{low, high};
    if (unit == "year") {
        if (first.month == 0) return Interval::point(Rational{months / 12 + extra});
        return Interval{low / 12, high / 12};
    }
    if (unit == "decade") return Interval{low / 120, high / 120};
    return std::nullopt;
}

std::string written(const Document& document, const Point& point)
{
    const auto from = document.tokens[point.begin].begin;
    return document.view.text.substr(from, document.tokens[point.end - 1].end - from);
}

} // namespace

std::vector<Point> points_of(const Passage& passage, bool with_ranges)
{
    std::vector<Point> points;
    const auto dates = passage.dates();
    for (std::size_t i = 0; i < dates.size(); ++i) {
        const auto& date = dates[i];
        if (date.before_christ) continue;
        // "1 June 2024 - 15 June 2024" are two days.
        const bool is_end = i > 0 && dates[i - 1].end + 1 == date.begin;
        const bool is_start = i + 1 < dates.size() && dates[i + 1].begin == date.end + 1;
        if (date.in_range && !with_ranges && !is_end && !is_start) continue;
        points.push_back(
            {date.begin, date.end, date.year.value_or(0), date.month, date.day, date.may_swap});
    }
    for (const auto& quantity : passage.quantities()) {
        const bool year =
            quantity.year_like && quantity.unit == nullptr && quantity.currency.empty() &&
            quantity.qualifier == reading::Qualifier::none && quantity.value.mantissa >= 1000;
        if (year && reading::is_year(passage, quantity))
            points.push_back({quantity.begin, quantity.end,
                              static_cast<int>(quantity.value.mantissa), 0, 0, false});
    }
    std::sort(points.begin(), points.end(),
              [](const Point& left, const Point& right) { return left.begin < right.begin; });
    return points;
}

bool is_calendar_length(const Quantity& quantity)
{
    if (quantity.unit == nullptr || !reading::is_time(*quantity.unit)) return false;
    if (quantity.doubtful || quantity.in_range) return false;
    return reading::is_one_of(quantity.unit->canonical,
                              {"day", "night", "week", "month", "year", "decade"});
}

bool are_alike(const Point& first, const Point& second)
{
    return first.year != 0 && second.year != 0 && first.is_day() == second.is_day() &&
           (first.month != 0) == (second.month != 0);
}

void weigh_elapsed(Judged& judged, const Point& first, const Point& second, const Quantity& length,
                   Told told)
{
    const std::string_view unit = length.unit->canonical;
    if (!first.is_day() && (unit == "day" || unit == "week" || unit == "night")) return;
    if (judged.knows(length.begin, length.end)) return;
    const auto candidate = [&](std::string_view name, bool swap, bool inclusive) {
        return Candidate{name, [&, swap, inclusive](bool) {
                             return elapsed(first, second, unit, swap, inclusive);
                         }};
    };
    const Candidate candidates[] = {
        candidate("exclusive", false, false), candidate("inclusive", false, true),
        candidate("month/day", true, false), candidate("month/day, inclusive", true, true)};
    const auto base = elapsed(first, second, unit, false, false);
    if (!base || base->high < 0) return;
    const Rational value = reading::value_of(length);
    if (told == Told::beside && (value * 2 < base->low || value > base->high * 2)) return;
    Claimed claimed;
    claimed.check = k_date_interval;
    claimed.title = "The time between two dates is not as stated";
    claimed.stated = &length;
    claimed.formula = base::concat("From ", written(judged.document(), first), " to ",
                                   written(judged.document(), second));
    claimed.unit = unit;
    // Weeks and longer are rarely exact: half a unit either way.
    const bool coarse = unit != "day" && unit != "night" && first.month != 0;
    Rational slack = coarse ? Rational{1, 2} : Rational{0};
    // "Ten years later" counted from years alone may be one off either way.
    if (told == Told::later && !first.is_day()) slack = 1;
    judged.weigh(claimed, candidates, slack);
}

} // namespace verify::moments
