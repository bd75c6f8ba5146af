// arith.share and arith.partition: parts of a whole and their percentages.
#include "analysis/verify/skeptic/frames.hpp"
#include "analysis/verify/skeptic/judge.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

#include <algorithm>
#include <array>

namespace analysis::verify::skeptic {

namespace json = base::json;
using text::Interval;
using text::Passage;
using text::Quantity;
using text::QuantityKind;
using text::Rational;

namespace {

bool is_count(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && !quantity.doubtful && !quantity.in_range &&
           quantity.qualifier == text::Qualifier::none && text::value_of(quantity) > 0;
}

class Shares {
public:
    Shares(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review} {}

    void run()
    {
        const auto all = m_sentence.quantities();
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            part_of_whole(i);
            whole_first(i);
            share_first(i);
        }
    }

private:
    // Whether "of", "of the", "out of the", "/" stand between the two and nothing else.
    [[nodiscard]] bool is_of(const Quantity& part, const Quantity& whole) const
    {
        std::uint32_t at = part.end;
        if (m_sentence.is(at, {"/"}))
            return at + 1 == whole.begin && part.unit == nullptr && whole.unit == nullptr;
        if (m_sentence.is(at, {"out"})) ++at;
        if (!m_sentence.is(at, {"of"})) return false;
        ++at;
        if (m_sentence.is(at, {"the", "our", "its", "their", "all", "these", "those", "a"})) ++at;
        if (m_sentence.is(at, {"total", "first", "last"})) return false;
        return at == whole.begin;
    }

    // "45 of 120 respondents (38%)", "45 of the 120, or 38%".
    void part_of_whole(std::size_t index)
    {
        const auto all = m_sentence.quantities();
        const Quantity& part = all[index];
        const Quantity& whole = all[index + 1];
        if (!is_count(part) || !is_count(whole) || index + 2 >= all.size()) return;
        // "45 (38%) of 120"
        if (!is_of(part, whole)) return;
        const Quantity& share = all[index + 2];
        if (share.kind != QuantityKind::percent || share.doubtful || share.in_range) return;
        if (!are_comparable(part, whole) || !is_linked(whole, share)) return;
        weigh(part, whole, share);
    }

    // "Of the 80 students, 52 passed (65%)."
    void whole_first(std::size_t index)
    {
        const auto all = m_sentence.quantities();
        if (index + 2 >= all.size() || index != 0) return;
        const Quantity& whole = all[0];
        const Quantity& part = all[1];
        const Quantity& share = all[2];
        const std::uint32_t start = m_sentence.begin();
        const bool opens = (m_sentence.is(start, {"of"}) && whole.begin - start <= 2) ||
                           (m_sentence.reads(start, {"out", "of"}) && whole.begin - start <= 3);
        if (!opens || !is_count(whole) || !is_count(part) || whole.year_like ||
            part.unit != whole.unit)
            return;
        if (share.kind != QuantityKind::percent || share.doubtful || share.in_range ||
            part.begin - whole.end > 5)
            return;
        if (m_sentence.is(part.begin - 1, {","}) && is_linked(part, share))
            weigh(part, whole, share);
    }

    // "38% (45 of 120)", "38% (45/120)", "45 (38%) of 120".
    void share_first(std::size_t index)
    {
        const auto all = m_sentence.quantities();
        if (index + 2 >= all.size()) return;
        const Quantity& first = all[index];
        const Quantity& second = all[index + 1];
        const Quantity& third = all[index + 2];
        const bool opened = m_sentence.is(second.begin - 1, {"("}) && second.begin == first.end + 1;
        if (!opened) {
            share_of_whole(first, second, third);
            return;
        }
        if (first.kind == QuantityKind::percent && is_count(second) && is_count(third) &&
            is_of(second, third) && are_comparable(second, third) && closes(third))
            return weigh(second, third, first, /*complement=*/true);
        if (is_count(first) && second.kind == QuantityKind::percent && !second.in_range &&
            m_sentence.is(second.end, {")"}) && m_sentence.is(second.end + 1, {"of"}) &&
            is_count(third) && third.begin - second.end <= 3 && are_comparable(first, third))
            weigh(first, third, second);
    }

