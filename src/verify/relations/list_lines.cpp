#include "verify/relations/list_lines.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"

#include "base/concat.hpp"
#include "reading/document.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/passage.hpp"

#include <algorithm>

namespace verify::relations {

using reading::Role;
using reading::WordSet;

const Check k_arith_mean{.id = "arith.mean",
                         .category = Category::consistency,
                         .nature = Nature::relation,
                         .proof = {"the mean of listed values is another one", "weighted means"},
                         .planted = k_planted_relations,
                         .real = k_real_relations};

namespace {

constexpr std::uint32_t k_longest_line = 16; // tokens

bool any_word(const Passage& line, std::uint32_t end, WordSet set)
{
    for (std::uint32_t at = line.begin(); at < end; ++at) {
        if (reading::is_in(set, line.word(at))) return true;
        if (reading::is_in(set, base::concat(line.word(at), ' ', line.word(at + 1)))) return true;
    }
    return false;
}

// The end of a line without leaders and a remark in brackets: "PSU 92 (don't cheap out on it)".
std::uint32_t end_of_line(const Passage& line)
{
    std::uint32_t end = line.end();
    while (end > line.begin() && reading::is_one_of(line.word(end - 1), {".", ","})) --end;
    if (end == line.begin() || line.word(end - 1) != ")") return end;
    for (std::uint32_t at = end - 1; at > line.begin(); --at)
        if (line.word(at) == "(") return at;
    return end;
}

bool is_amount(const Term& term)
{
    return term.is_number() && !term.is_rate && !term.is_attribute && !term.quantity->doubtful &&
           !term.quantity->in_range && !term.quantity->year_like;
}

// Dots that lead to the amount count for nothing.
std::uint32_t length_of(const Passage& line)
{
    std::uint32_t out = 0;
    for (std::uint32_t at = line.begin(); at < line.end(); ++at)
        out += line.word(at) == "." ? 0U : 1U;
    return out;
}

} // namespace

std::optional<Line> read_line(const Passage& passage)
{
    if (length_of(passage) > k_longest_line) return std::nullopt;
    const auto& document = passage.document();
    std::vector<Term> own;
    const std::span<const Term> all = document.terms().of(passage, own);
    const std::uint32_t end = end_of_line(passage);
    std::size_t count = all.size();
    while (count > 0 &&
           (all[count - 1].kind == reading::QuantityKind::ordinal || all[count - 1].begin >= end))
        --count;
    if (count == 0 || !is_amount(all[count - 1])) return std::nullopt;
    Line out;
    out.begin = passage.begin();
    out.amount = all[count - 1];
    out.others.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count - 1));
    const Term& amount = out.amount;
    out.is_total = any_word(passage, amount.begin, WordSet::sum_line);
    // A label stands before the amount, and nothing behind it but a mark.
    bool has_label = false;
    for (std::uint32_t at = passage.begin(); at < amount.begin; ++at)
        has_label =
            has_label || document.kind(at) == reading::TokenKind::word || document.word(at) == "=";
    const std::uint32_t shown = std::max(amount.quantity->end, amount.quantity->number_end);
    for (std::uint32_t at = shown; at < end; ++at)
        if (document.kind(at) != reading::TokenKind::symbol && !out.is_total) return std::nullopt;
    // A bare amount may close a list: "5,612.80" under a rule.
    out.is_bare = !has_label;
    // An equation is another check's.
    for (std::uint32_t at = passage.begin(); at < passage.end(); ++at)
        if (reading::is_one_of(passage.word(at), {"\u00f7", "*", "+", "\u221a", "^"}))
            return std::nullopt;
    out.is_rest = any_word(passage, amount.begin, WordSet::rest_before) ||
                  any_word(passage, amount.begin, WordSet::rest_line);
    out.is_taken_off = any_word(passage, amount.begin, WordSet::taken_off);
    for (std::uint32_t at = passage.begin(); at < amount.begin; ++at)
        out.has_times = out.has_times ||
                        reading::is_one_of(passage.word(at), {"x", "\u00d7", "@", "at", "each"});
    return out;
}

namespace {

// "Insulation and membrane 0.25" is one label.
bool is_parting(std::string_view word, bool has_number)
{
    return reading::is_one_of(word, {",", ";", ":", "."}) || (has_number && word == "and");
}

// A number whose unit only the last one has: "31.5, 29.0 and 32.0 mm".
void take_unit(Term& term, const Term& last)
{
    if (!term.is_count() || last.powers.is_none()) return;
    term.powers = last.powers;
    term.factor = last.factor;
    reading::set_values(term);
}

bool are_of_one_kind(const Term& left, const Term& right)
{
    return (left.powers == right.powers || left.is_bare() || right.is_bare()) &&
           (left.currency == right.currency || left.currency.empty() || right.currency.empty());
}

// "Beth 27", and before the first one the words that lead to it: "they were given 8".
std::optional<Line> item_of(const Passage& part, bool is_first)
{
    constexpr std::uint32_t k_longest = 6; // tokens of a label with its amount
    auto terms = reading::terms_of(part);
    if (terms.empty() || terms.back().end != part.end() || !is_amount(terms.back()) ||
        !terms.back().is_usable)
        return std::nullopt;
    const bool is_short = terms.size() == 1 && part.end() - part.begin() <= k_longest;
    if (!is_first && !is_short) return std::nullopt;
    Line out;
    out.begin = part.begin();
    out.amount = std::move(terms.back());
    out.is_taken_off = any_word(part, out.amount.begin, WordSet::taken_off);
    return out;
}

std::optional<Line> first_of(const Passage& part)
{
    constexpr std::uint32_t k_longest_label = 3; // tokens
    const auto terms = reading::terms_of(part);
    if (terms.empty() || !is_amount(terms.front()) || !terms.front().is_usable ||
        terms.front().begin > part.begin() + k_longest_label)
        return std::nullopt;
    Line out;
    out.begin = part.begin();
    out.amount = terms.front();
    return out;
}

} // namespace

