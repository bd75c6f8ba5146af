// unit.conversion: one measure given in two units.
#include "verify/relations/units.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/measures.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relations.hpp"
#include "verify/relations/unit_frames.hpp"

#include <algorithm>

namespace verify::relations {

using reading::Meaning;
using reading::Measure;
using reading::Measured;
using reading::WordSet;

const Check k_unit_conversion{
    .id = "unit.conversion",
    .category = Category::consistency,
    .nature = Nature::sameness,
    .proof = {"one measure given twice differs",
              "ranges; \"12 fl oz (335 ml)\", which one of the two ounces fits"},
    .planted = k_planted_units,
    .real = k_real_units};

namespace {

// A temperature beside one of these may be a difference, which has no zero to add.
constexpr reading::OwnCues k_difference{
    WordSet::rises | WordSet::falls | WordSet::change | WordSet::difference | WordSet::above_below,
    {"rises",  "rising",    "falls",    "drops",      "warmer",     "cooler",   "colder",
     "hotter", "warming",   "cooling",  "by",         "within",     "anomaly",  "gradient",
     "range",  "tolerance", "accuracy", "warmed",     "cooled",     "interval", "per",
     "lapse",  "offset",    "bias",     "correction", "uncertainty"}};

// Digits that are written to tell something: 2 of "12,000", 3 of "1.50".
int significant(const Measure& measure)
{
    const Quantity& quantity = *measure.quantity;
    reading::Int128 digits =
        quantity.value.mantissa < 0 ? -quantity.value.mantissa : quantity.value.mantissa;
    while (measure.place >= 0 && digits != 0 && digits % 10 == 0) digits /= 10;
    int out = 0;
    for (; digits != 0; digits /= 10) ++out;
    return out;
}

// What a converted value may have been rounded to: its last place, truncated as well; zeros at its
// end, or a five, up to a tenth of it.
Interval as_target(const Measure& measure)
{
    const Quantity& quantity = *measure.quantity;
    const Rational unit = reading::power_of_ten(measure.place);
    Interval out = measure.interval;
    if (measure.value >= 0)
        out.high += unit / 2;
    else
        out.low -= unit / 2;
    if (measure.place < 0 || measure.is_compound) return out;
    Rational half = unit / 2;
    reading::Int128 digits =
        quantity.value.mantissa < 0 ? -quantity.value.mantissa : quantity.value.mantissa;
    if (digits % 10 == 5 && digits > 100) half = unit * 5 / 2;
    for (; digits != 0 && digits % 10 == 0; digits /= 10) half *= 10;
    const Rational most = abs(measure.value) / 10;
    if (half > most) half = most;
    out.low = std::min<Rational>(out.low, measure.value - half);
    out.high = std::max<Rational>(out.high, measure.value + half);
    return out;
}

// A source that is given with fewer digits than its conversion was hardly rounded by much.
Interval as_source(const Measure& measure, const Measure& target)
{
    Interval out = measure.interval;
    if (significant(target) <= significant(measure)) return out;
    const Rational most = abs(measure.value) / 10;
    out.low = std::max<Rational>(out.low, measure.value - most);
    out.high = std::min<Rational>(out.high, measure.value + most);
    return out;
}

void widen(Interval& interval, const Quantity& quantity)
{
    // A bound is converted as exactly as a value.
    const auto qualifier = quantity.qualifier;
    if (qualifier != reading::Qualifier::about && qualifier != reading::Qualifier::nearly) return;
    const Rational slack = (abs(interval.low) + abs(interval.high)) / 40;
    interval.low -= slack;
    interval.high += slack;
}

struct Conversion {
    Rational factor;
    Rational offset;

