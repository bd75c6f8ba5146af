// The functions of formulas over quotes.
#include "reading/dates.hpp"
#include "verify/equations/datum.hpp"
#include "verify/equations/formula.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace verify::equations {

using reading::Measured;

namespace {

using Arguments = std::span<const Datum>;
using Result = std::optional<Datum>;

bool are_of(Arguments arguments, DatumKind kind)
{
    return std::ranges::all_of(arguments, [&](const Datum& each) { return each.kind == kind; });
}

Result sum(Arguments all)
{
    Result out = all.front();
    for (const auto& each : all.subspan(1))
        if (out) out = add(*out, each, 1);
    return out;
}

Result mean(Arguments all)
{
    const auto total = sum(all);
    return total ? divide(*total, count_of(static_cast<long>(all.size()))) : std::nullopt;
}

// Numbers of one dimension in their order; empty when they are not.
std::vector<Datum> sorted(Arguments all)
{
    if (!are_of(all, DatumKind::number)) return {};
    std::vector<Datum> out;
    for (const auto& each : all) {
        // A bare one takes the unit of the others.
        const auto nothing = add(all.front(), all.front(), -1);
        const auto own = nothing ? add(*nothing, each, 1) : std::nullopt;
        if (!own) return {};
        out.push_back(*own);
    }
    std::ranges::stable_sort(out, {}, &Datum::value);
    return out;
}

Result median(Arguments all)
{
    const auto in_order = sorted(all);
    if (in_order.empty()) return std::nullopt;
    const std::size_t middle = in_order.size() / 2;
    if (in_order.size() % 2 == 1) return in_order[middle];
    return mean(Arguments{in_order}.subspan(middle - 1, 2));
}

Result least(Arguments all)
{
    const auto in_order = sorted(all);
    return in_order.empty() ? std::nullopt : std::optional{in_order.front()};
}

Result most(Arguments all)
{
    const auto in_order = sorted(all);
    return in_order.empty() ? std::nullopt : std::optional{in_order.back()};
}

Result change(Arguments all)
{
    const auto apart = add(all[1], all[0], -1);
    auto out = apart && apart->is_number() ? divide(*apart, all[0]) : std::nullopt;
    if (!out) return std::nullopt;
    const auto ratio = reading::divide(all[1].within, all[0].within);
    if (ratio) out->within = *ratio - Interval::point(1); // tighter: one operand, once
    out->is_percent = true;
    return out;
}

// The place of the first among all; the largest is 1.
Result rank(Arguments all)
{
    long larger = 0;
    for (const auto& each : all.subspan(1)) {
        const auto is_larger = holds(each, Order::greater, all.front());
        if (!is_larger) return std::nullopt;
        larger += *is_larger ? 1 : 0;
    }
    return count_of(1 + larger);
}

Result count(Arguments all)
{
    return count_of(static_cast<long>(all.size()));
}

// From the first to the second, both counted.
Result inclusive(Arguments all)
{
    const bool are_days = are_of(all, DatumKind::date);
    if (!are_days && !(all[0].is_bare() && all[1].is_bare())) return std::nullopt;
    const Rational both = abs(Rational{all[1].value - all[0].value}) + 1;
    return are_days ? length_of(both * k_day_seconds) : count_of(both);
}

Result days(Arguments all)
{
    if (!are_of(all, DatumKind::date)) return std::nullopt;
    return length_of(abs(Rational{all[1].value - all[0].value}) * k_day_seconds);
}

Result weekday(Arguments all)
{
    if (all[0].kind != DatumKind::date || !all[0].has_year) return std::nullopt;
    Datum out;
    out.kind = DatumKind::weekday;
    out.value = reading::weekday_of(all[0].day());
    return out;
}

// Whole years from the first day to the second, or from one year to another.
Result age(Arguments all)
{
    if (!are_of(all, DatumKind::date)) return add(all[1], all[0], -1);
    if (!all[0].has_year || !all[1].has_year) return std::nullopt;
    const std::chrono::year_month_day born{all[0].day()};
    const std::chrono::year_month_day then{all[1].day()};
    const bool is_ahead = std::pair{then.month(), then.day()} < std::pair{born.month(), born.day()};
    return count_of((then.year() - born.year()).count() - (is_ahead ? 1 : 0));
}

// Between two clock times, over midnight where the second is earlier.
Result span(Arguments all)
{
    if (!are_of(all, DatumKind::clock)) return std::nullopt;
    const int apart = all[0].zone && all[1].zone ? *all[1].zone - *all[0].zone : 0;
    Rational seconds = all[1].value - all[0].value - apart * k_minute_seconds;
    while (seconds < 0) seconds += k_day_seconds;
    while (seconds >= k_day_seconds) seconds -= k_day_seconds;
    return length_of(seconds);
}

Result square_root(Arguments all)
{
    Datum out = all.front();
    for (int& power : out.powers.of) {
        if (power % 2 != 0) return std::nullopt;
        power /= 2;
    }
    if (!out.is_number() || out.within.low < 0) return std::nullopt;
    out.within = {root_of(out.within.low).low, root_of(out.within.high).high};
    out.value = root_of(out.value).low;
    out.is_printed = false;
    return out;
}

// "11-7": what each of two sides has.
std::optional<std::pair<int, int>> sides_of(std::string_view words)
{
    std::pair<int, int> out;
    const auto* end = words.data() + words.size();
    const auto first = std::from_chars(words.data(), end, out.first);
    const auto* next = std::find_if(first.ptr, end, [](char c) { return c >= '0' && c <= '9'; });
    const auto second = std::from_chars(next, end, out.second);
    if (first.ec != std::errc{} || second.ec != std::errc{} || second.ptr != end)
        return std::nullopt;
    return out;
}

Result won(Arguments all)
{
    int first = 0;
    int second = 0;
    for (const auto& each : all) {
        const auto set = sides_of(each.words);
        if (!set) return std::nullopt;
        (set->first > set->second ? first : second) += set->first == set->second ? 0 : 1;
    }
    Datum out;
    out.kind = DatumKind::score;
    out.words = base::concat(first, '-', second);
    return out;
}

struct Function {
    std::string_view name;
    std::size_t least;
    std::size_t most;
    Result (*compute)(Arguments);
};
constexpr std::size_t k_any = 40;
constexpr Function k_functions[] = {
    {"sum", 2, k_any, sum},   {"mean", 2, k_any, mean},    {"median", 2, k_any, median},
    {"min", 2, k_any, least}, {"max", 2, k_any, most},     {"change", 2, 2, change},
    {"rank", 2, k_any, rank}, {"count", 1, k_any, count},  {"inclusive", 2, 2, inclusive},
    {"days", 2, 2, days},     {"weekday", 1, 1, weekday},  {"age", 2, 2, age},
    {"span", 2, 2, span},     {"sqrt", 1, 1, square_root}, {"won", 1, k_any, won},
};

} // namespace

std::optional<Datum> call(std::string_view name, std::span<const Datum> arguments)
{
    const auto* function = std::ranges::find(k_functions, name, &Function::name);
    const bool is_known = function != std::end(k_functions) &&
                          arguments.size() >= function->least && arguments.size() <= function->most;
    return is_known ? function->compute(arguments) : std::nullopt;
}

} // namespace verify::equations
