#include "verify/equations/datum_in.hpp"

#include "base/concat.hpp"
#include "reading/clocks.hpp"
#include "reading/dates.hpp"
#include "reading/number_words.hpp"
#include "reading/terms.hpp"

#include <algorithm>

namespace verify::equations {

using reading::Term;

namespace {

struct Zone {
    std::string_view name;
    int minutes; // east of Greenwich
};
constexpr Zone k_zones[] = {{"utc", 0},    {"gmt", 0},    {"cet", 60},   {"cest", 120},
                            {"bst", 60},   {"est", -300}, {"edt", -240}, {"cst", -360},
                            {"cdt", -300}, {"mst", -420}, {"mdt", -360}, {"pst", -480},
                            {"pdt", -420}};

struct Count {
    std::string_view word;
    int value;
};
// Words that count and that nothing else reads as a number.
constexpr Count k_counts[] = {{"once", 1}, {"twice", 2},  {"thrice", 3}, {"double", 2},
                              {"both", 2}, {"nobody", 0}, {"none", 0},   {"no", 0}};

Datum datum_of(const Term& term)
{
    const bool is_percent =
        term.kind == reading::QuantityKind::percent || term.kind == reading::QuantityKind::points;
    const Rational scale = is_percent ? Rational{1, 100} : Rational{1};
    const auto zero = Interval::point(term.zero);
    Datum out;
    out.value = term.value * scale + term.zero;
    out.within = term.measured * Interval::point(scale) + zero;
    out.stated = term.stated * Interval::point(scale) + zero;
    out.powers = term.powers;
    out.currency = term.currency;
    out.is_percent = is_percent;
    out.is_printed = true;
    out.factor = term.factor * scale;
    out.step = reading::power_of_ten(term.quantity->place) * out.factor;
    out.zero = term.zero;
    return out;
}

// "50 x 40 x 30 cm"
std::optional<Datum> product_of(const Passage& passage, std::span<const Term> terms)
{
    for (std::size_t i = 1; i < terms.size(); ++i)
        if (terms[i].begin != terms[i - 1].end + 1 ||
            !passage.is(terms[i - 1].end, {"\u00d7", "x", "*", "by"}))
            return std::nullopt;
    std::optional<Datum> out = datum_of(terms.back());
    for (const auto& term : terms.first(terms.size() - 1)) {
        Datum side = datum_of(term);
        if (side.powers.is_none()) {
            side.value *= terms.back().factor;
            side.within = side.within * Interval::point(terms.back().factor);
            side.powers = terms.back().powers;
        }
        if (out) out = multiply(*out, side);
    }
    if (out) out->stated = out->within;
    return out;
}

Datum clock_of(long second)
{
    Datum out;
    out.kind = DatumKind::clock;
    out.value = second;
    return out;
}

// "CET", "UTC+2"
std::optional<int> zone_in(const Passage& passage)
{
    for (auto at = passage.begin(); at < passage.end(); ++at) {
        const auto* zone = std::ranges::find(k_zones, passage.word(at), &Zone::name);
        if (zone == std::end(k_zones)) continue;
        const bool is_east = passage.is(at + 1, {"+"});
        const bool is_west = passage.is(at + 1, {"-", "\u2212", "\u2013"});
        const auto hours = passage.word(at + 2);
        if (zone->minutes != 0 || !(is_east || is_west) || hours.empty() || hours.size() > 2 ||
            !std::ranges::all_of(hours, reading::is_digit))
            return zone->minutes;
        return (is_east ? 60 : -60) * std::stoi(std::string{hours});
    }
    return std::nullopt;
}

// "51:40": minutes and seconds, as no clock shows them.
std::optional<Datum> lap_of(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > 3 || text.size() != colon + 3)
        return std::nullopt;
    const auto minutes = text.substr(0, colon);
    const auto seconds = text.substr(colon + 1);
    if (!std::ranges::all_of(minutes, reading::is_digit) ||
        !std::ranges::all_of(seconds, reading::is_digit))
        return std::nullopt;
    Datum out = length_of(std::stol(std::string{minutes}) * k_minute_seconds +
                          std::stol(std::string{seconds}));
    out.stated = out.within;
    return out;
}

// "3-1": what each of two sides has.
std::optional<Datum> score_of(std::string_view text)
{
    const auto first = std::ranges::find_if_not(text, reading::is_digit) - text.begin();
    auto rest = text.substr(static_cast<std::size_t>(first));
    bool has_dash = false;
    for (const std::string_view dash : {"-", "\u2013"}) {
        if (has_dash || !rest.starts_with(dash)) continue;
        rest.remove_prefix(dash.size());
        has_dash = true;
    }
    if (!has_dash || first == 0 || rest.empty() || !std::ranges::all_of(rest, reading::is_digit))
        return std::nullopt;
    Datum out;
    out.kind = DatumKind::score;
    out.words = base::concat(text.substr(0, static_cast<std::size_t>(first)), '-', rest);
    return out;
}

std::optional<Datum> time_at(const Passage& passage)
{
    const auto& document = passage.document();
    const auto clocks = reading::clocks_of(document, {passage.begin(), passage.end()});
    if (clocks.size() == 1) {
        Datum out = clock_of(clocks.front().second);
        out.is_half_day = clocks.front().is_open;
        out.zone = zone_in(passage);
        return out;
    }
    const auto stretches = reading::stretches_of(document, {passage.begin(), passage.end()});
    if (stretches.size() != 1 || (stretches.front().months != 0 && stretches.front().seconds != 0))
        return std::nullopt;
    const auto& stretch = stretches.front();
    Datum out = length_of(stretch.seconds);
    if (stretch.months != 0) {
        out = count_of(stretch.months);
        out.powers = reading::powers_of(reading::Measured::calendar);
    }
    out.stated = out.within;
    out.step = stretch.finest > 0 ? Rational{stretch.finest} : Rational{1};
    return out;
}

std::optional<Datum> one_word_at(const Passage& passage)
{
    if (passage.end() != passage.begin() + 1) return std::nullopt;
    const auto word = passage.word(passage.begin());
    if (const auto weekday = reading::weekday_name(word)) {
        Datum out;
        out.kind = DatumKind::weekday;
        out.value = *weekday;
        return out;
    }
    const auto* count = std::ranges::find(k_counts, word, &Count::word);
    const auto place = reading::ordinal_word(word);
    if (count == std::end(k_counts) && !place) return std::nullopt;
    Datum out = count_of(place ? *place : count->value);
    out.stated = out.within;
    return out;
}

std::optional<Datum> date_at(const Passage& passage, std::optional<int> only_year)
{
    if (passage.dates().size() != 1) return std::nullopt;
    const auto& date = passage.dates().front();
    if (date.before_christ || date.in_range) return std::nullopt;
    if (date.month == 0 && date.year) {
        Datum out = count_of(*date.year);
        out.stated = out.within;
        out.is_printed = true;
        return out;
    }
    const auto year = date.year ? date.year : only_year;
    constexpr int k_leap = 2000; // of a date whose year nothing tells
    const auto day = reading::gregorian(year.value_or(k_leap), date.month, date.day);
    if (date.day == 0 || !day) return std::nullopt;
    Datum out = date_of(*day);
    out.has_year = year.has_value();
    return out;
}

} // namespace

Datum datum_in(const Passage& passage, std::string_view text, std::optional<int> only_year)
{
    std::optional<Datum> out = date_at(passage, only_year);
    if (!out) out = one_word_at(passage);
    if (!out && passage.times().empty()) out = lap_of(text);
    const auto terms = reading::terms_of(passage);
    if (!out && passage.times().empty() && terms.size() == 1) out = datum_of(terms.front());
    if (!out && terms.size() <= 1) out = time_at(passage);
    if (!out) out = score_of(text);
    if (!out && terms.size() > 1) out = product_of(passage, terms);
    if (!out) {
        out.emplace();
        out->kind = DatumKind::words;
    }
    if (out->kind != DatumKind::score) out->words = text;
    return *out;
}

} // namespace verify::equations