    [[nodiscard]] Rational of(const Rational& value) const { return value * factor + offset; }
    [[nodiscard]] Interval of(const Interval& each) const { return {of(each.low), of(each.high)}; }
};

Conversion conversion(const Meaning& from, const Meaning& to, bool is_difference)
{
    const Rational factor = factor_of(from) / factor_of(to);
    if (is_difference || from.measured != Measured::temperature) return {factor, 0};
    return {factor, (zero_of(from) - zero_of(to)) / factor_of(to)};
}

bool measures_agree(const Measure& left, const Measure& right, const Conversion& forward)
{
    Interval source = as_source(left, right);
    Interval target = as_target(right);
    widen(source, *left.quantity);
    widen(target, *right.quantity);
    if (forward.of(source).meets(target)) return true;
    // The second may be the one that was measured, and the first converted.
    if (significant(right) > significant(left)) return false;
    Interval back = as_target(left);
    Interval exact = right.interval;
    widen(back, *left.quantity);
    widen(exact, *right.quantity);
    return forward.of(back).meets(exact);
}

// Whether the two were meant to be the same at all: near, off by powers of ten, or converted the
// wrong way round.
bool is_meant_as(const Rational& stated, const Rational& expected, const Rational& source,
                 const Rational& factor, bool is_loose)
{
    if (expected == 0 || stated == 0) return false;
    const Rational ratio = abs(stated / expected);
    const auto is_about = [](const Rational& value, const Rational& wanted) {
        return abs(value - wanted) * 20 <= wanted;
    };
    if (is_loose) return ratio * 4 >= 3 && ratio * 4 <= 5;
    if (ratio * 3 >= 1 && ratio <= 3) return true;
    for (const int places : {-3, -2, -1, 1, 2, 3})
        if (is_about(ratio, reading::power_of_ten(places))) return true;
    return factor != 0 && is_about(abs(stated), abs(source / factor));
}

// The right measure is told to be the left one in another unit, and is not.
struct Misfit {
    const Measure& left;
    const Measure& right;
    const Rational& expected;
    std::span<const Reading> readings;
};

void report_conversion(const Passage& sentence, const Misfit& misfit, Review& review)
{
    const auto& [left, right, expected, readings] = misfit;
    const Document& document = sentence.document();
    if (is_disowned(sentence) || review.is_full()) return;
    const Rational near = reading::rounded(expected, std::min(right.place, 0));
    const auto unit_of = [&](const Measure& measure) {
        return quote_of(document, mark_tokens(document, measure.unit_begin, measure.end, ""));
    };
    const std::string better = right.is_compound
                                   ? reading::exact_text(near)
                                   : written_like(document, *right.quantity, expected);
    found(k_unit_conversion, "The two measures are not the same", document)
        .stated(right.begin, right.end)
        .operand(left.begin, left.end)
        .evidence("operands", std::array{left.value}, "from_unit", unit_of(left), "reported",
                  right.value, "unit", unit_of(right), "recomputed", near, "difference",
                  right.value - near)
        .readings(readings)
        .says(Marked{1}, " is ", better, " ", unit_of(right), ", not ", Marked{0}, ".")
        .raise(review, "Correct one of the two values or its unit.");
}

} // namespace

void compare_measures(const Passage& sentence, const Measure& left, const Measure& right,
                      bool is_loose, Review& review)
{
    std::vector<Reading> readings;
    std::optional<Rational> expected;
    Rational factor;
    // One walk over the sentence, and only for temperatures.
    const bool may_differ =
        left.meanings.front()->measured == Measured::temperature && sentence.any(k_difference);
    for (const auto* from : left.meanings)
        for (const auto* to : right.meanings) {
            if (from->measured != to->measured) continue;
            for (const bool is_difference : {false, true}) {
                const bool is_degrees = from->measured == Measured::temperature;
                if (is_difference && (!is_degrees || !may_differ)) continue;
                const Conversion forward = conversion(*from, *to, is_difference);
                const bool holds = measures_agree(left, right, forward);
                readings.push_back({is_difference              ? "difference"
                                    : from->reading == "plain" ? to->reading
                                                               : from->reading,
                                    holds});
                if (holds) {
                    const Document& document = sentence.document();
                    review.passes.push_back(
                        {k_unit_conversion,
                         {mark_tokens(document, right.begin, right.end, "stated"),
                          mark_tokens(document, left.begin, left.end, "operand")},
                         readings.back().name});
                    return;
                }
                if (!expected) {
                    expected = forward.of(left.value);
                    factor = forward.factor;
                }
            }
        }
    if (!expected) return;
    const bool same_unit = left.meanings.front()->factor == right.meanings.front()->factor &&
                           left.meanings.front()->zero == right.meanings.front()->zero;
    if (same_unit) return;
    const bool is_degrees = left.meanings.front()->measured == Measured::temperature;
    if (!is_degrees && !is_meant_as(right.value, *expected, left.value, factor, is_loose)) return;
    report_conversion(sentence, {left, right, *expected, readings}, review);
}

namespace {

// A day may be a working day, and a week five of them; months have no length.
bool is_convertible(const Measure& measure)
{
    constexpr long k_hour = 3'600;
    const Meaning& meaning = *measure.meanings.front();
    if (meaning.measured < Measured::time) return true;
    return meaning.measured == Measured::time && reading::factor_of(meaning) <= k_hour;
}

void check_unit_pairs(const Passage& sentence, Review& review)
{
    for (const auto& quantity : sentence.quantities()) {
        const auto left = read_measure(sentence, quantity, false);
        if (!left || !is_convertible(*left)) continue;
        const auto frame = frame_after(sentence, left->end);
        if (!frame) continue;
        const Quantity* other = quantity_at(sentence, frame->number);
        if (other == nullptr) continue;
        auto right = read_measure(sentence, *other, false);
        // "180 cm (5 ft 11 in)": the finer part comes second.
        if (right) {
            const Quantity* finer = quantity_at(sentence, right->end);
            const auto both =
                finer == nullptr ? std::nullopt : read_measure(sentence, *finer, false);
            if (both && both->is_compound && both->begin == right->begin) right = both;
        }
        if (!right || !is_convertible(*right)) continue;
        if (!may_end(sentence, right->end, frame->in_brackets)) continue;
        // Nothing decides which decimal mark is meant: silence.
        if (quantity.other_value || other->other_value) {
            const auto left_too = read_measure(sentence, quantity, true);
            const auto right_too = read_measure(sentence, *other, true);
            Review trial;
            compare_measures(sentence, *left_too, *right_too, frame->is_loose, trial);
            if (trial.findings.empty() && !trial.passes.empty()) {
                review.passes.push_back(std::move(trial.passes.front()));
                continue;
            }
        }
        compare_measures(sentence, *left, *right, frame->is_loose, review);
    }
}

void check_units(const Document& document, Review& review)
{
    each_sentence(document, Reads::everything, review, [&](std::size_t i) {
        const Passage sentence = Passage::sentence(document, i);
        check_unit_pairs(sentence, review);
        check_unit_lists(sentence, review);
        check_units_apart(document, i, review);
    });
    // What is told in words and not in brackets.
    check_conversions(document, review);
}

constexpr const Check* k_units_checks[] = {&k_unit_conversion};

} // namespace

const Family k_units{Voice::verifier, k_units_checks, check_units};

} // namespace verify::relations
