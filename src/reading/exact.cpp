#include "reading/exact.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace reading {

namespace {

constexpr int k_max_power_bits = 2'000;
constexpr int k_max_places = 30;

mpz_class integer_power_of_ten(unsigned exponent)
{
    mpz_class out;
    mpz_ui_pow_ui(out.get_mpz_t(), 10, exponent);
    return out;
}

mpz_class to_integer(Int128 number)
{
    const auto narrow = static_cast<long>(number);
    if (narrow == number) return mpz_class{narrow};
    const bool negative = number < 0;
    constexpr Int128 k_half = Int128{1} << 62U;
    if (negative) number = -number;
    const auto low = static_cast<unsigned long>(number % k_half);
    const auto high = static_cast<unsigned long>(number / k_half);
    mpz_class out = (mpz_class{high} << 62U) + mpz_class{low};
    return negative ? mpz_class{-out} : out;
}

// Places after the point of a terminating expansion; nullopt when it does not end soon enough.
std::optional<int> decimal_places(const Rational& value)
{
    mpz_class denominator = value.get_den();
    const mpz_class two{2};
    const mpz_class five{5};
    const auto twos = mpz_remove(denominator.get_mpz_t(), denominator.get_mpz_t(), two.get_mpz_t());
    const auto fives =
        mpz_remove(denominator.get_mpz_t(), denominator.get_mpz_t(), five.get_mpz_t());
    if (denominator != 1) return std::nullopt;
    const auto places = std::max(twos, fives);
    if (places > k_max_places) return std::nullopt;
    return static_cast<int>(places);
}

std::string place_point(std::string digits, int places)
{
    const bool negative = !digits.empty() && digits.front() == '-';
    if (negative) digits.erase(0, 1);
    const auto wanted = static_cast<std::size_t>(places);
    if (digits.size() <= wanted) digits.insert(0, wanted + 1 - digits.size(), '0');
    if (places > 0) digits.insert(digits.size() - wanted, 1, '.');
    return negative ? "-" + digits : digits;
}

std::size_t significant_digits(std::string_view text)
{
    std::size_t count = 0;
    bool started = false;
    for (const char c : text) {
        if (c < '0' || c > '9') continue;
        started = started || c != '0';
        if (started) ++count;
    }
    return count;
}

} // namespace

Rational power_of_ten(int exponent)
{
    const mpz_class power = integer_power_of_ten(static_cast<unsigned>(std::abs(exponent)));
    return exponent >= 0 ? Rational{power} : Rational{1, power};
}

Rational to_rational(const Decimal& decimal)
{
    if (decimal.exponent == 0) return Rational{to_integer(decimal.mantissa)};
    return Rational{to_integer(decimal.mantissa)} * power_of_ten(decimal.exponent);
}

std::optional<Rational> power(const Rational& base, int exponent)
{
    const auto times = static_cast<unsigned long>(std::abs(exponent));
    const std::size_t bits = std::max(mpz_sizeinbase(base.get_num().get_mpz_t(), 2),
                                      mpz_sizeinbase(base.get_den().get_mpz_t(), 2));
    if (times > k_max_power_bits || bits * times > k_max_power_bits) return std::nullopt;
    if (exponent < 0 && base == 0) return std::nullopt;
    mpz_class numerator;
    mpz_class denominator;
    mpz_pow_ui(numerator.get_mpz_t(), base.get_num().get_mpz_t(), times);
    mpz_pow_ui(denominator.get_mpz_t(), base.get_den().get_mpz_t(), times);
    Rational out =
        exponent >= 0 ? Rational{numerator, denominator} : Rational{denominator, numerator};
    out.canonicalize();
    return out;
}

Interval operator+(const Interval& left, const Interval& right)
{
    return {left.low + right.low, left.high + right.high};
}

Interval operator-(const Interval& left, const Interval& right)
{
    return {left.low - right.high, left.high - right.low};
}

Interval operator*(const Interval& left, const Interval& right)
{
    const std::array<Rational, 4> corners{left.low * right.low, left.low * right.high,
                                          left.high * right.low, left.high * right.high};
    const auto [least, most] = std::minmax_element(corners.begin(), corners.end());
    return {*least, *most};
}

std::optional<Interval> divide(const Interval& left, const Interval& right)
{
    if (right.contains(0)) return std::nullopt;
    return left * Interval{1 / right.high, 1 / right.low};
}

std::string exact_text(const Rational& value)
{
    if (value.get_den() == 1) return value.get_num().get_str();
    const auto places = decimal_places(value);
    if (!places) return value.get_str();
    const Rational scaled = value * power_of_ten(*places);
    return place_point(scaled.get_num().get_str(), *places);
}

Rational rounded(const Rational& value, int place)
{
    if (place <= 0 && value.get_den() == 1) return value;
    const Rational scaled = abs(value) * power_of_ten(-place) + Rational{1, 2};
    mpz_class whole;
    mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num().get_mpz_t(), scaled.get_den().get_mpz_t());
    const Rational magnitude = Rational{whole} * power_of_ten(place);
    return value < 0 ? Rational{-magnitude} : magnitude;
}

std::string rounded_text(const Rational& value, int place)
{
    const Rational near = rounded(value, place);
    if (place >= 0) return near.get_num().get_str();
    const Rational scaled = near * power_of_ten(-place);
    return place_point(scaled.get_num().get_str(), -place);
}

base::json::Ref exact_json(const Rational& value)
{
    const std::string text = exact_text(value);
    if (text.find('/') != std::string::npos) return base::json::value(text);
    if (significant_digits(text) > 15) return base::json::value(text);
    if (text.find('.') == std::string::npos) {
        std::int64_t integer = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), integer);
        if (end.ec != std::errc{} || integer > 9'007'199'254'740'991 ||
            integer < -9'007'199'254'740'991)
            return base::json::value(text);
        return base::json::value(integer);
    }
    double real = 0;
    std::from_chars(text.data(), text.data() + text.size(), real);
    return base::json::value(real);
}

std::string grouped(std::string_view decimal_text, std::string_view separator, char decimal_mark)
{
    const bool negative = decimal_text.starts_with('-');
    if (negative) decimal_text.remove_prefix(1);
    const std::size_t point = std::min(decimal_text.find('.'), decimal_text.size());
    std::string out = negative ? "-" : "";
    for (std::size_t i = 0; i < point; ++i) {
        if (i != 0 && (point - i) % 3 == 0) out += separator;
        out += decimal_text[i];
    }
    if (point < decimal_text.size()) {
        out += decimal_mark;
        out += decimal_text.substr(point + 1);
    }
    return out;
}

} // namespace reading
