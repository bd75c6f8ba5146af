#include "statements/figures.hpp"

#include "statements/words.hpp"

#include <algorithm>

namespace statements {

using reading::Measured;
using reading::Passage;
using reading::Quantity;
using reading::QuantityKind;

namespace {

// What stands between a number and the noun it counts.
constexpr std::string_view k_between[] = {"new",   "more", "other", "different", "local",
                                          "total", "full", "of",    "the",       "confirmed"};

// The unit to which factors convert; empty where there are none.
std::string_view base_unit(Measured measured)
{
    switch (measured) {
    case Measured::temperature:
    case Measured::calendar: return {};
    case Measured::length: return "m";
    case Measured::mass: return "kg";
    case Measured::time: return "s";
    case Measured::volume: return "L";
    case Measured::area: return "m2";
    case Measured::speed: return "m/s";
    case Measured::data: return "byte";
    case Measured::energy: return "J";
    case Measured::power: return "W";
    case Measured::pressure: return "Pa";
    case Measured::force: return "N";
    case Measured::voltage: return "V";
    case Measured::current: return "A";
    case Measured::resistance: return "ohm";
    case Measured::frequency: return "Hz";
    }
    return {};
}

std::string_view noun_after(const Passage& sentence, std::uint32_t token)
{
    for (std::uint32_t i = token; i < token + 3; ++i) {
        const auto word = sentence.word(i);
        if (word.empty() || sentence.document().kind(i) != reading::TokenKind::word) return {};
        if (!reading::is_one_of(word, k_between)) return word;
    }
    return {};
}

bool is_year(const Passage& sentence, const Quantity& quantity)
{
    return quantity.year_like && quantity.unit == nullptr && quantity.currency.empty() &&
           quantity.kind == QuantityKind::cardinal &&
           (sentence.is(quantity.begin - 1,
                        {"in", "since", "by", "of", "from", "until", "year", "before", "after",
                         "during", "summer", "winter", "spring", "autumn", "(", "early", "late",
                         "is", "was"}) ||
            noun_after(sentence, quantity.end).empty());
}

// "People" and most words with an s at their end.
bool is_plural(std::string_view word)
{
    return word.ends_with('s') ||
           reading::is_one_of(word, {"people", "men", "women", "children", "staff", "police"});
}

// "The Tarp 2 drone", "Boeing 737": a number that is part of a name.
bool is_label(const Passage& sentence, const Quantity& quantity, bool nouns_have_capitals)
{
    const auto& document = sentence.document();
    const auto before = document.raw(quantity.begin - 1);
    const bool bare = quantity.kind == QuantityKind::cardinal && quantity.unit == nullptr &&
                      quantity.currency.empty() && !quantity.spelled && !quantity.scaled &&
                      quantity.qualifier == reading::Qualifier::none;
    const bool named = sentence.holds(quantity.begin - 1) && !before.empty() &&
                       reading::is_upper(before.front()) &&
                       !reading::is_one_of(sentence.word(quantity.begin - 1), k_stop_words);
    const auto noun = noun_after(sentence, quantity.end);
    return bare && named && !is_plural(noun) && !(nouns_have_capitals && !noun.empty());
}

// "The 1950s" are not seconds.
bool is_decade(const Passage& sentence, const Quantity& quantity)
{
    constexpr std::size_t k_length = 5;
    const auto& document = sentence.document();
    const auto& last = document.tokens[quantity.end - 1];
    const auto begin = document.tokens[quantity.begin].begin;
    return last.end - begin == k_length &&
           std::string_view{document.view.text}.substr(begin, k_length).ends_with("0s") &&
           quantity.unit != nullptr && quantity.unit->measured == Measured::time;
}

// "41/2 months": half of a fraction, or of one that was lost.
bool is_torn(const Passage& sentence, const Quantity& quantity)
{
    const auto is_number = [&](std::uint32_t token) {
        return sentence.holds(token) &&
               sentence.document().kind(token) == reading::TokenKind::number;
    };
    return (sentence.is(quantity.end, {"/"}) && is_number(quantity.end + 1)) ||
           (sentence.is(quantity.begin - 1, {"/"}) && is_number(quantity.begin - 2)) ||
           sentence.is(quantity.begin + 1, {"\ufffd"});
}

// "At the age of 67"
bool tells_age(const Passage& sentence, const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && quantity.unit == nullptr &&
           quantity.currency.empty() && !quantity.in_range &&
           sentence.reads(quantity.begin - 2, {"age", "of"});
}

// "Benjamin Banky, 40, was killed", "between age 17 and 25"
bool is_age(const Passage& sentence, const Quantity& quantity)
{
    for (std::uint32_t back = 1; back <= 3; ++back)
        if (sentence.is(quantity.begin - back, {"age", "aged", "ages"})) return true;
    constexpr int k_oldest = 120;
    const auto& document = sentence.document();
    const bool bare = quantity.kind == QuantityKind::cardinal && quantity.unit == nullptr &&
                      quantity.currency.empty() && !quantity.spelled && !quantity.scaled;
    return bare && reading::value_of(quantity) <= k_oldest &&
           sentence.is(quantity.begin - 1, {","}) && sentence.holds(quantity.begin - 2) &&
           reading::is_upper(document.raw(quantity.begin - 2).front()) &&
           (!sentence.holds(quantity.end) || sentence.is(quantity.end, {",", ".", ";", ")"}));
}

class FigureReader {
public:
    FigureReader(const Passage& sentence, const reading::Stemmer& stemmer, bool nouns_have_capitals)
        : m_sentence{sentence}, m_stemmer{stemmer}, m_nouns_have_capitals{nouns_have_capitals}
    {
    }

