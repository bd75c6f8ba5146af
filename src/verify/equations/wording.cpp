#include "verify/equations/wording.hpp"

#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/number_scan.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::equations {

using base::concat;

namespace {

// A dollar sign around a formula is not in the script.
std::uint32_t begin_with_currency(const Script& script, const Side& side)
{
    const auto ahead = std::string_view{script.text}.substr(0, side.begin);
    for (const std::string_view sign : {"$", "\u20ac", "\u00a3"})
        if (ahead.ends_with(sign)) return side.begin - static_cast<std::uint32_t>(sign.size());
    return side.begin;
}

std::string in_one_line(std::string_view text)
{
    std::string out{text};
    std::ranges::replace_if(out, reading::is_blank, ' ');
    return out;
}

std::string with_units(const Script& script, const Side& side)
{
    const std::string_view text{script.document.view.text};
    const auto begin = begin_with_currency(script, side);
    return in_one_line(text.substr(begin, std::max(side.end, side.signs.back().end) - begin));
}

std::string exact_or_rounded(const Rational& value)
{
    const std::string exact = reading::exact_text(value);
    const bool is_long = exact.find('/') != std::string::npos || exact.size() > 24;
    return is_long ? reading::rounded_text(value, -4) : exact;
}

// The value in the place of the only number of the side, with one more place where the printed
// ones do not hold it.
std::string in_place_of(const Script& script, const Side& side, const Rational& value)
{
    const Document& document = script.document;
    const std::string_view text{document.view.text};
    const Sign& number = *std::ranges::find(side.signs, Kind::number, &Sign::kind);
    auto lexeme_end = number.begin + reading::number_length(text, number.begin);
    // "1{,}250"
    if (text.substr(lexeme_end).starts_with("{,}")) lexeme_end = number.bare;
    std::string lexeme{text.substr(number.begin, lexeme_end - number.begin)};
    std::erase_if(lexeme, [](char c) { return c == '{' || c == '}'; });
    const auto as_printed = reading::read_number(lexeme, document.mark);
    if (!as_printed) return exact_or_rounded(value);
    const Rational unscaled = value / reading::power_of_ten(number.place - as_printed->place);
    int place = as_printed->place;
    if (reading::rounded(unscaled, place) != unscaled) --place;
    const auto begin = begin_with_currency(script, side);
    const bool has_currency = begin < side.begin;
    return concat(unscaled < 0 ? "-" : "",
                  has_currency ? text.substr(begin, side.begin - begin) : "",
                  separated_like(lexeme, document.mark, abs(unscaled), place),
                  text.substr(lexeme_end, number.end - lexeme_end));
}

} // namespace

std::string written(std::string_view text, const Side& side)
{
    return in_one_line(text.substr(side.begin, side.end - side.begin));
}

bool is_percent(const Side& side)
{
    return side.is_number() && std::ranges::any_of(side.signs, &Sign::percent);
}

Rational computed_of(const Side& right, const Decision& decision)
{
    if (!is_percent(right)) return decision.left;
    const Rational stated = decision.right * 100;
    const bool is_count =
        abs(Rational{decision.left - stated}) < abs(Rational{decision.left * 100 - stated});
    return is_count ? decision.left : Rational{decision.left * 100};
}

std::string said_of(const Script& script, const Side& left, const Side& right,
                    const Decision& decision)
{
    if (!right.is_number())
        return concat(with_units(script, left), " is ", exact_or_rounded(decision.left), "; ",
                      with_units(script, right), " is ", exact_or_rounded(decision.right), ".");
    const Rational computed = computed_of(right, decision);
    return concat(with_units(script, left), " is ", in_place_of(script, right, computed), ", not ",
                  with_units(script, right), ".");
}

} // namespace verify::equations
