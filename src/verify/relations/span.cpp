#include "verify/relations/span.hpp"

#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

namespace {

// What opens a range told without "between", and may stand some words before it.
constexpr std::string_view k_openers[] = {
    "range",  "ranges",  "ranged",   "ranging", "ran",      "runs",  "running",  "varied",
    "varies", "varying", "spanned",  "spans",   "spanning", "aged",  "age",      "ages",
    "iqr",    "ci",      "interval", "limits",  "integer",  "value", "values",   "number",
    "bounds", "accepts", "allowed",  "window",  "quartile", "scale", "quartiles"};
constexpr std::uint32_t k_opener_reach = 4;

bool is_plain_end(const Quantity& quantity)
{
    const bool is_value =
        quantity.kind == QuantityKind::cardinal || quantity.kind == QuantityKind::percent;
    return is_value && !quantity.doubtful && !quantity.plus && !quantity.other_value &&
           quantity.qualifier == reading::Qualifier::none;
}

// "between 3 and 5 pm", "from 9 to 17 o'clock", "between 2 and 4 May".
bool is_of_time(const Passage& sentence, const Quantity& quantity)
{
    for (const auto& date : sentence.dates())
        if (date.begin <= quantity.end + 1 && date.end + 1 >= quantity.begin) return true;
    for (const auto& time : sentence.times())
        if (time.begin <= quantity.end + 1 && time.end + 1 >= quantity.begin) return true;
    return sentence.is(quantity.end, reading::Cues{WordSet::half_day, {"o'clock", "oclock"}});
}

bool is_range_joint(std::string_view word, bool is_between)
{
    if (is_between)
        return reading::is_in(reading::Cues{WordSet::dash, {"and", "to", "und", "et"}}, word);
    return reading::is_in(reading::Cues{WordSet::dash, {"to", "through", "bis"}}, word);
}

struct Opening {
    std::uint32_t begin = 0;
    bool is_between = false;
    bool is_quartiles = false;
};

// The word that makes two numbers a range: "between", or an opener with "from" or without.
std::optional<Opening> opening_of(const Passage& sentence, const Quantity& first)
{
    std::uint32_t at = first.begin;
    std::optional<Opening> out;
    for (std::uint32_t steps = 0; steps < k_opener_reach && sentence.holds(at - 1); ++steps) {
        const auto word = sentence.word(--at);
        if (reading::is_one_of(word, {"between", "zwischen", "entre"}))
            return Opening{at, true, false};
        if (reading::is_one_of(word, k_openers)) {
            out = Opening{at, false, reading::is_one_of(word, {"iqr", "quartile", "quartiles"})};
            if (sentence.is(at - 1, {"interquartile", "quartile"})) out->is_quartiles = true;
            return out;
        }
        const bool may_stand = reading::is_in(WordSet::filler, word) ||
                               reading::is_in(reading::Cues{WordSet::copula | WordSet::colon |
                                                                WordSet::since | WordSet::be,
                                                            {"of", "=", "ages", "in"}},
                                              word);
        if (!may_stand && sentence.document().kind(at) != reading::TokenKind::word) return out;
    }
    return out;
}

// Same scale word, unit and currency, where one may leave out what the other tells.
bool are_ends(const Quantity& first, const Quantity& second)
{
    if (!is_plain_end(first) || !is_plain_end(second) || first.scaled != second.scaled)
        return false;
    const bool is_money = !first.currency.empty() && !second.currency.empty();
    const bool is_measure = first.unit != nullptr && second.unit != nullptr;
    return !(is_money && first.currency != second.currency) &&
           !(is_measure && first.unit->canonical != second.unit->canonical);
}

Span span_of(const Passage& sentence, const Quantity& first, const Quantity& second)
{
    Span out;
    out.first = &first;
    out.second = &second;
    const Interval one = reading::measured(first);
    const Interval other = reading::measured(second);
    out.values = {std::min(one.low, other.low), std::max(one.high, other.high)};
    out.unit = unit_of(sentence, second);
    if (out.unit.empty()) out.unit = unit_of(sentence, first);
    out.begin = first.begin;
    out.end = second.end;
    out.is_years = first.year_like && second.year_like;
    return out;
}

std::optional<Span> span_at(const Passage& sentence, const Quantity& first, const Quantity& second)
{
    // The unit, or the noun, may stand between the first number and the joint.
    if (second.begin <= first.end || second.begin - first.end > 2) return std::nullopt;
    if (!are_ends(first, second)) return std::nullopt;
    if (is_of_time(sentence, first) || is_of_time(sentence, second)) return std::nullopt;
    const auto opening = opening_of(sentence, first);
    if (!is_range_joint(sentence.word(second.begin - 1), opening && opening->is_between))
        return std::nullopt;
    Span out = span_of(sentence, first, second);
    if (opening) {
        out.begin = opening->begin;
        out.is_quartiles = opening->is_quartiles;
    } else {
        // "18 to 65 years old"; "from 18 to 65" may be a change, and "3-1" anything.
        const bool is_told = !out.unit.empty() && first.end + 1 == second.begin &&
                             reading::value_of(first) < reading::value_of(second);
        if (!is_told || sentence.is(first.begin - 1, {"from", "by", "up", "down"}))
            return std::nullopt;
    }
    return out;
}

// Which side a comparison before the number closes: 1 "warmer than", -1 "cheaper than", 0 neither.
int closed_side(const Passage& sentence, const Quantity& quantity)
{
    for (std::uint32_t back = 1; back <= 3; ++back) {
        const auto word = sentence.word(quantity.begin - back);
        if (reading::is_in(WordSet::up, word) || word == "after") return 1;
        if (reading::is_in(WordSet::down, word) || word == "before" || word == "under") return -1;
    }
    return 0;
}

// "never colder than 16 and never warmer than 21", "none before 1279 or after 1335".
std::optional<Span> limits_at(const Passage& sentence, const Quantity& first,
                              const Quantity& second)
{
    constexpr std::uint32_t k_most_between = 8;
    const auto plain = [](Quantity quantity) {
        // "no more than 21" is a limit, and here that is what is asked for.
        quantity.qualifier = reading::Qualifier::none;
        return quantity;
    };
    if (!are_ends(plain(first), plain(second)) || second.begin - first.end > k_most_between)
        return std::nullopt;
    const int side = closed_side(sentence, first);
    if (side == 0 || closed_side(sentence, second) != -side) return std::nullopt;
    const std::uint32_t from = std::max(sentence.begin() + 6, first.begin) - 6;
    const bool is_denied = sentence.any(from, first.begin, WordSet::no | WordSet::not_so);
    const bool is_upside_down = (reading::value_of(first) - reading::value_of(second)) * side < 0;
    if (!is_denied || is_upside_down) return std::nullopt;
    Span out = span_of(sentence, first, second);
    out.is_limits = true;
    return out;
}

} // namespace

