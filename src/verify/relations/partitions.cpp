// arith.partition: shares that are told to be all of one whole: "split 40%, 35% and 35%".
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

const Check k_arith_partition{
    .id = "arith.partition",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"percentages said to be all do not add up to 100", "parts told without a number"},
    .planted = k_planted_arithmetic,
    .real = k_real_relations};

namespace {

constexpr std::size_t k_most_shares = 20;

enum class Told {
    nothing,
    listing, // "consists of": a few more parts may not be worth a word
    all      // "split", "the remaining", "account for all"
};

Told told_by(const Passage& sentence)
{
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
        if (sentence.is(i, {"account", "accounts", "accounting"}) &&
            sentence.reads(i + 1, {"for", "all"}))
            return Told::all;
    if (sentence.any(WordSet::parts_whole)) return Told::all;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
        if (sentence.is(i, {"consists", "consist", "consisting"}) ||
            sentence.reads(i, {"made", "up", "of"}))
            return Told::listing;
    return Told::nothing;
}

// Shares that rise, are compared, or may overlap are not parts of one whole.
bool tells_of_overlap(const Passage& sentence)
{
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const bool is_other = sentence.is(i, WordSet::up) || sentence.is(i, WordSet::down) ||
                              sentence.is(i, WordSet::gap) || sentence.is(i, WordSet::mean) ||
                              sentence.is(i, WordSet::old_before) ||
                              sentence.is(i, WordSet::overlap);
        // "made up of" says nothing of rising.
        if (is_other && !sentence.reads(i - 1, {"made", "up", "of"})) return true;
    }
    return false;
}

// Other parts may be told without a percentage: "and the rest to charity".
bool has_untold_rest(const Passage& sentence, const std::vector<const Term*>& parts)
{
    constexpr std::uint32_t k_near = 5;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (!sentence.is(i, {"remaining", "remainder", "rest"})) continue;
        const bool is_told = std::any_of(parts.begin(), parts.end(), [&](const Term* part) {
            return part->begin > i && part->begin - i <= k_near;
        });
        if (!is_told) return true;
    }
    return false;
}

// All percentages of the sentence; empty where one of them is not a share of the same whole.
std::vector<const Term*> parts_of(const Passage& sentence, const std::vector<Term>& terms)
{
    // "half is work, 30% is sleep": a part, or of something else.
    constexpr std::string_view k_fractions[] = {"half",    "halves",   "third", "thirds",
                                                "quarter", "quarters", "fifth", "fifths"};
    if (sentence.any(k_fractions)) return {};
    std::vector<const Term*> out;
    for (const Term& term : terms) {
        if (term.kind != reading::QuantityKind::percent) continue;
        const bool is_plain = term.is_usable && term.value >= 0 &&
                              term.quantity->qualifier == reading::Qualifier::none;
        // "the remaining 20% of them": a share of a share.
        const bool is_nested = !out.empty() && sentence.is(term.end, {"of"}) &&
                               sentence.is(term.end + 1, {"them", "this", "that", "it"});
        // "between 70% and 90% of them" are the ends of one share, "at 90% of it" no part of it.
        const bool is_end = sentence.is(term.begin - 1, {"between", "at"});
        if (!is_plain || is_nested || is_end) return {};
        out.push_back(&term);
    }
    return out.size() < 2 || out.size() > k_most_shares ? std::vector<const Term*>{} : out;
}

void report(const Document& document, const std::vector<const Term*>& parts, const Rational& sum,
            Review& review)
{
    auto found = verify::found(k_arith_partition, "Shares of one whole do not add up to 100 %",
                               document, Certainty::strong);
    found.stated(*parts.back()->quantity);
    std::vector<Rational> values;
    for (const Term* part : parts) {
        values.push_back(part->value);
        if (part != parts.back()) found.operand(*part->quantity);
    }
    const std::string formula = joined(parts, " + ");
    found
        .evidence("parts", values, "sum", sum, "recomputed", sum, "reported", 100, "difference",
                  sum - 100, "formula", formula)
        .read_as("plain")
        .says(formula, " gives ", sum, " %, but the parts are said to be all there is.")
        .raise(review, "Correct a share or name the missing part.");
}

void look(const Passage& sentence, const std::vector<Term>& terms, Review& review)
{
    const auto parts = parts_of(sentence, terms);
    if (parts.empty()) return;
    const Told told = told_by(sentence);
    if (told == Told::nothing || tells_of_overlap(sentence) || is_disowned(sentence) ||
        has_untold_rest(sentence, parts))
        return;
    Interval range = Interval::point(0);
    Rational sum{0};
    std::vector<Mark> marks;
    for (const Term* part : parts) {
        range = range + part->measured;
        sum += part->value;
        marks.push_back(mark_of(sentence.document(), *part->quantity, "operand"));
    }
    if (range.contains(100)) {
        review.passes.push_back({k_arith_partition, std::move(marks)});
        return;
    }
    // Shares far from 100 are rarely shares of one whole.
    const bool is_near = sum >= 50 && sum <= 200;
    if (is_near && (sum > 100 || told == Told::all))
        report(sentence.document(), parts, sum, review);
}

} // namespace

void check_partitions(const Document& document, Review& review)
{
    each_sentence(document, Reads::text, review, [&](std::size_t i) {
        const auto& terms = document.terms().of(i);
        if (terms.size() >= 2) look(Passage::sentence(document, i), terms, review);
    });
}

} // namespace verify::relations