    // "30% of the 250 employees, or 75 people", "30% of 250 employees (75)".
    void share_of_whole(const Quantity& share, const Quantity& whole, const Quantity& part)
    {
        const bool fraction = share.kind == QuantityKind::fraction;
        if (share.kind != QuantityKind::percent && !fraction) return;
        if (share.doubtful || share.in_range || !is_of(share, whole) || !is_count(whole) ||
            !is_count(part))
            return;
        if (!are_comparable(part, whole) || whole.place != 0 || part.place != 0) return;
        if (share.qualifier != text::Qualifier::none || !is_linked(whole, part)) return;
        Claimed claimed;
        claimed.check = "arith.share";
        claimed.title = "Part does not match its share of the whole";
        claimed.stated = &part;
        claimed.operands = {&share, &whole};
        claimed.formula =
            base::concat(text::exact_text(text::value_of(share)), fraction ? " of " : "% of ",
                         text::exact_text(text::value_of(whole)));
        const Candidate plain{"plain", [&](bool other) {
                                  const Rational unit = fraction ? Rational{1} : Rational{1, 100};
                                  return std::optional{text::measured(share, other) *
                                                       text::measured(whole, other) *
                                                       Interval::point(unit)};
                              }};
        finish(claimed, std::array{plain}, Rational{1});
    }

    [[nodiscard]] bool are_comparable(const Quantity& part, const Quantity& whole) const
    {
        if (part.year_like && is_year(m_sentence, part) && part.begin == m_sentence.begin())
            return false;
        if (part.currency != whole.currency && !part.currency.empty() && !whole.currency.empty())
            return false;
        if (part.unit != nullptr && whole.unit != nullptr) return are_alike(part, whole);
        return part.unit == nullptr || whole.unit == nullptr;
    }

    // The percentage stands right behind in brackets, or after ", or" and ", i.e.".
    [[nodiscard]] bool is_linked(const Quantity& before, const Quantity& after) const
    {
        for (std::uint32_t i = before.end; i + 1 < after.begin; ++i) {
            if (i > before.end + 6) return false;
            if (m_sentence.is(i, {".", ";", "but", "while", "and", "including", "with"}))
                return false;
        }
        const std::uint32_t link = after.begin - 1;
        if (m_sentence.is(link, {"("})) return closes(after);
        const bool comma_or = m_sentence.is(link, {"or"}) && m_sentence.is(link - 1, {","});
        return comma_or && !m_sentence.is(after.end, {"of"});
    }

    [[nodiscard]] bool closes(const Quantity& quantity) const
    {
        if (m_sentence.is(quantity.end, {")", ";", ","})) return true;
        // "(75 people)"
        return m_sentence.is(quantity.end + 1, {")"}) && quantity.kind == QuantityKind::cardinal;
    }

    // `complement`: the brackets may count the others, as in "2% failed (98 of 100)".
    void weigh(const Quantity& part, const Quantity& whole, const Quantity& share,
               bool complement = false)
    {
        if (text::value_of(part) > text::value_of(whole)) return;
        Claimed claimed;
        claimed.check = "arith.share";
        claimed.title = "Percentage does not match part and whole";
        claimed.stated = &share;
        claimed.operands = {&part, &whole};
        claimed.formula = base::concat(text::exact_text(text::value_of(part)), " of ",
                                       text::exact_text(text::value_of(whole)));
        claimed.unit = "%";
        claimed.exact =
            text::value_of(part) * conversion(part, whole) / text::value_of(whole) * 100;
        const Candidate plain{"plain", [&](bool other) -> std::optional<Interval> {
                                  const auto ratio =
                                      text::divide(text::measured(part, other) *
                                                       Interval::point(conversion(part, whole)),
                                                   text::measured(whole, other));
                                  if (!ratio) return std::nullopt;
                                  return *ratio * Interval::point(100);
                              }};
        const Candidate others{"the others are counted",
                               [&](bool other) -> std::optional<Interval> {
                                   const auto ratio = plain.compute(other);
                                   if (!complement || !ratio) return std::nullopt;
                                   return Interval::point(100) - *ratio;
                               }};
        finish(claimed, std::array{plain, others}, Rational{0});
    }

