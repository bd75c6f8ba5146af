// grim.percent of a small whole that is told apart from the percentage: "all 40 answered ... 79%
// said yes". A share of n whole things is a multiple of 1/n, rounded.
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/statistics/whole_numbers.hpp"

#include <algorithm>

namespace verify::statistics {

using reading::WordSet;

namespace {

constexpr std::size_t k_reach = 4; // sentences before the own one
constexpr int k_least_whole = 5;   // of fewer no author tells a percentage

// Each of those asked does one of these once.
constexpr reading::OwnCues k_answers{WordSet::answers | WordSet::thinks | WordSet::have |
                                         WordSet::does,
                                     {"would", "were", "are", "found", "showed", "germinated"}};

// Words that say that none of them is left out.
constexpr reading::OwnCues k_complete{WordSet::every | WordSet::everybody,
                                      {"all", "complete", "without", "whole"}};

bool is_whole_count(const Quantity& quantity)
{
    return quantity.kind == QuantityKind::cardinal && !quantity.doubtful && !quantity.in_range &&
           quantity.currency.empty() && quantity.unit == nullptr && !quantity.plus &&
           !quantity.year_like && quantity.qualifier == reading::Qualifier::none &&
           (quantity.place == 0 || quantity.spelled) &&
           reading::value_of(quantity) >= k_least_whole;
}

bool is_share(const Quantity& quantity)
{
    const Rational value = reading::value_of(quantity);
    return quantity.kind == QuantityKind::percent && !quantity.doubtful && !quantity.in_range &&
           quantity.qualifier == reading::Qualifier::none && !quantity.plus && value > 0 &&
           value < 100 && quantity.place <= 0 && !quantity.spelled;
}

// Whether a whole number of `count` is the share, as rounded or cut off.
bool fits(const Quantity& share, const Rational& count)
{
    const auto percent = Interval::point(Rational{1, 100});
    const Rational unit = reading::power_of_ten(share.place);
    const Rational value = reading::value_of(share);
    // The next value itself is not cut off to this one.
    const Interval cut{value, Rational{value + unit * Rational{999, 1000}}};
    return has_whole_sum(printed_interval(share) * percent, count) ||
           has_whole_sum(cut * percent, count);
}

// For so many of them every percentage of so many places exists.
bool is_large(const Quantity& share, const Rational& count)
{
    return count >= reading::power_of_ten(2 - share.place);
}

class WholeShares {
public:
    WholeShares(const Document& document, std::size_t index, Review& review)
        : m_document{document}, m_index{index},
          m_sentence{Passage::sentence(document, index)}, m_review{review}
    {
    }

    void run()
    {
        for (const auto& share : m_sentence.quantities()) {
            if (!is_share(share) || is_left_open(share)) continue;
            const Quantity* whole = told_whole(share);
            if (whole == nullptr) whole = whole_before(share);
            if (whole != nullptr) judge(share, *whole);
        }
    }

private:
    // A task, a plan, an estimate, a weighted sample: it was not counted.
    [[nodiscard]] bool is_left_open(const Quantity& share) const
    {
        return m_sentence.is(m_sentence.end() - 1, {"?"}) ||
               m_sentence.is(share.begin - 1, {"by", "least", "most", "than", "to", "another"}) ||
               m_sentence.any(std::initializer_list<std::string_view>{
                   "weighted", "=", "suppose", "expected", "target", "goal", "must", "estimated",
                   "should", "chance", "probability", "discount"});
    }

    [[nodiscard]] bool is_answered(std::uint32_t at) const
    {
        return reading::is_in(k_answers, m_sentence.word(at));
    }

