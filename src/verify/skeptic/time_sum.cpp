// time.duration of several stretches: "1 h 40 min plus 2 h 35 min, 4 h 15 min in all", "36 hours,
// i.e. a day and a half".
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <vector>

namespace verify::skeptic {

namespace {

constexpr int k_day_minutes = 24 * 60;

// Minutes in one; 0 for what is no fixed time.
Rational minutes_in(const Quantity& quantity)
{
    if (quantity.unit == nullptr || quantity.unit->dimension != Dimension::time) return 0;
    const auto unit = quantity.unit->canonical;
    if (unit == "second") return Rational{1, 60};
    if (unit == "minute") return 1;
    if (unit == "hour") return 60;
    if (unit == "day") return k_day_minutes;
    if (unit == "week") return 7 * k_day_minutes;
    return 0;
}

struct Length {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Rational minutes;
    Rational unit; // minutes in its smallest unit
    bool finest_is_whole = true;
    std::vector<const Quantity*> parts;
};

// Neighbours "2 h 35 min", "a day and 12 hours" are one length.
std::vector<Length> lengths_of(const Passage& sentence)
{
    std::vector<Length> out;
    for (const auto& quantity : sentence.quantities()) {
        const Rational unit = minutes_in(quantity);
        const bool usable = unit > 0 && !quantity.doubtful && !quantity.in_range &&
                            quantity.kind == QuantityKind::cardinal &&
                            quantity.qualifier == reading::Qualifier::none;
        if (!usable) continue;
        const bool goes_on =
            !out.empty() && unit < out.back().unit &&
            (quantity.begin == out.back().end ||
             (quantity.begin == out.back().end + 1 && sentence.is(out.back().end, {"and", ","})));
        if (!goes_on) out.push_back({quantity.begin, quantity.end, 0, unit, true, {}});
        Length& length = out.back();
        length.end = quantity.end;
        length.minutes += reading::value_of(quantity) * unit;
        length.unit = unit;
        length.finest_is_whole = quantity.place == 0;
        length.parts.push_back(&quantity);
    }
    return out;
}

std::vector<Mark> marks_of(const Document& document, const Length& stated,
                           std::span<const Length> operands)
{
    std::vector<Mark> out{mark_tokens(document, stated.begin, stated.end, "stated")};
    for (const auto& operand : operands)
        out.push_back(mark_tokens(document, operand.begin, operand.end, "operand"));
    return out;
}

// "4 h 15 min", in the words of clocks.
std::string spelled(const Rational& minutes)
{
    if (minutes.get_den() != 1) return base::concat(reading::exact_text(minutes), " min");
    const mpz_class& whole = minutes.get_num();
    const mpz_class hours = whole / 60;
    const mpz_class rest = whole % 60;
    if (hours == 0) return base::concat(rest.get_str(), " min");
    return rest == 0 ? base::concat(hours.get_str(), " h")
                     : base::concat(hours.get_str(), " h ", rest.get_str(), " min");
}

void report(const Passage& sentence, const Length& stated, std::span<const Length> operands,
            const Rational& exact, std::string_view formula, Review& review)
{
    const auto& document = sentence.document();
    const Reading plain{"plain", false};
    Finding finding;
    finding.check = "time.duration";
    finding.title = "The times do not add up";
    finding.marks = marks_of(document, stated, operands);
    finding.evidence = base::json::object(
        "reported", reading::exact_json(stated.minutes), "recomputed", reading::exact_json(exact),
        "unit", "minute", "formula", formula, "readings", readings_json({&plain, 1}));
    finding.reasoning = base::concat(formula, " is ", spelled(exact), "; the text states ",
                                     spelled(stated.minutes), ".");
    finding.suggestion = base::concat("Write ", spelled(exact), " or correct a part.");
    raise(document, std::move(finding), review);
}

// Whether "in all", "altogether", "a total of" marks the last length as the sum of the others.
bool is_total_length(const Passage& sentence, const Length& length)
{
    const std::uint32_t end = length.end;
    if (sentence.is(end, {"altogether", "total", "overall"}) ||
        sentence.reads(end, {"in", "all"}) || sentence.reads(end, {"in", "total"}))
        return true;
    constexpr std::string_view k_cues[] = {"total", "totals", "totalling", "totaling",   "sum",
                                           "makes", "making", "gives",     "altogether", "comes"};
    const std::uint32_t first =
        length.begin >= sentence.begin() + 5 ? length.begin - 5 : sentence.begin();
    return sentence.any(first, length.begin, k_cues);
}

void check_sum(const Passage& sentence, std::span<const Length> lengths, Review& review)
{
    constexpr std::string_view k_disabling[] = {"average", "each",  "per",  "including", "break",
                                                "breaks",  "not",   "or",   "minus",     "least",
                                                "every",   "twice", "times"};
    if (lengths.size() < 3 || sentence.any(k_disabling)) return;
    const Length& stated = lengths.back();
    const auto operands = lengths.first(lengths.size() - 1);
    if (!is_total_length(sentence, stated)) return;
    Rational sum = 0;
    std::string formula;
    for (const auto& operand : operands) {
        if (!operand.finest_is_whole) return;
        sum += operand.minutes;
        formula += base::concat(formula.empty() ? "" : " + ", spelled(operand.minutes));
    }
    // Half of the finest unit stated, but whole minutes are exact.
    const Rational slack = stated.unit > 1 ? Rational{stated.unit / 2} : Rational{0};
    if (abs(sum - stated.minutes) <= slack) {
        review.passes.push_back({"time.duration", marks_of(sentence.document(), stated, operands)});
    } else if (abs(sum - stated.minutes) * 2 <= sum) {
        report(sentence, stated, operands, sum, formula, review);
    }
}

// "36 hours, i.e. 2 days", "90 minutes (1.5 hours)" with days and weeks among them.
void check_same(const Passage& sentence, std::span<const Length> lengths, Review& review)
{
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
        const Length& first = lengths[i];
        const Length& second = lengths[i + 1];
        if (first.unit < 60 || second.unit < 60 || first.unit == second.unit) continue;
        const bool brackets = second.begin == first.end + 1 && sentence.is(first.end, {"("}) &&
                              sentence.is(second.end, {")"});
        const bool same = sentence.reads(first.end, {",", "i", ".", "e", "."}) ||
                          sentence.reads(first.end, {",", "that", "is", ","}) ||
                          sentence.reads(first.end, {",", "or", "exactly"});
        if (!brackets && !(same && second.begin - first.end <= 6)) continue;
        // A day may be a working day.
        const Rational gap = abs(first.minutes - second.minutes);
        const Rational slack = std::max(first.unit, second.unit) / 2;
        const bool working = sentence.any(std::initializer_list<std::string_view>{
            "working", "business", "shift", "shifts", "school", "work"});
        if (working) continue;
        if (gap < slack) {
            review.passes.push_back(
                {"time.duration", marks_of(sentence.document(), second, {&first, 1})});
        } else if (!is_disowned(sentence)) {
            report(sentence, second, {&first, 1}, first.minutes, spelled(first.minutes), review);
        }
    }
}

} // namespace

void check_time_sums(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 2) return;
    const auto lengths = lengths_of(sentence);
    if (lengths.size() < 2) return;
    check_same(sentence, lengths, review);
    if (!is_disowned(sentence)) check_sum(sentence, lengths, review);
}

} // namespace verify::skeptic
