#include "verify/forms/check_digits.hpp"

#include "reading/ascii.hpp"

#include <array>

namespace verify::forms {

namespace {

int digit_of(char c)
{
    return reading::is_digit(c) ? c - '0' : 0;
}

// 0 to 9, and 10 for A to 35 for Z.
int value_of(char c)
{
    return reading::is_upper(c) ? c - 'A' + 10 : digit_of(c);
}

std::string digit_text(int digit)
{
    return digit == 10 ? "X" : std::string(1, static_cast<char>('0' + digit));
}

} // namespace

std::string gtin_check(std::string_view body)
{
    int sum = 0;
    int weight = 3;
    for (std::size_t at = body.size(); at-- > 0;) {
        sum += weight * digit_of(body[at]);
        weight = 4 - weight;
    }
    return digit_text((10 - sum % 10) % 10);
}

std::string mod11_check(std::string_view body)
{
    int sum = 0;
    int weight = static_cast<int>(body.size()) + 1;
    for (const char c : body) sum += weight-- * digit_of(c);
    return digit_text((11 - sum % 11) % 11);
}

std::string mod11_2_check(std::string_view body)
{
    int total = 0;
    for (const char c : body) total = (total + digit_of(c)) * 2 % 11;
    return digit_text((12 - total) % 11);
}

std::string luhn_check(std::string_view body)
{
    std::string digits;
    for (const char c : body) digits += std::to_string(value_of(c));
    int sum = 0;
    bool doubled = true;
    for (std::size_t at = digits.size(); at-- > 0;) {
        const int each = digit_of(digits[at]) * (doubled ? 2 : 1);
        sum += each > 9 ? each - 9 : each;
        doubled = !doubled;
    }
    return digit_text((10 - sum % 10) % 10);
}

std::string mod97_check(std::string_view body)
{
    int rest = 0;
    for (const char c : body) {
        const int value = value_of(c);
        rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
    rest = rest * 100 % 97;
    const int check = 98 - rest;
    return std::string{static_cast<char>('0' + check / 10), static_cast<char>('0' + check % 10)};
}

std::string routing_check(std::string_view body)
{
    constexpr std::array<int, 3> k_weights{3, 7, 1};
    int sum = 0;
    for (std::size_t i = 0; i < body.size(); ++i) sum += k_weights[i % 3] * digit_of(body[i]);
    return digit_text((10 - sum % 10) % 10);
}

std::string cas_check(std::string_view body)
{
    int sum = 0;
    int weight = static_cast<int>(body.size());
    for (const char c : body) sum += weight-- * digit_of(c);
    return digit_text(sum % 10);
}

std::string vin_check(std::string_view whole)
{
    constexpr std::string_view k_letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
    constexpr std::string_view k_values = "12345678123457923456789";
    constexpr std::array<int, 17> k_weights{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
    int sum = 0;
    for (std::size_t i = 0; i < whole.size() && i < k_weights.size(); ++i) {
        const std::size_t letter = k_letters.find(whole[i]);
        const int value =
            letter == std::string_view::npos ? digit_of(whole[i]) : digit_of(k_values[letter]);
        sum += k_weights[i] * value;
    }
    return digit_text(sum % 11);
}

} // namespace verify::forms