std::string_view unit_of(const Passage& sentence, const Quantity& quantity)
{
    if (quantity.unit != nullptr) return quantity.unit->canonical;
    if (!quantity.currency.empty()) return {};
    const auto word = sentence.word(quantity.end);
    const bool is_noun = sentence.holds(quantity.end) &&
                         sentence.document().kind(quantity.end) == reading::TokenKind::word &&
                         !reading::is_in(WordSet::noun_end, word) &&
                         !reading::is_in(WordSet::filler, word);
    return is_noun ? word : std::string_view{};
}

bool is_same_word(std::string_view left, std::string_view right)
{
    constexpr std::size_t k_least = 3;
    constexpr std::size_t k_ending = 3;
    if (left.size() > right.size()) std::swap(left, right);
    return left == right || (left.size() >= k_least && right.size() - left.size() <= k_ending &&
                             right.starts_with(left));
}

bool is_comparable(const Passage& sentence, const Quantity& value, const Span& span)
{
    const bool is_share = span.second->kind == QuantityKind::percent;
    if (is_share != (value.kind == QuantityKind::percent)) return false;
    const auto currency =
        span.second->currency.empty() ? span.first->currency : span.second->currency;
    if (value.currency != currency) return false;
    if (is_share || !currency.empty()) return true;
    const auto unit = unit_of(sentence, value);
    // "30 km/h" is not "30 km".
    const bool is_rate = sentence.is(value.end, WordSet::per_sign);
    const bool is_rate_too = sentence.is(span.second->end, WordSet::per_sign);
    if (!unit.empty() && !span.unit.empty() && is_rate != is_rate_too) return false;
    return unit.empty() || span.unit.empty() || is_same_word(unit, span.unit);
}

std::vector<Span> spans_of(const Passage& sentence)
{
    std::vector<Span> out;
    const auto all = sentence.quantities();
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        if (auto span = span_at(sentence, all[i], all[i + 1]))
            out.push_back(*span);
        else if (auto limits = limits_at(sentence, all[i], all[i + 1]))
            out.push_back(*limits);
    return out;
}

} // namespace verify::relations