    // The figure that `quantity` is, without its interval's other end; nullopt for what does not
    // measure anything.
    [[nodiscard]] std::optional<Figure> figure(const Quantity& quantity) const
    {
        const bool told = tells_age(m_sentence, quantity);
        if (quantity.doubtful || is_year(m_sentence, quantity) ||
            is_label(m_sentence, quantity, m_nouns_have_capitals) ||
            (!told && is_age(m_sentence, quantity)) || is_decade(m_sentence, quantity) ||
            is_torn(m_sentence, quantity))
            return std::nullopt;
        Figure out;
        out.begin = quantity.begin;
        out.end = quantity.end;
        reading::Rational factor = 1;
        switch (quantity.kind) {
        case QuantityKind::cardinal: break;
        case QuantityKind::percent: out.unit = "%"; break;
        case QuantityKind::points: out.unit = "points"; break;
        case QuantityKind::fraction: out.unit = "fraction"; break;
        case QuantityKind::multiple:
        case QuantityKind::ordinal: return std::nullopt;
        }
        const auto* unit = told ? reading::find_unit("years") : quantity.unit;
        if (out.unit.empty() && !name_unit(quantity, unit, out, factor)) return std::nullopt;
        if (!out.counts_things) out.shown = out.unit;
        out.value = reading::value_of(quantity) * factor;
        const auto scale = reading::Interval::point(factor);
        out.printed = reading::measured(quantity) * scale;
        out.stated = reading::stated(quantity) * scale;
        out.rounding = rounding(quantity) * factor;
        out.is_hedged = quantity.qualifier != reading::Qualifier::none || quantity.in_range;
        return out;
    }

private:
    // Half a unit of the last digit that is not zero, at most 3 %: "300 km" may be 305.
    static reading::Rational rounding(const Quantity& quantity)
    {
        const reading::Rational number = abs(reading::value_of(quantity));
        reading::Rational unit = 1;
        for (int place = 0; place > quantity.place; --place) unit /= 10;
        const auto is_whole = [&](const reading::Rational& tens) {
            return reading::Rational{number / tens}.get_den() == 1;
        };
        while (unit >= 1 && number != 0 && is_whole(unit * 10)) unit *= 10;
        if (unit == 10) unit = 1; // "4,810" is as exact as "4,807"
        const reading::Rational half = unit / 2;
        const reading::Rational most = number * reading::Rational{3, 100};
        const reading::Rational least{1, 2};
        return half <= most || half <= least ? half : std::max(most, least);
    }

    // "Paid 31 million pounds"; nothing is weighed in millions of them but rockets.
    [[nodiscard]] bool is_in_pounds(const Quantity& quantity) const
    {
        return quantity.scaled && m_sentence.is(quantity.end - 1, {"pound", "pounds"}) &&
               !m_sentence.is(quantity.end, {"of"}) &&
               !m_sentence.any({"weigh", "weighs", "weighed", "weighing", "weight", "thrust"});
    }

    bool name_unit(const Quantity& quantity, const reading::Unit* unit, Figure& out,
                   reading::Rational& factor) const
    {
        if (!quantity.currency.empty() || is_in_pounds(quantity)) {
            out.unit = quantity.currency.empty() ? "GBP" : quantity.currency;
            out.is_money = true;
            return true;
        }
        if (unit != nullptr) {
            out.measured = unit->measured;
            out.written_unit = unit->canonical;
            const auto common = base_unit(unit->measured);
            const bool converts = !common.empty() && unit->factor != 0;
            out.unit = converts ? common : unit->canonical;
            factor = converts ? unit->factor : reading::Rational{1};
            return true;
        }
        const auto noun = noun_after(m_sentence, quantity.end);
        out.counts_things = true;
        if (noun.empty() || reading::is_one_of(noun, k_stop_words)) return true;
        out.unit = m_stemmer.stem(noun);
        out.shown = noun;
        return true;
    }

