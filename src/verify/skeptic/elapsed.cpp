#include "verify/skeptic/elapsed.hpp"

#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace {

std::optional<long> days_between(const DatePoint& first, const DatePoint& second, bool swap)
{
    const auto day_of = [&](const DatePoint& point) {
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
std::optional<Interval> elapsed(const DatePoint& first, const DatePoint& second,
                                std::string_view unit, bool swap, bool inclusive)
{
    const long extra = inclusive ? 1 : 0;
    if (first.is_day()) {
        const auto days = days_between(first, second, swap);
        if (!days) return std::nullopt;
        const Rational span{*days + extra};
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

} // namespace

std::vector<DatePoint> date_points(const Passage& passage)
{
    std::vector<DatePoint> points;
    for (const auto& date : passage.dates()) {
        if (date.before_christ || date.in_range) continue;
        points.push_back(
            {date.begin, date.end, date.year.value_or(0), date.month, date.day, date.may_swap});
    }
    for (const auto& quantity : passage.quantities()) {
        const bool year =
            quantity.year_like && quantity.unit == nullptr && quantity.currency.empty() &&
            quantity.qualifier == reading::Qualifier::none && quantity.value.mantissa >= 1000;
        if (year && is_year(passage, quantity))
            points.push_back({quantity.begin, quantity.end,
                              static_cast<int>(quantity.value.mantissa), 0, 0, false});
    }
    std::sort(points.begin(), points.end(), [](const DatePoint& left, const DatePoint& right) {
        return left.begin < right.begin;
    });
    return points;
}

std::string written(const Passage& passage, const DatePoint& point)
{
    const auto& document = passage.document();
    const auto from = document.tokens[point.begin].begin;
    return document.view.text.substr(from, document.tokens[point.end - 1].end - from);
}

bool is_calendar_length(const Quantity& quantity)
{
    if (quantity.unit == nullptr || quantity.unit->dimension != Dimension::time) return false;
    if (quantity.doubtful || quantity.in_range) return false;
    return reading::is_one_of(quantity.unit->canonical,
                              {"day", "night", "week", "month", "year", "decade"});
}

void weigh_elapsed(const Passage& passage, const DatePoint& first, const DatePoint& second,
                   const Quantity& length, bool later, Review& review)
{
    const std::string_view unit = length.unit->canonical;
    if (!first.is_day() && (unit == "day" || unit == "week" || unit == "night")) return;
    Claimed claimed;
    claimed.check = "date.interval";
    claimed.title = "The time between two dates is not as stated";
    claimed.stated = &length;
    claimed.formula =
        base::concat("From ", written(passage, first), " to ", written(passage, second));
    claimed.unit = unit;
    std::vector<Candidate> candidates;
    candidates.push_back(
        {"exclusive", [&](bool) { return elapsed(first, second, unit, false, false); }});
    candidates.push_back(
        {"inclusive", [&](bool) { return elapsed(first, second, unit, false, true); }});
    candidates.push_back(
        {"month/day", [&](bool) { return elapsed(first, second, unit, true, false); }});
    candidates.push_back(
        {"month/day, inclusive", [&](bool) { return elapsed(first, second, unit, true, true); }});
    const auto base = elapsed(first, second, unit, false, false);
    if (!base || base->high < 0) return;
    // Weeks and longer are rarely exact: half a unit either way.
    const bool coarse = unit != "day" && unit != "night" && (first.is_day() || first.month != 0);
    Rational slack = coarse ? Rational{1, 2} : Rational{0};
    // "Ten years later" counted from years alone may be one off either way.
    if (later && !first.is_day()) slack = 1;
    judge(passage.document(), claimed, candidates, review, slack);
}

} // namespace verify::skeptic
