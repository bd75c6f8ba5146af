#include "verify/law/slip.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify {

using reading::Rational;
using reading::Term;

namespace {

constexpr std::size_t k_most_digits = 24;

// The number in units of the last place, as digits.
std::string digits_of(const Rational& value, int place)
{
    std::string text = reading::rounded_text(abs(value) / reading::power_of_ten(place), 0);
    return text;
}

std::size_t significant(std::string_view digits)
{
    const std::size_t last = digits.find_last_not_of('0');
    return last == std::string_view::npos ? 0 : last + 1;
}

double chance_of(std::size_t digits)
{
    if (digits <= 1) return 1;
    if (digits == 2) return 0.25;
    return digits == 3 ? 0.04 : 0.006;
}

bool lacks_one_digit(std::string_view longer, std::string_view shorter)
{
    if (shorter.size() + 1 != longer.size()) return false;
    std::size_t i = 0;
    while (i < shorter.size() && longer[i] == shorter[i]) ++i;
    return longer.substr(i + 1) == shorter.substr(i);
}

Slip slip_between(std::string_view stated, std::string_view meant)
{
    if (stated.size() == meant.size()) {
        std::size_t differ = 0;
        std::size_t first = 0;
        for (std::size_t i = 0; i < stated.size(); ++i)
            if (stated[i] != meant[i] && ++differ == 1) first = i;
        if (differ == 1) return Slip::digit;
        const bool swapped = differ == 2 && first + 1 < stated.size() &&
                             stated[first] == meant[first + 1] && stated[first + 1] == meant[first];
        return swapped ? Slip::swapped : Slip::none;
    }
    const auto& longer = stated.size() > meant.size() ? stated : meant;
    const auto& shorter = stated.size() > meant.size() ? meant : stated;
    return shorter.size() > 1 && lacks_one_digit(longer, shorter) ? Slip::lost_digit : Slip::none;
}

bool is_power_off(const Rational& stated, const Rational& meant, const Rational& unit)
{
    for (const int power : {1, 2, 3, -1, -2, -3}) {
        const Rational off = abs(stated * reading::power_of_ten(power) - meant);
        if (off <= std::max(Rational{unit / 2}, Rational{meant / 2'000})) return true;
    }
    return false;
}

} // namespace

Miss miss_between(const Rational& stated, const Rational& computed, int place, bool is_exact)
{
    const Rational have = abs(stated);
    const Rational meant = abs(computed);
    if (have == 0 || meant == 0) return {};
    const Rational unit = reading::power_of_ten(place);
    const std::string left = digits_of(have, place);
    const std::string right = digits_of(meant, place);
    if (left.size() > k_most_digits || right.size() > k_most_digits || right == "0") return {};
    std::size_t digits = std::max(significant(left), significant(right));
    if (left.size() > 1) digits = std::max<std::size_t>(digits, 2);
    const double chance = chance_of(digits);
    if (chance >= 1) return {};
    const Slip slip = slip_between(left, right);
    if (slip == Slip::digit) return {slip, chance};
    // A number has nine times as many neighbours in one digit as in two that are swapped.
    if (slip == Slip::swapped) return {slip, chance / 4};
    if (is_power_off(have, meant, unit)) return {Slip::factor, chance / 2};
    if (is_exact && abs(have - meant) <= unit) return {Slip::off_by_one, chance / 2};
    if (slip == Slip::lost_digit) return {slip, chance};
    return {};
}

Miss miss_of(const Term& stated, const Rational& computed)
{
    const int place =
        stated.quantity->scaled ? stated.quantity->place : std::min(stated.quantity->place, 0);
    return miss_between(stated.value / stated.factor, computed / stated.factor, place,
                        stated.measured.low == stated.measured.high);
}

bool is_clock_slip(long distance, bool any_digit)
{
    constexpr long k_ten_minutes = 600;
    constexpr long k_hour = 3'600;
    if (distance == k_hour || distance == k_ten_minutes || distance == 12 * k_hour) return true;
    const bool is_hours = distance % k_hour == 0 && distance <= 3 * k_hour;
    const bool is_tens = distance % k_ten_minutes == 0 && distance < k_hour;
    return any_digit && distance > 0 && (is_hours || is_tens);
}

bool is_day_slip(std::chrono::sys_days left, std::chrono::sys_days right)
{
    const std::chrono::year_month_day first{left};
    const std::chrono::year_month_day second{right};
    const auto months = [](const std::chrono::year_month_day& date) {
        return 12 * static_cast<int>(date.year()) +
               static_cast<int>(static_cast<unsigned>(date.month()));
    };
    const auto far = std::abs((left - right).count());
    const int whole = std::abs(months(first) - months(second));
    const bool is_other_month = (whole == 1 || whole == 12) && first.day() == second.day();
    const bool is_about_a_month = far >= 27 && far <= 32;
    return far == 10 || far == 20 || is_other_month || is_about_a_month;
}

bool is_year_slip(int far)
{
    return far == 10 || far == 20 || far == 30;
}

bool is_within(const Term& stated, const Rational& computed, const Rational& part)
{
    return abs(abs(stated.value) - abs(computed)) <= abs(computed) * part;
}

} // namespace verify