    const Passage& m_sentence;
    const reading::Stemmer& m_stemmer;
    bool m_nouns_have_capitals;
};

// "30 and 60 centimetres": the unit of the second number is the first one's too.
void scale_like(Figure& first, const Figure& second, const Quantity& written)
{
    const reading::Rational number = reading::value_of(written);
    if (number == 0) return;
    const auto factor = reading::Interval::point(second.value / number);
    first.unit = second.unit;
    first.shown = second.shown;
    first.counts_things = second.counts_things;
    first.value *= factor.low;
    first.stated = first.stated * factor;
    first.printed = first.printed * factor;
}

bool inside(const Moment& moment, const Quantity& quantity)
{
    return moment.begin <= quantity.begin && quantity.end <= moment.end;
}

} // namespace

bool may_be_one_value(const Figure& left, const Figure& right)
{
    if (left.unit != right.unit || left.per != right.per) return false;
    const bool hedged = left.is_hedged || right.is_hedged;
    const bool one_form = left.written_unit == right.written_unit;
    // Printed alike, 9.3 and 9.4 billion are two values, whatever each was rounded from.
    if (!hedged && one_form && left.rounding == right.rounding) return left.value == right.value;
    if (left.stated.meets(right.stated)) return true;
    if (!left.measured && left.unit != "%") return false;
    const reading::Rational apart = abs(left.value - right.value);
    // In two units both are rounded; in one, the one with fewer digits is.
    if (!one_form) return apart < left.rounding + right.rounding;
    return apart <= std::max(left.rounding, right.rounding);
}

bool agree_in_value(const Figure& left, const Figure& right)
{
    // A bound is said of what is near it.
    constexpr int k_near = 2; // times
    const reading::Rational one = abs(left.value);
    const reading::Rational other = abs(right.value);
    return std::max(one, other) <= k_near * std::min(one, other) && may_be_one_value(left, right);
}

bool Moment::meets(const Moment& other) const
{
    if (year && other.year && *year != *other.year) return false;
    if (month != 0 && other.month != 0 && month != other.month) return false;
    return day == 0 || other.day == 0 || day == other.day;
}

std::vector<Moment> read_moments(const Passage& sentence)
{
    std::vector<Moment> out;
    for (const auto& date : sentence.dates()) {
        if (date.before_christ) continue;
        Moment moment{date.begin, date.end, date.year, date.month, date.day};
        // Two ways to read it: only what both say is kept.
        if (date.may_swap && date.day != date.month) moment.month = moment.day = 0;
        if (date.in_range) moment.day = 0;
        out.push_back(moment);
    }
    for (const auto& quantity : sentence.quantities()) {
        const bool known = std::any_of(
            out.begin(), out.end(), [&](const Moment& moment) { return inside(moment, quantity); });
        if (known || !is_year(sentence, quantity)) continue;
        out.push_back({quantity.begin, quantity.end,
                       static_cast<int>(reading::value_of(quantity).get_d()), 0, 0});
    }
    std::sort(out.begin(), out.end(),
              [](const Moment& left, const Moment& right) { return left.begin < right.begin; });
    return out;
}

std::vector<std::string> read_labels(const Passage& sentence, const Statement& statement)
{
    const auto& document = sentence.document();
    const auto is_value = [&](std::uint32_t token) {
        const auto holds = [&](const auto& value) {
            return value.begin <= token && token < value.end;
        };
        return std::any_of(statement.figures.begin(), statement.figures.end(), holds) ||
               std::any_of(statement.moments.begin(), statement.moments.end(), holds);
    };
    std::vector<std::string> out;
    for (std::uint32_t i = sentence.begin() + 1; i < sentence.end(); ++i) {
        const auto before = document.raw(i - 1);
        const bool number = document.kind(i) == reading::TokenKind::number ||
                            document.kind(i) == reading::TokenKind::opaque;
        const bool named = reading::is_upper(before.front()) &&
                           !reading::is_one_of(document.word(i - 1), k_stop_words);
        if (number && named && reading::is_digit(document.raw(i).front()) && !is_value(i))
            out.emplace_back(sentence.word(i));
    }
    return out;
}

std::vector<Figure> read_figures(const Passage& sentence, const reading::Stemmer& stemmer,
                                 bool nouns_have_capitals)
{
    constexpr std::size_t k_most = 40; // of one sentence
    const FigureReader reader{sentence, stemmer, nouns_have_capitals};
    std::vector<Figure> out;
    bool continues = false;
    for (const auto& quantity : sentence.quantities()) {
        auto figure = reader.figure(quantity);
        if (!figure || out.size() >= k_most) continue;
        // "between 30 and 60 centimetres": one figure from the lower end to the upper.
        const bool second_end =
            continues && quantity.in_range && quantity.begin - out.back().end <= 2;
        if (second_end) {
            Figure& first = out.back();
            if (first.unit != figure->unit) scale_like(first, *figure, quantity);
            first.end = figure->end;
            first.stated = {std::min(first.stated.low, figure->stated.low),
                            std::max(first.stated.high, figure->stated.high)};
            first.printed = {std::min(first.printed.low, figure->printed.low),
                             std::max(first.printed.high, figure->printed.high)};
            continues = false;
            continue;
        }
        continues = quantity.in_range;
        out.push_back(std::move(*figure));
    }
    find_aspects(sentence, out);
    return out;
}

} // namespace statements
