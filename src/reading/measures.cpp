#include "reading/measures.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace reading {

namespace {

constexpr std::uint32_t k_most_words = 3;

// A dot, a hyphen or a power behind it makes a unit another one.
bool goes_on(const Passage& sentence, std::uint32_t at)
{
    return sentence.is(at, {"/", "per", "^", "\u00b2", "\u00b3", "\u00b7", "*", "\u00d7"});
}

// A single letter is a unit only as it is written for one: "K", "C" and "F" in capitals.
bool is_written_well(const Passage& sentence, std::uint32_t at, std::string_view name)
{
    const std::string_view raw = sentence.document().raw(at);
    if (name == "c" || name == "f" || name == "k" || name == "j" || name == "w")
        return is_upper(raw.front()) && sentence.document().tokens[at].space_before;
    if (name == "t" || name == "g" || name == "m") return !is_upper(raw.front());
    // "Mb" and "Gb" are bits to some.
    const bool is_bytes = name.size() == 2 && name[1] == 'b' && name != "lb";
    return !is_bytes || raw[1] == 'B';
}

} // namespace

std::optional<NamedUnit> unit_name_at(const Passage& sentence, std::uint32_t at)
{
    std::string name;
    std::optional<NamedUnit> best;
    std::uint32_t words = 0;
    for (std::uint32_t i = at; words < k_most_words && sentence.holds(i); ++i) {
        const std::string_view word = sentence.word(i);
        if (word.size() > 16) break;
        if (word == "." && words > 0 && !name.empty()) {
            // At the end it is the sentence's.
            if (best && best->end == i && i + 1 < sentence.end()) best->end = i + 1;
            continue;
        }
        // "kilowatt-hours"
        if (word == "-" && words > 0) continue;
        if (!name.empty()) name += ' ';
        name += word;
        ++words;
        const Meanings* found = meanings_of(name);
        const bool well = words > 1 || is_written_well(sentence, i, name);
        if (found != nullptr && well) best = NamedUnit{*found, i + 1};
    }
    return best;
}

namespace {

std::optional<NamedUnit> unit_at(const Passage& sentence, std::uint32_t at)
{
    auto best = unit_name_at(sentence, at);
    if (best && goes_on(sentence, best->end)) return std::nullopt;
    return best;
}

Interval interval_of(const Quantity& quantity, bool other_mark)
{
    const bool other = other_mark && quantity.other_value;
    const Rational value = value_of(quantity, other_mark);
    if (quantity.spelled && quantity.place == 0) return {value, value};
    const Rational half = power_of_ten(other ? quantity.other_place : quantity.place) / 2;
    return {value - half, value + half};
}

// The token after the number, behind the hyphen of "9-inch".
std::uint32_t unit_place(const Passage& sentence, const Quantity& quantity)
{
    const std::uint32_t at = quantity.number_end;
    const bool hyphen = sentence.is(at, {"-"}) && sentence.holds(at + 1) &&
                        !sentence.document().tokens[at].space_before &&
                        !sentence.document().tokens[at + 1].space_before;
    return hyphen ? at + 1 : at;
}

bool is_usable(const Passage& sentence, const Quantity& quantity)
{
    // A "K" behind a blank is a thousand to the scan of numbers, and may be a kelvin.
    const bool is_kelvin = sentence.is(quantity.number_end, {"k"}) && !quantity.scaled;
    if ((quantity.doubtful && !is_kelvin) || quantity.in_range || !quantity.currency.empty() ||
        quantity.plus)
        return false;
    const bool plain = quantity.kind == QuantityKind::cardinal;
    if (!plain || quantity.denominator != 1) return false;
    const std::uint32_t before = quantity.begin - 1;
    if (sentence.is(before, Cues{WordSet::times_sign | WordSet::colon,
                                 {"/", "by", "^", "\u2013", "\u2014", "\u00b1", "v", "#"}}) &&
        !sentence.document().tokens[quantity.begin].space_before)
        return false;
    return !sentence.is(before, Cues{WordSet::times_sign, {"/", "by"}});
}

// "5 ft 11 in", "6 lb 4 oz": the coarser part directly before.
std::optional<Measure> coarser_part(const Passage& sentence, const Quantity& quantity,
                                    const Measure& fine)
{
    const auto all = sentence.quantities();
    if (&quantity == all.data()) return std::nullopt;
    const Quantity& before = *(&quantity - 1);
    if (!is_usable(sentence, before) || before.place < 0) return std::nullopt;
    const std::uint32_t at = unit_place(sentence, before);
    const auto unit = unit_at(sentence, at);
    if (!unit || unit->meanings.size() > 3) return std::nullopt;
    std::uint32_t next = unit->end;
    const bool is_joined = sentence.is(next, {",", "and"});
    if (is_joined) ++next;
    if (next != quantity.number_begin) return std::nullopt;
    const Meaning& coarse = *unit->meanings.front();
    const Meaning& last = *fine.meanings.front();
    const Rational ratio = factor_of(coarse) / factor_of(last);
    if (coarse.measured != last.measured || ratio <= 1 || ratio.get_den() != 1) return std::nullopt;
    const Rational value = value_of(quantity);
    // "1 foot 12 inches" is one measure; of "1 foot, 12 inches" either may be told again.
    if (value < 0 || (is_joined && value >= ratio)) return std::nullopt;
    Measure out = fine;
    const Rational added = value_of(before) * ratio;
    out.value += added;
    out.interval.low += added;
    out.interval.high += added;
    out.is_compound = true;
    out.begin = before.begin;
    return out;
}

} // namespace

std::optional<Measure> read_measure(const Passage& sentence, const Quantity& quantity,
                                    bool other_mark)
{
    if (!is_usable(sentence, quantity)) return std::nullopt;
    const std::uint32_t at = unit_place(sentence, quantity);
    auto unit = unit_at(sentence, at);
    if (!unit) return std::nullopt;
    Measure out;
    out.interval = interval_of(quantity, other_mark);
    out.value = value_of(quantity, other_mark);
    out.place = other_mark && quantity.other_value ? quantity.other_place : quantity.place;
    out.quantity = &quantity;
    out.begin = quantity.begin;
    out.end = unit->end;
    out.unit_begin = at;
    out.meanings = std::move(unit->meanings);
    if (auto compound = coarser_part(sentence, quantity, out)) return compound;
    return out;
}

} // namespace reading