    void finish(const Claimed& claimed, std::span<const Candidate> candidates,
                const Rational& slack)
    {
        const std::size_t known = m_review.findings.size();
        judge(m_sentence.document(), claimed, candidates, m_review, slack);
        if (m_review.findings.size() > known && is_disowned(m_sentence))
            m_review.findings.pop_back();
    }

    const Passage& m_sentence;
    Review& m_review;
};

constexpr std::string_view k_exhaustive[] = {"remaining", "remainder",  "rest",    "split",
                                             "divided",   "breakdown",  "breaks",  "broken",
                                             "comprises", "comprising", "composed"};
constexpr std::string_view k_not_exhaustive[] = {
    "multiple",  "several",    "overlap", "overlapping", "both",     "could",     "including",
    "some",      "about",      "roughly", "rounding",    "rounded",  "choose",    "select",
    "each",      "than",       "rose",    "fell",        "increase", "increased", "decrease",
    "decreased", "growth",     "grew",    "up",          "down",     "average",   "respectively",
    "whom",      "these",      "those",   "margin",      "versus",   "vs",        "compared",
    "tax",       "confidence", "from",    "by"};

// All percentages of the sentence, when they read as one list.
std::vector<const Quantity*> percent_list(const Passage& sentence)
{
    std::vector<const Quantity*> out;
    for (const auto& quantity : sentence.quantities()) {
        if (quantity.kind != QuantityKind::percent) continue;
        if (quantity.doubtful || quantity.in_range || quantity.qualifier != text::Qualifier::none ||
            quantity.negative_sign)
            return {};
        out.push_back(&quantity);
    }
    return out;
}

} // namespace

void check_shares(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 3) return;
    Shares{sentence, review}.run();
}

void check_partitions(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 2 || !sentence.any(k_exhaustive) ||
        sentence.any(k_not_exhaustive))
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
        if (!text::is_one_of(sentence.word(i), k_rest)) continue;
        bool told = false;
        for (const auto* part : parts) told = told || (part->begin > i && part->begin - i <= 5);
        if (!told) return;
    }
    Interval sum = Interval::point(0);
    for (const auto* part : parts) sum = sum + text::measured(*part);
    if (sum.contains(100)) {
        review.passes.push_back(
            {"arith.partition", mark_of(sentence.document(), *parts.back(), "").begin});
        return;
    }
    Rational exact = 0;
    auto values = json::array();
    Finding finding;
    for (const auto* part : parts) {
        exact += text::value_of(*part);
        json::append(values.get(), text::exact_json(text::value_of(*part)));
        finding.marks.push_back(mark_of(sentence.document(), *part, "operand"));
    }
    // Shares far from 100 are rarely shares of one whole.
    if (exact < 50 || exact > 200) return;
    std::rotate(finding.marks.begin(), finding.marks.end() - 1, finding.marks.end());
    finding.marks.front().role = "stated";
    finding.check = "arith.partition";
    finding.certainty = Certainty::strong;
    finding.title = "Shares of one whole do not add up to 100 %";
    const Reading reading{"plain", false};
    finding.evidence = json::object("parts", std::move(values), "sum", text::exact_json(exact),
                                    "recomputed", text::exact_json(exact), "reported", 100,
                                    "difference", text::exact_json(exact - 100), "formula",
                                    joined(parts, "+"), "readings", readings_json({&reading, 1}));
    finding.reasoning = base::concat(joined(parts, "+"), " gives ", text::exact_text(exact),
                                     " %, but the parts are said to be all there is.");
    finding.suggestion = "Correct a share or name the missing part.";
    raise(sentence.document(), std::move(finding), review);
}

} // namespace analysis::verify::skeptic
