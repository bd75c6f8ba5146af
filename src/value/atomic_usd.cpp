#include "value/atomic_usd.hpp"

#include <algorithm>
#include <charconv>

namespace value {

namespace {

constexpr std::int64_t k_atoms_per_usd = 1'000'000;
constexpr std::size_t k_decimals = 6;

bool all_digits(std::string_view text)
{
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::int64_t> parse_digits(std::string_view digits)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

} // namespace

std::optional<AtomicUsd> AtomicUsd::parse_atoms(std::string_view digits)
{
    if (!all_digits(digits) || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
    const auto atoms = parse_digits(digits);
    return atoms ? checked(*atoms) : std::nullopt;
}

std::optional<AtomicUsd> AtomicUsd::parse_decimal(std::string_view text)
{
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    if (!all_digits(whole)) return std::nullopt;
    std::string fraction;
    if (point != std::string_view::npos) {
        fraction = text.substr(point + 1);
        if (!all_digits(fraction) || fraction.size() > k_decimals) return std::nullopt;
    }
    fraction.resize(k_decimals, '0');
    const auto units = parse_digits(whole);
    const auto rest = parse_digits(fraction);
    if (!units || !rest || *units > k_max_atoms / k_atoms_per_usd) return std::nullopt;
    return checked(*units * k_atoms_per_usd + *rest);
}

std::string AtomicUsd::decimal_text() const
{
    std::string fraction = std::to_string(k_atoms_per_usd + m_atoms % k_atoms_per_usd).substr(1);
    while (fraction.size() > 2 && fraction.back() == '0') fraction.pop_back();
    return std::to_string(m_atoms / k_atoms_per_usd) + "." + fraction;
}

std::optional<AtomicUsd> AtomicUsd::plus(AtomicUsd other) const
{
    return checked(m_atoms + other.m_atoms); // two values of at most 10^15 cannot overflow
}

} // namespace value
