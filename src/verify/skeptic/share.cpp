// arith.share: a part of a whole and its percentage.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>
#include <array>

namespace verify::skeptic {

namespace json = base::json;

namespace {

bool is_count(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && !quantity.doubtful && !quantity.in_range &&
           quantity.qualifier == reading::Qualifier::none && reading::value_of(quantity) > 0;
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
            share_applied(i);
            part_then_share(i);
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
        if (!are_comparable(part, whole)) return;
        if (is_linked(whole, share) || says_it_otherwise(whole, share)) weigh(part, whole, share);
    }

    // ", that is 75%", ", i.e. 75%", ", representing 75%", ", for a pass rate of 75%".
    [[nodiscard]] bool says_it_otherwise(const Quantity& before, const Quantity& after) const
    {
        std::uint32_t at = before.end;
        while (at < before.end + 4 && m_sentence.document().kind(at) == TokenKind::word &&
               at < after.begin)
            ++at;
        if (!m_sentence.is(at, {",", "-", "\u2014", "("}) || m_sentence.is(after.end, {"of"}))
            return false;
        constexpr std::string_view k_filler[] = {
            "that",       "is",      "which",      "was",
            "i.e",        "i",       "e",          ".",
            ",",          "a",       "or",         "meaning",
            "equivalent", "equal",   "to",         "an",
            "rate",       "of",      "exactly",    "pass",
            "for",        "success", "about",      "response",
            "turnout",    "just",    "the",        "representing",
            "percentage", "share",   "proportion", "corresponding",
            "amounts",    "equals",  "makes"};
        bool cue = false;
        for (++at; at < after.begin; ++at) {
            if (!reading::is_one_of(m_sentence.word(at), k_filler)) return false;
            cue = cue || m_sentence.is(at, {"is", "was", "i.e", "i", "representing", "rate",
                                            "meaning", "equivalent", "equal", "equals", "makes",
                                            "corresponding", "amounts", "percentage"});
        }
        return cue;
    }

    // "A 15% tip on an $80 bill is $12", "VAT at 20% on $150 comes to $30", "15% on $80 = $12".
    void share_applied(std::size_t index)
    {
        const auto all = m_sentence.quantities();
        if (index + 2 >= all.size()) return;
        const Quantity& share = all[index];
        const Quantity& whole = all[index + 1];
        const Quantity& part = all[index + 2];
        if (share.kind != QuantityKind::percent || share.doubtful || share.in_range ||
            share.qualifier != reading::Qualifier::none || !is_count(whole) || part.doubtful ||
            part.kind != QuantityKind::cardinal || part.in_range)
            return;
        if (whole.currency.empty() || whole.currency != part.currency) return;
        if (!is_applied(share, whole) || !gives(whole, part)) return;
        const Rational plain = reading::value_of(share) * reading::value_of(whole) / 100;
        if (abs(reading::value_of(part) - plain) * 2 > plain) return;
        Claimed claimed;
        claimed.check = "arith.share";
        claimed.title = "Part does not match its share of the whole";
        claimed.certainty = Certainty::strong;
        claimed.stated = &part;
        claimed.operands = {&share, &whole};
        claimed.formula = base::concat(reading::exact_text(reading::value_of(share)), "% of ",
                                       reading::exact_text(reading::value_of(whole)));
        claimed.unit = part.currency;
        const Candidate candidates[] = {{"plain", [&](bool other) {
                                             return std::optional{
                                                 reading::measured(share, other) *
                                                 reading::measured(whole, other) *
                                                 Interval::point(Rational{1, 100})};
                                         }}};
        finish(claimed, candidates, std::max(Rational{1, 100}, rounding_slack({&whole}, part)));
    }

    // Between share and whole "on" or "of" with few words; nothing but words.
    [[nodiscard]] bool is_applied(const Quantity& share, const Quantity& whole) const
    {
        if (whole.begin - share.end > 6) return false;
        bool on = false;
        for (std::uint32_t i = share.end; i < whole.begin; ++i) {
            if (m_sentence.document().kind(i) != TokenKind::word) return false;
            if (m_sentence.is(
                    i, {"off", "discount", "than", "more", "less", "up", "and", "top", "first"}))
                return false;
            on = on || m_sentence.is(i, {"on", "of"});
        }
        return on;
    }

