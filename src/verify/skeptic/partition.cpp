// arith.partition: shares that are said to be all of one whole.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace json = base::json;

namespace {

constexpr std::string_view k_exhaustive[] = {"remaining", "remainder",  "rest",    "split",
                                             "divided",   "breakdown",  "breaks",  "broken",
                                             "comprises", "comprising", "composed"};
// What consists of some parts may have a few more that are not worth a word.
constexpr std::string_view k_listing[] = {"consists", "consist", "consisting", "made"};
constexpr std::string_view k_not_exhaustive[] = {
    "major",        "multiple",  "several",    "overlap", "overlapping", "both",     "could",
    "including",    "some",      "about",      "roughly", "rounding",    "rounded",  "choose",
    "select",       "each",      "than",       "rose",    "fell",        "increase", "increased",
    "decrease",     "decreased", "growth",     "grew",    "up",          "down",     "average",
    "respectively", "whom",      "these",      "those",   "margin",      "versus",   "vs",
    "compared",     "tax",       "confidence", "from",    "by"};

// "which account for all generation", "made up of".
bool says_all(const Passage& sentence)
{
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const bool all = sentence.is(i, {"account", "accounts", "accounting"}) &&
                         sentence.is(i + 1, {"for"}) && sentence.is(i + 2, {"all"});
        if (all || sentence.reads(i, {"made", "up", "of"})) return true;
    }
    return sentence.any(k_exhaustive) || sentence.any(std::initializer_list<std::string_view>{
                                             "consists", "consist", "consisting"});
}

// "made up of" says nothing of rising.
bool tells_of_others(const Passage& sentence)
{
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
        if (reading::is_one_of(sentence.word(i), k_not_exhaustive) &&
            !sentence.reads(i - 1, {"made", "up", "of"}))
            return true;
    return false;
}

// All percentages of the sentence, when they read as one list.
std::vector<const Quantity*> percent_list(const Passage& sentence)
{
    std::vector<const Quantity*> out;
    for (const auto& quantity : sentence.quantities()) {
        if (quantity.kind != QuantityKind::percent) continue;
        if (quantity.doubtful || quantity.in_range ||
            quantity.qualifier != reading::Qualifier::none || quantity.negative_sign)
            return {};
        out.push_back(&quantity);
    }
    return out;
}

} // namespace

void check_partitions(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 2 || !says_all(sentence) || tells_of_others(sentence))
        return;
    const auto parts = percent_list(sentence);
    if (parts.size() < 2 || parts.size() > 20 || is_disowned(sentence)) return;
    // "the remaining 20% of the first group": a share of a share.
    for (const auto* part : parts)
        if (sentence.is(part->end, {"of"}) && part != parts.front() &&
            sentence.is(part->end + 1, {"them", "this", "that", "it"}))
            return;
    // Other parts may be told without a percentage: "and the rest to charity".
    constexpr std::string_view k_rest[] = {"remaining", "remainder", "rest"};
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (!reading::is_one_of(sentence.word(i), k_rest)) continue;
        bool told = false;
        for (const auto* part : parts) told = told || (part->begin > i && part->begin - i <= 5);
        if (!told) return;
    }
    // "half is work, 30% is sleep": a fraction may be one of the parts, or of something else.
    constexpr std::string_view k_fractions[] = {"half",    "halves",   "third", "thirds",
                                                "quarter", "quarters", "fifth", "fifths"};
    if (sentence.any(k_fractions)) return;
    Interval sum = Interval::point(0);
    for (const auto* part : parts) sum = sum + reading::measured(*part);
    if (sum.contains(100)) {
        std::vector<Mark> marks;
        marks.reserve(parts.size());
        for (const auto* part : parts)
            marks.push_back(mark_of(sentence.document(), *part, "operand"));
        review.passes.push_back({"arith.partition", std::move(marks)});
        return;
    }
    Rational exact = 0;
    auto values = json::array();
    Finding finding;
    for (const auto* part : parts) {
        exact += reading::value_of(*part);
        json::append(values.get(), reading::exact_json(reading::value_of(*part)));
        finding.marks.push_back(mark_of(sentence.document(), *part, "operand"));
    }
    // Shares far from 100 are rarely shares of one whole.
    if (exact < 50 || exact > 200) return;
    if (exact < 100 && !sentence.any(k_exhaustive) && sentence.any(k_listing)) return;
    std::rotate(finding.marks.begin(), finding.marks.end() - 1, finding.marks.end());
    finding.marks.front().role = "stated";
    finding.check = "arith.partition";
    finding.certainty = Certainty::strong;
    finding.title = "Shares of one whole do not add up to 100 %";
    const Reading reading{"plain", false};
    finding.evidence = json::object("parts", std::move(values), "sum", reading::exact_json(exact),
                                    "recomputed", reading::exact_json(exact), "reported", 100,
                                    "difference", reading::exact_json(exact - 100), "formula",
                                    joined(parts, "+"), "readings", readings_json({&reading, 1}));
    finding.reasoning = base::concat(joined(parts, "+"), " gives ", reading::exact_text(exact),
                                     " %, but the parts are said to be all there is.");
    finding.suggestion = "Correct a share or name the missing part.";
    raise(sentence.document(), std::move(finding), review);
}

} // namespace verify::skeptic
