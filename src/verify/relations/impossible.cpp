// unit.impossible: values no measure can have.
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/measures.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relations.hpp"

namespace verify::relations {

using reading::Meaning;
using reading::Measure;
using reading::Measured;
using reading::WordSet;

const Check k_unit_impossible{
    .id = "unit.impossible",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {"a value below 0 K, above 100 % humidity, faster than light",
              "a bound that only the subject knows"},
    .planted = k_planted_units};

namespace {

struct MeasureBound {
    std::string_view title;
    std::string_view reason;
    Rational low;
    Rational high;
};

void report_impossible(const Passage& sentence, const Mark& mark, const Rational& value,
                       const MeasureBound& bound, Review& review)
{
    if (is_disowned(sentence) || review.is_full()) return;
    found(k_unit_impossible, bound.title, sentence.document(), Certainty::strong)
        .stated(mark)
        .evidence("reported", value, "bounds", Interval{bound.low, bound.high})
        .says(bound.reason)
        .raise(review, "Correct the value or its unit.");
}

void check_coldness(const Passage& sentence, const Measure& measure, Review& review)
{
    const Meaning& meaning = *measure.meanings.front();
    if (meaning.measured != Measured::temperature || measure.value >= 0) return;
    static constexpr reading::OwnCues k_changes{
        WordSet::rises | WordSet::falls | WordSet::change | WordSet::difference,
        {"per", "by", "anomaly", "gradient", "lapse", "offset", "bias", "correction", "departure",
         "deviation", "warmed"}};
    if (!measure.quantity->negative_sign || sentence.any(k_changes)) return;
    const Rational kelvin = measure.interval.high * factor_of(meaning) + zero_of(meaning);
    if (kelvin >= 0) return;
    const Rational lowest = -zero_of(meaning) / factor_of(meaning);
    report_impossible(sentence,
                      mark_tokens(sentence.document(), measure.begin, measure.end, "stated"),
                      measure.value,
                      {"Colder than absolute zero",
                       "No temperature lies below 0 K, which is -273.15 degrees Celsius or -459.67 "
                       "degrees Fahrenheit.",
                       lowest, reading::power_of_ten(30)},
                      review);
}

void check_speed(const Passage& sentence, const Measure& measure, Review& review)
{
    // A sentence with one of these rightly tells a speed above that of light.
    constexpr std::string_view k_apparent[] = {"superluminal", "apparent", "recession", "expansion",
                                               "expands",      "phase",    "tachyon",   "tachyons",
                                               "warp",         "faster",   "would",     "exceed"};
    constexpr long k_light = 299'792'458;
    const Meaning& meaning = *measure.meanings.front();
    if (meaning.measured != Measured::speed || sentence.any(k_apparent)) return;
    if (measure.quantity->qualifier != reading::Qualifier::none) return;
    const Rational factor = factor_of(meaning);
    // "300,000 km/s" is how the speed of light itself is told.
    if (measure.value * factor <= Rational{k_light} * 101 / 100) return;
    report_impossible(
        sentence, mark_tokens(sentence.document(), measure.begin, measure.end, "stated"),
        measure.value,
        {"Faster than light", "Nothing moves faster than light in vacuum, 299,792,458 m/s.", 0,
         Rational{k_light} / factor},
        review);
}

// Up to `most` words of the list before the value, and what stands before them.
std::uint32_t skip_back(const Passage& sentence, std::uint32_t at, int most)
{
    for (int words = 0; words < most; ++words) {
        if (!sentence.is(at, reading::Cues{WordSet::copula | WordSet::have | WordSet::role_prep |
                                               WordSet::colon | WordSet::indefinite | WordSet::be,
                                           {"reached", "at", "=", "about", "to", "value", "hit",
                                            "averaged"}}))
            break;
        --at;
    }
    return at;
}

void check_humidity(const Passage& sentence, const Quantity& quantity, Review& review)
{
    constexpr std::string_view k_supersaturated[] = {
        "supersaturated", "supersaturation", "cloud", "clouds", "ice", "over", "index"};
    if (quantity.kind != QuantityKind::percent || quantity.in_range) return;
    const std::uint32_t at = skip_back(sentence, quantity.begin - 1, 3);
    if (!sentence.is(at, {"humidity"}) || !sentence.is(at - 1, {"relative"})) return;
    const Rational value = reading::value_of(quantity);
    if ((value >= 0 && value <= 100) || sentence.any(k_supersaturated)) return;
    report_impossible(
        sentence, mark_tokens(sentence.document(), quantity.begin, quantity.end, "stated"), value,
        {"No relative humidity has this value", "Relative humidity lies between 0 and 100 %.", 0,
         100},
        review);
}

void check_acidity(const Passage& sentence, const Quantity& quantity, Review& review)
{
    // Concentrated acids and bases reach a little beyond 0 and 14.
    constexpr int k_lowest = -2;
    constexpr int k_highest = 16;
    if (quantity.kind != QuantityKind::cardinal || quantity.in_range || quantity.unit != nullptr ||
        quantity.scaled)
        return;
    const std::uint32_t at = skip_back(sentence, quantity.begin - 1, 3);
    if (!sentence.holds(at) || sentence.document().raw(at) != "pH") return;
    const Rational value = reading::value_of(quantity);
    if (value >= k_lowest && value <= k_highest) return;
    report_impossible(
        sentence, mark_tokens(sentence.document(), quantity.begin, quantity.end, "stated"), value,
        {"No solution has this pH",
         "The pH of a solution lies between 0 and 14, of "
         "the strongest ones a little beyond.",
         k_lowest, k_highest},
        review);
}

} // namespace

void check_impossible(const Passage& sentence, Review& review)
{
    for (const auto& quantity : sentence.quantities()) {
        check_humidity(sentence, quantity, review);
        check_acidity(sentence, quantity, review);
        const auto measure = read_measure(sentence, quantity, false);
        if (!measure) continue;
        check_coldness(sentence, *measure, review);
        check_speed(sentence, *measure, review);
    }
}

} // namespace verify::relations