    // "84% of the forty said yes", "60% of the same 14 would".
    [[nodiscard]] const Quantity* told_whole(const Quantity& share) const
    {
        std::uint32_t at = share.end;
        if (!m_sentence.is(at, {"of"})) return nullptr;
        ++at;
        while (m_sentence.is(at, {"the", "all", "our", "these", "those", "same", "my", "their"}))
            ++at;
        for (const auto& whole : m_sentence.quantities()) {
            // "8.3% of 18- to 24-year-olds"
            if (whole.begin != at || !is_whole_count(whole) || m_sentence.is(whole.end, {"-"}))
                continue;
            std::uint32_t verb = whole.end;
            const bool is_people = reading::is_in(k_people, m_sentence.word(verb));
            const bool is_noun = m_document.kind(verb) == TokenKind::word && !is_answered(verb);
            if (is_noun && reading::find_unit(m_sentence.word(verb)) != nullptr) return nullptr;
            if (is_noun) ++verb;
            // Decimals of people are another rule's.
            if (is_people && share.place < 0) return nullptr;
            return is_answered(verb) || share.place < 0 ? &whole : nullptr;
        }
        return nullptr;
    }

    // "25 plots were inspected, rust on 63% of them"; "all 40 answered. 79% said yes".
    [[nodiscard]] const Quantity* whole_before(const Quantity& share) const
    {
        // "20% of these sessions" names its own.
        const bool points_back =
            m_sentence.is(share.end, {"of"}) &&
            (m_sentence.is(share.end + 1, {"them", "you", "us"}) ||
             (m_sentence.is(share.end + 1, {"these"}) &&
              (is_answered(share.end + 2) || m_document.kind(share.end + 2) != TokenKind::word)));
        if (!points_back && !is_answered(share.end)) return nullptr;
        std::vector<const Quantity*> counts;
        bool is_complete = false;
        const std::size_t first = m_index - std::min(m_index, k_reach);
        for (std::size_t i = first; i <= m_index; ++i) {
            const Passage each = Passage::sentence(m_document, i);
            const std::uint32_t end = i == m_index ? share.begin : each.end();
            for (const auto& quantity : each.quantities())
                if (quantity.end <= end && quantity.kind == QuantityKind::cardinal) {
                    const bool is_other = quantity.unit != nullptr || !quantity.currency.empty() ||
                                          quantity.year_like || reading::value_of(quantity) < 2;
                    if (!is_other) counts.push_back(&quantity);
                }
            is_complete = is_complete || each.any(each.begin(), end, k_complete);
        }
        if (counts.empty()) return nullptr;
        const Quantity* whole = counts.back();
        const bool is_here = points_back && m_sentence.holds(whole->begin) && counts.size() == 1;
        if (!is_whole_count(*whole) || (!is_here && !is_complete) || has_other_base(share, counts))
            return nullptr;
        return whole;
    }

    // Whether another number told nearby, or what it leaves of one, may be what the share is of.
    [[nodiscard]] static bool has_other_base(const Quantity& share,
                                             const std::vector<const Quantity*>& counts)
    {
        const Rational own = reading::value_of(*counts.back());
        const auto may_be = [&](const Rational& base) {
            return base >= 2 && base != own && (is_large(share, base) || fits(share, base));
        };
        for (const auto* left : counts) {
            if (!is_whole_count(*left) || may_be(reading::value_of(*left))) return true;
            for (const auto* right : counts)
                if (may_be(reading::value_of(*left) - reading::value_of(*right)) ||
                    (left != right &&
                     may_be(reading::value_of(*left) + reading::value_of(*right)) &&
                     reading::value_of(*left) != reading::value_of(*right)))
                    return true;
        }
        return false;
    }

    void judge(const Quantity& share, const Quantity& whole)
    {
        const Rational count = reading::value_of(whole);
        if (is_large(share, count) || is_disowned(m_sentence)) return;
        auto found = verify::found(k_grim_percent, "No whole number of them is this percentage",
                                   m_document, Certainty::strong);
        found.stated(share).operand(whole);
        if (fits(share, count)) return found.pass(m_review);
        found.evidence("n", count, "reported", share)
            .says("No whole number of ", count, " is ", m_document.raw(share.number_begin),
                  " % of them.")
            .raise(m_review, "Check the percentage and of how many it is.");
    }

    const Document& m_document;
    std::size_t m_index;
    Passage m_sentence;
    Review& m_review;
};

} // namespace

void check_shares_of_few(const Document& document, std::size_t sentence, Review& review)
{
    WholeShares{document, sentence, review}.run();
}

} // namespace verify::statistics