Lines lines_of(const Passage& sentence)
{
    Lines out;
    bool is_ended = false;
    for (auto at = sentence.begin(); at < sentence.end();) {
        auto end = at;
        bool has_number = false;
        while (end < sentence.end() && !is_parting(sentence.word(end), has_number)) {
            has_number = has_number || sentence.document().kind(end) == reading::TokenKind::number;
            ++end;
        }
        auto line = item_of(Passage{sentence.document(), at, end}, out.empty());
        const bool is_item = line.has_value();
        if (is_item && is_ended) return {};
        if (is_item) out.push_back(std::move(*line));
        // "And" before the last one, or a comma and "and".
        const bool is_gap = end == at;
        const bool is_joined = at > sentence.begin() && sentence.word(at - 1) == "and";
        constexpr std::size_t k_least = 3;
        if (!is_item && !is_gap && out.size() + (is_joined ? 1 : 0) >= k_least) is_ended = true;
        // "7.92, 8.04 and 8.10 give a mean of": the last one, with the rest of the sentence.
        if (!is_item && is_ended && is_joined)
            if (auto last = first_of(Passage{sentence.document(), at, end}))
                out.push_back(std::move(*last));
        if (!is_item && !is_gap && !is_ended) out.clear();
        at = end + 1;
    }
    if (out.empty()) return out;
    const Term last = out.back().amount;
    for (auto& line : out) take_unit(line.amount, last);
    const bool are_alike = std::all_of(out.begin(), out.end(), [&](const Line& line) {
        return line.amount.powers == last.powers && are_of_one_kind(line.amount, last) &&
               line.amount.quantity->place == last.quantity->place;
    });
    return are_alike ? out : Lines{};
}

namespace {

// Whether the words from `begin` to `end` tell of another group or another time: "the average in
// the other class", "last year we had".
bool tells_of_other_group(const Passage& sentence, std::uint32_t begin, std::uint32_t end)
{
    for (auto at = begin; at < end; ++at) {
        const auto word = sentence.word(at);
        // "A mean of 8.1"
        if (word == "of" && at + 2 >= end) continue;
        if (reading::is_one_of(
                word, {"in", "for", "at", "among", "across", "from", "of", "beat", "than"}) ||
            reading::is_in(WordSet::old_before, word) || reading::is_in(WordSet::old_after, word) ||
            reading::is_in(WordSet::old_after, base::concat(word, ' ', sentence.word(at + 1))))
            return true;
    }
    return false;
}

} // namespace

std::optional<Result> read_result(const Passage& sentence, const Line& last)
{
    std::optional<Result> out;
    std::vector<Term> own;
    for (const auto& term : sentence.document().terms().of(sentence, own)) {
        const bool is_amount_of_it =
            is_amount(term) && term.is_usable && are_of_one_kind(term, last.amount);
        if (!is_amount_of_it) continue;
        const bool concludes = term.has(Role::result) && term.begin <= sentence.begin() + 2;
        const bool is_mean = term.has(Role::mean) && term.is_told();
        if (!is_mean && !concludes && !term.has(Role::total)) continue;
        const bool is_of_others = term.has(Role::old) || term.has(Role::mean) != is_mean ||
                                  tells_of_other_group(sentence, sentence.begin(), term.begin);
        if (out || is_of_others) return std::nullopt;
        out = Result{term, is_mean};
    }
    return out;
}

void judge_result(const reading::Document& document, const Lines& told, const Result& result,
                  Review& review)
{
    Lines lines = told;
    for (auto& line : lines) take_unit(line.amount, result.amount);
    auto relation = related(result.is_mean ? k_arith_mean : k_arith_sum,
                            result.is_mean ? "Mean does not match its values"
                                           : "Total does not match its lines",
                            result.amount, {});
    Rational slack{0};
    Rational taken_off{0};
    for (const auto& line : lines) {
        if (line.is_taken_off) taken_off += line.amount.value;
        relation.operands.push_back(&line.amount);
        relation.exact += line.amount.value;
        slack += (line.amount.measured.high - line.amount.measured.low) / 2;
    }
    relation.formula = joined(relation.operands, " + ");
    if (result.is_mean) {
        const Rational count{static_cast<unsigned long>(lines.size())};
        relation.exact /= count;
        slack /= count;
        relation.formula = base::concat("(", relation.formula, ") / ", lines.size());
    }
    relation.computed = {relation.exact - slack, relation.exact + slack};
    const Interval without{relation.exact - taken_off * 2 - slack,
                           relation.exact - taken_off * 2 + slack};
    relation.holds = relation.computed.meets(result.amount.stated) ||
                     (taken_off != 0 && without.meets(result.amount.stated));
    relation.cue = Cue::strong;
    relation.needs_slip = true;
    if (relation.holds || is_error(relation)) conclude(document, relation, review);
}

} // namespace verify::relations
