#include "verify/relations/units.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::relations {

using reading::Measure;
using reading::Measured;
using reading::WordSet;

namespace {

// What joins the sides of a thing, and the ends of a range.
constexpr std::string_view k_sides[] = {"x", "\u00d7", "by", "*"};
constexpr std::string_view k_ends[] = {"to", "-", "\u2013", "and"};

struct Row {
    std::vector<Measure> all;
    std::uint32_t end = 0; // behind the last unit
};

// Numbers from `first` on, joined in one way, where the last unit goes for all that have none.
std::optional<Row> row_from(const Passage& sentence, std::size_t first, reading::Words joints)
{
    const auto quantities = sentence.quantities();
    std::vector<const Quantity*> numbers;
    std::vector<std::optional<reading::NamedUnit>> units;
    std::uint32_t end = 0;
    for (std::size_t i = first; i < quantities.size(); ++i) {
        const Quantity& each = quantities[i];
        if (each.kind != QuantityKind::cardinal || !each.currency.empty() || each.plus ||
            each.other_value || each.denominator != 1)
            break;
        if (!numbers.empty() &&
            (each.begin != end + 1 || !reading::is_one_of(sentence.word(end), joints)))
            break;
        numbers.push_back(&each);
        units.push_back(reading::unit_name_at(sentence, each.number_end));
        end = units.back() ? units.back()->end : each.number_end;
    }
    if (numbers.size() < 2 || !units.back()) return std::nullopt;
    Row out;
    out.end = end;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto& unit = units[i] ? units[i] : units.back();
        if (unit->meanings.front()->measured != units.back()->meanings.front()->measured)
            return std::nullopt;
        const Quantity& number = *numbers[i];
        const Rational half = reading::power_of_ten(number.place) / 2;
        Measure measure;
        measure.value = reading::value_of(number);
        measure.interval = {Rational{measure.value - half}, Rational{measure.value + half}};
        measure.place = number.place;
        measure.quantity = &number;
        measure.begin = number.negative_sign ? number.begin : number.number_begin;
        measure.end = units[i] ? units[i]->end : number.number_end;
        measure.meanings = unit->meanings;
        // A unit that stands once is quoted from behind the last number.
        measure.unit_begin = units[i] ? number.number_end : measure.begin;
        out.all.push_back(std::move(measure));
    }
    return out;
}

bool is_length_of_time(const Measure& measure)
{
    return measure.meanings.front()->measured >= Measured::time;
}

// Words of the second telling that say that it is the first one in another unit.
bool says_converted(const Passage& sentence, std::uint32_t end, const Measure& right)
{
    constexpr std::string_view k_words[] = {"metric",     "imperial",  "units",     "converted",
                                            "conversion", "converts",  "turned",    "translates",
                                            "translated", "expressed", "equivalent"};
    for (std::uint32_t at = sentence.begin(); at < end; ++at) {
        if (reading::is_one_of(sentence.word(at), k_words)) return true;
        if (sentence.document().kind(at) != TokenKind::word ||
            (at > sentence.begin() && sentence.document().kind(at - 1) == TokenKind::number))
            continue;
        // "Mum thinks in pounds, so I wrote 25 lb": a unit without a number.
        if (sentence.word(at).size() < 4 || !sentence.is(at - 1, {"in", "into", "to"})) continue;
        const auto unit = reading::unit_name_at(sentence, at);
        if (unit && factor_of(*unit->meanings.front()) == factor_of(*right.meanings.front()))
            return true;
    }
    return false;
}

// Within a factor of two, or off by powers of ten, or converted the wrong way round.
bool may_be_slip(const Measure& left, const Measure& right)
{
    const Rational factor = factor_of(*left.meanings.front()) / factor_of(*right.meanings.front());
    const Rational expected = left.value * factor;
    if (expected <= 0 || right.value <= 0) return false;
    const Rational ratio = right.value / expected;
    const auto is_about = [](const Rational& value, const Rational& wanted) {
        return abs(value - wanted) * 20 <= wanted;
    };
    return (ratio * 2 >= 1 && ratio <= 2) || is_about(right.value, left.value / factor) ||
           is_about(ratio, 10) || is_about(ratio, Rational{1, 10});
}

} // namespace

void check_unit_lists(const Passage& sentence, Review& review)
{
    const auto quantities = sentence.quantities();
    for (const reading::Words joints : {reading::Words{k_sides}, reading::Words{k_ends}})
        for (std::size_t i = 0; i + 3 < quantities.size(); ++i) {
            const auto left = row_from(sentence, i, joints);
            if (!left || !sentence.is(left->end, {"("})) continue;
            const std::size_t next = i + left->all.size();
            if (next >= quantities.size() || quantities[next].begin != left->end + 1) continue;
            const auto right = row_from(sentence, next, joints);
            if (!right || right->all.size() != left->all.size() ||
                !sentence.is(right->end, reading::Cues{WordSet::comma | WordSet::semicolon, {")"}}))
                continue;
            if (is_length_of_time(left->all.front()) || is_length_of_time(right->all.front()))
                continue;
            for (std::size_t side = 0; side < left->all.size(); ++side)
                compare_measures(sentence, left->all[side], right->all[side], false, review);
            i = next;
        }
}

void check_units_apart(const Document& document, std::size_t index, Review& review)
{
    if (index == 0 || document.sentences[index - 1].block != document.sentences[index].block)
        return;
    const Passage sentence = Passage::sentence(document, index);
    const Passage both = Passage::sentence_and_next(document, index - 1);
    const auto quantities = both.quantities();
    std::vector<Measure> measures;
    for (const auto& quantity : quantities) {
        if (quantity.other_value) return;
        auto measure = read_measure(both, quantity, false);
        if (!measure) continue;
        if (measure->is_compound && !measures.empty()) measures.pop_back();
        measures.push_back(std::move(*measure));
    }
    for (std::size_t i = 1; i < measures.size(); ++i) {
        const Measure& left = measures[i - 1];
        const Measure& right = measures[i];
        const auto measured = right.meanings.front()->measured;
        const bool is_pair = left.begin < sentence.begin() && right.begin >= sentence.begin() &&
                             left.meanings.front()->measured == measured &&
                             measured != Measured::temperature && !is_length_of_time(right);
        if (!is_pair || !says_converted(sentence, right.begin, right)) continue;
        // Nothing tells which two of three of a kind are one.
        const auto of_kind = std::count_if(measures.begin(), measures.end(), [&](const auto& each) {
            return each.meanings.front()->measured == measured;
        });
        const bool is_same_unit =
            factor_of(*left.meanings.front()) == factor_of(*right.meanings.front());
        if (of_kind != 2 || is_same_unit || !may_be_slip(left, right)) continue;
        compare_measures(both, left, right, false, review);
    }
}

} // namespace verify::relations
