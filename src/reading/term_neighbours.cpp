#include "reading/term_neighbours.hpp"
#include "reading/lexicon/lexicon.hpp"

namespace reading {

namespace {

class Neighbours {
public:
    Neighbours(const Passage& passage, std::vector<Term>& terms)
        : m_passage{passage}, m_terms{terms}
    {
    }

    void read()
    {
        share_in_lists();
        share_in_ranges();
        share_scales();
        carry_labels();
        find_running_labels();
        find_alternatives();
        give_cents_a_currency();
    }

private:
    [[nodiscard]] std::string_view word(std::uint32_t at) const { return m_passage.word(at); }

    // "12, 15 and 19 degrees", "from 3.75 to 3.25 per cent": the last one's unit is all members'.
    void share_in_lists()
    {
        for (std::size_t i = m_terms.size(); i-- > 1;) {
            Term& left = m_terms[i - 1];
            const Term& right = m_terms[i];
            if (left.kind != QuantityKind::cardinal || !left.powers.is_none() || !left.noun.empty())
                continue;
            bool joint = left.end < right.begin;
            for (std::uint32_t at = left.end; joint && at < right.begin; ++at)
                joint = is_in(
                    Cues{WordSet::joins | WordSet::comma, {"to", "of", "the", "und", "auf", "et"}},
                    word(at));
            if (!joint || right.begin - left.end > 2 || right.is_rate || right.is_compound)
                continue;
            // "rose in 1986 to 44.6 pct"
            if (right.kind == QuantityKind::percent && !left.quantity->year_like) {
                left.kind = QuantityKind::percent;
                left.noun.clear();
                left.is_usable = !left.quantity->doubtful && !left.quantity->in_range;
            }
            if (right.kind != QuantityKind::cardinal) continue;
            // "$5": a currency that stands before a number is that number's alone.
            const bool is_before = right.begin < right.quantity->number_begin;
            if (!right.currency.empty() && (is_before || left.quantity->year_like)) continue;
            left.currency = right.currency;
            left.noun = right.noun;
            if (right.powers.is_none()) continue;
            left.powers = right.powers;
            left.factor = right.factor;
            set_values(left);
        }
    }

    // "Run 1 took 118 s, run 2 took 121 s, run 3 took 116 s": numbers that only count on.
    void find_running_labels()
    {
        std::vector<Term*> run;
        for (auto& term : m_terms) {
            if (!term.is_usable || !term.is_bare() || term.quantity->place != 0) continue;
            const bool follows =
                term.value == static_cast<long>(run.size()) + 1 &&
                (run.empty() || word(run.back()->begin - 1) == word(term.begin - 1));
            if (follows) run.push_back(&term);
        }
        constexpr std::size_t k_least = 3;
        if (run.size() < k_least) return;
        // "1, 2 and 3" may be values.
        if (word(run.back()->begin - 1) == "and" || word(run.back()->begin - 1) == ",") return;
        for (Term* term : run) term->is_usable = false;
    }

    // "four or five feet": either of them.
    void find_alternatives()
    {
        for (std::size_t i = 1; i < m_terms.size(); ++i)
            if (m_terms[i - 1].end + 1 == m_terms[i].begin && word(m_terms[i - 1].end) == "or")
                m_terms[i - 1].is_usable = m_terms[i].is_usable = false;
    }

    // "from 8 to 3", "to 3 from 8"
    [[nodiscard]] bool are_two_times(const Term& former, const Term& latter) const
    {
        const auto first = word(former.begin - 1);
        const auto second = word(latter.begin - 1);
        return former.end + 1 == latter.begin &&
               ((first == "from" && second == "to") || (first == "to" && second == "from"));
    }

    // "From 52 minutes to 47", "from 8 to 3 euros": the unit of one is that of both.
    void share_in_ranges()
    {
        for (std::size_t i = 1; i < m_terms.size(); ++i) {
            Term& left = m_terms[i - 1];
            Term& right = m_terms[i];
            if (!are_two_times(left, right)) continue;
            take_unit(right, left);
            if (!right.currency.empty()) take_unit(left, right);
        }
    }

    static void take_unit(Term& to, const Term& from)
    {
        const bool has_unit = !from.powers.is_none() && from.is_number() && !from.is_compound;
        if (!has_unit || !to.is_bare() || to.quantity->year_like) return;
        to.powers = from.powers;
        to.factor = from.factor;
        to.zero = from.zero;
        to.currency = from.currency;
        to.per = from.per;
        to.is_rate = from.is_rate;
        set_values(to);
    }

    // "From 120 to 150 million", "to $5 million from 4": the scale word is that of both.
    void share_scales()
    {
        for (std::size_t i = 1; i < m_terms.size(); ++i) {
            Term* former = &m_terms[i - 1];
            Term* latter = &m_terms[i];
            if (!are_two_times(*former, *latter)) continue;
            if (former->quantity->scaled) std::swap(former, latter);
            const bool is_one = former->is_number() && latter->is_number() &&
                                !former->quantity->scaled && latter->quantity->scaled &&
                                former->powers == latter->powers;
            const int scale = is_one ? scale_of(*latter->quantity) : 0;
            if (scale == 0) continue;
            // "From 900 to 1.2 million" may be just that.
            const Rational times = latter->value / latter->factor / power_of_ten(scale);
            const Rational own = former->value / former->factor;
            constexpr int k_alike = 10;
            if (own >= times * k_alike || times >= own * k_alike) continue;
            former->factor *= power_of_ten(scale);
            set_values(*former);
            const Rational half = power_of_ten(former->quantity->place) * former->factor / 2;
            former->measured = {former->value - half, former->value + half};
        }
    }

    [[nodiscard]] int scale_of(const Quantity& quantity) const
    {
        for (auto at = quantity.number_begin; at < quantity.number_end; ++at)
            if (const auto exponent = scale_word(word(at))) return *exponent;
        return 0;
    }

    // "Pages 3, 5 and 9": a label goes on through its list.
    void carry_labels()
    {
        for (std::size_t i = 1; i < m_terms.size(); ++i) {
            const Term& left = m_terms[i - 1];
            Term& right = m_terms[i];
            const bool label = !left.is_usable && left.is_bare() && !left.quantity->spelled;
            if (!label || !right.is_bare()) continue;
            // "4,400 in 1811 and 4,840 in 1821"
            if (left.quantity->year_like && !right.quantity->year_like) continue;
            bool joint = left.end < right.begin;
            for (std::uint32_t at = left.end; joint && at < right.begin; ++at)
                joint = is_in(WordSet::joins | WordSet::comma, word(at));
            if (joint && right.begin - left.end <= 2) right.is_usable = false;
        }
    }

    void give_cents_a_currency()
    {
        std::string_view other;
        for (const auto& term : m_terms)
            if (!term.currency.empty() && term.currency != "cent") other = term.currency;
        for (auto& term : m_terms) {
            if (term.currency != "cent" || other.empty()) continue;
            term.currency = other;
            term.factor /= 100;
            set_values(term);
        }
    }

    const Passage& m_passage;
    std::vector<Term>& m_terms;
};

} // namespace

void read_neighbours(const Passage& passage, std::vector<Term>& terms)
{
    Neighbours{passage, terms}.read();
}

} // namespace reading