    [[nodiscard]] bool gives(const Quantity& whole, const Quantity& part) const
    {
        constexpr std::string_view k_other[] = {
            "total", "price", "balance", "remaining", "leaves", "save",   "after",  "before",
            "up",    "down",  "year",    "years",     "month",  "months", "average"};
        if (part.begin - whole.end > 6 || part.begin <= whole.end ||
            m_sentence.any(whole.end, part.begin, k_other) ||
            m_sentence.is(part.end, {"with", "including", "plus", "over", "a", "per", "after"}))
            return false;
        const std::uint32_t last = part.begin - 1;
        if (m_sentence.is(last, {"to"}))
            return m_sentence.is(last - 1,
                                 {"comes", "came", "amounts", "amounted", "works", "out"});
        return m_sentence.is(last,
                             {"is", "was", "=", "equals", "makes", "gives", "adds", "totals"});
    }

    // "20 students, 40% of the class of 50", "20 students, or 40% of the 50".
    void part_then_share(std::size_t index)
    {
        const auto all = m_sentence.quantities();
        if (index + 2 >= all.size()) return;
        const Quantity& part = all[index];
        const Quantity& share = all[index + 1];
        const Quantity& whole = all[index + 2];
        if (!is_count(part) || !is_count(whole) || share.kind != QuantityKind::percent ||
            share.doubtful || share.in_range || share.qualifier != reading::Qualifier::none)
            return;
        std::uint32_t at = part.end;
        while (at < part.end + 2 && m_sentence.document().kind(at) == TokenKind::word) ++at;
        if (!m_sentence.is(at, {",", "("})) return;
        if (m_sentence.is(++at, {"or"})) ++at;
        if (at != share.begin || !m_sentence.is(share.end, {"of"}) || whole.begin - share.end > 6)
            return;
        for (std::uint32_t i = share.end; i < whole.begin; ++i)
            if (m_sentence.document().kind(i) != TokenKind::word) return;
        const bool of = m_sentence.is(whole.begin - 1, {"of", "the", "all", "its", "their", "our"});
        if (of && are_comparable(part, whole)) weigh(part, whole, share);
    }

    // "Half of the 64 delegates, 32 people, voted no."
    [[nodiscard]] bool stands_apart(const Quantity& before, const Quantity& after) const
    {
        if (after.begin - before.end > 4 || !m_sentence.is(after.begin - 1, {","})) return false;
        const std::uint32_t next = after.end;
        return m_sentence.is(next, {","}) || (m_sentence.document().kind(next) == TokenKind::word &&
                                              m_sentence.is(next + 1, {","}));
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
        const bool opens = (m_sentence.is(start, {"of", "among"}) && whole.begin - start <= 2) ||
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
        if (share.qualifier != reading::Qualifier::none ||
            (!is_linked(whole, part) && !stands_apart(whole, part) &&
             !says_it_otherwise(whole, part)))
            return;
        Claimed claimed;
        claimed.check = "arith.share";
        claimed.title = "Part does not match its share of the whole";
        claimed.stated = &part;
        claimed.operands = {&share, &whole};
        claimed.formula =
            base::concat(reading::exact_text(reading::value_of(share)), fraction ? " of " : "% of ",
                         reading::exact_text(reading::value_of(whole)));
        const Candidate plain{"plain", [&](bool other) {
                                  const Rational unit = fraction ? Rational{1} : Rational{1, 100};
                                  return std::optional{reading::measured(share, other) *
                                                       reading::measured(whole, other) *
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
        if (reading::value_of(part) > reading::value_of(whole)) return;
        Claimed claimed;
        claimed.check = "arith.share";
        claimed.title = "Percentage does not match part and whole";
        claimed.stated = &share;
        claimed.operands = {&part, &whole};
        claimed.formula = base::concat(reading::exact_text(reading::value_of(part)), " of ",
                                       reading::exact_text(reading::value_of(whole)));
        claimed.unit = "%";
        claimed.exact =
            reading::value_of(part) * conversion(part, whole) / reading::value_of(whole) * 100;
        const Candidate plain{"plain", [&](bool other) -> std::optional<Interval> {
                                  const auto ratio =
                                      reading::divide(reading::measured(part, other) *
                                                          Interval::point(conversion(part, whole)),
                                                      reading::measured(whole, other));
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
        // "(80.3% of 1,236,000 total) (2015)" tells when.
        const Quantity& stated = *claimed.stated;
        if (stated.year_like && m_sentence.is(stated.begin - 1, {"("}) &&
            m_sentence.is(stated.end, {")"}))
            return;
        const std::size_t known = m_review.findings.size();
        judge(m_sentence.document(), claimed, candidates, m_review, slack);
        if (m_review.findings.size() > known && is_disowned(m_sentence))
            m_review.findings.pop_back();
    }

    const Passage& m_sentence;
    Review& m_review;
};

} // namespace

void check_shares(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 3) return;
    Shares{sentence, review}.run();
}

} // namespace verify::skeptic
