// arith.share by what others of its kind are: "rent 840, that is 35%; food 480, so a fifth; the car
// 360, another 18%". The whole that all other shares near it are of is that of the last one too.
#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

namespace {

constexpr std::size_t k_least_alike = 2; // shares of one whole, beside the one that is not
constexpr std::size_t k_most_pairs = 40; // of one text
constexpr std::size_t k_most_terms_of_sentence = 16; // of one sentence
constexpr std::size_t k_whole_reach = 12;            // sentences from the whole to a share of it
constexpr std::uint32_t k_most_before_share = 8;     // tokens from a part to its share

struct Amount {
    Term term;
    std::size_t sentence = 0;
};

struct ParallelShare {
    Amount part;
    Term share;
};

bool is_whole_or_part(const Term& term)
{
    return term.is_number() && term.is_usable && !term.is_open && term.value > 0;
}

// As a percentage.
Interval percent_of(const Term& share)
{
    return share.kind == QuantityKind::percent ? share.stated : scaled(share.stated, 100);
}

bool is_share(const Term& term)
{
    using reading::Role;
    const bool moves = term.has(Role::up) || term.has(Role::down) || term.has(Role::by);
    const bool is_kind = term.kind == QuantityKind::percent || term.kind == QuantityKind::fraction;
    return is_kind && term.is_usable && !term.is_open && !moves;
}

class Shares {
public:
    Shares(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    void judge()
    {
        read();
        if (m_shares.size() <= k_least_alike) return;
        for (const auto& share : m_shares) judge(share);
    }

private:
    void read()
    {
        each_sentence(m_document, Reads::text, m_review, [&](std::size_t i) {
            const Passage passage = Passage::sentence(m_document, i);
            if (is_disowned(passage)) return;
            const Term* last = nullptr;
            if (passage.quantities().size() > k_most_terms_of_sentence) return;
            for (const auto& term : m_document.terms().of(i)) {
                const bool is_beside = last != nullptr && term.begin >= last->end &&
                                       term.begin - last->end <= k_most_before_share &&
                                       is_whole_or_part(*last) && !last->has(reading::Role::whole);
                if (is_share(term) && is_beside && m_shares.size() < k_most_pairs)
                    m_shares.push_back({{*last, i}, term});
                if (is_whole_or_part(term)) m_amounts.push_back({term, i});
                last = &term;
            }
        });
    }

    [[nodiscard]] bool may_be_of(const ParallelShare& share, const Amount& whole) const
    {
        return whole.sentence <= share.part.sentence &&
               share.part.sentence - whole.sentence <= k_whole_reach &&
               whole.term.begin != share.part.term.begin &&
               reading::are_same_level(share.part.term, whole.term) &&
               share.part.term.value <= whole.term.value;
    }

    [[nodiscard]] bool is_of(const ParallelShare& share, const Amount& whole) const
    {
        const auto ratio = quotient(share.part.term, whole.term);
        return may_be_of(share, whole) && ratio &&
               scaled(*ratio, 100).meets(percent_of(share.share));
    }

    // How many shares beside it are of the whole; 0 where one of them is of another, and so may it.
    [[nodiscard]] std::size_t count_alike(const ParallelShare& share, const Amount& whole) const
    {
        std::size_t out = 0;
        for (const auto& other : m_shares) {
            if (other.share.begin == share.share.begin ||
                other.part.sentence + k_whole_reach < share.part.sentence ||
                share.part.sentence + k_whole_reach < other.part.sentence)
                continue;
            if (!is_of(other, whole)) return 0;
            ++out;
        }
        return out;
    }

    void judge(const ParallelShare& share)
    {
        if (share.share.kind != QuantityKind::percent) return;
        const Amount* meant = nullptr;
        std::size_t most = 0;
        const auto first =
            std::partition_point(m_amounts.begin(), m_amounts.end(), [&](const Amount& each) {
                return each.sentence + k_whole_reach < share.part.sentence;
            });
        for (auto at = first; at != m_amounts.end(); ++at) {
            const Amount& whole = *at;
            if (whole.sentence > share.part.sentence) break;
            if (is_of(share, whole)) return;
            if (!may_be_of(share, whole)) continue;
            const std::size_t alike = count_alike(share, whole);
            if (alike <= most) continue;
            most = alike;
            meant = &whole;
        }
        if (meant == nullptr || most < k_least_alike) return;
        Relation relation = started(k_arith_share, "Share does not match part and whole",
                                    share.share, {&share.part.term, &meant->term});
        relation.exact = share.part.term.value / meant->term.value * 100;
        relation.computed = Interval::point(relation.exact);
        relation.formula = base::concat(printed(share.part.term), " / ", printed(meant->term));
        relation.cue = Cue::strong;
        const Mark mark = mark_of(m_document, *share.share.quantity, "stated");
        const bool is_told = std::any_of(
            m_review.findings.begin(), m_review.findings.end(),
            [&](const Finding& finding) { return finding.marks.front().begin == mark.begin; });
        if (!is_told && is_error(relation)) conclude(m_document, relation, m_review);
    }

    const Document& m_document;
    Review& m_review;
    std::vector<Amount> m_amounts;
    std::vector<ParallelShare> m_shares;
};

} // namespace

void check_parallel_shares(const Document& document, Review& review)
{
    Shares{document, review}.judge();
}

} // namespace verify::relations
