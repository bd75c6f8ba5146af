#include "synthesize/fitting_numbers.hpp"

#include "reading/wordnet/wordnet.hpp"
#include "statements/figures.hpp"

#include <algorithm>

namespace synthesize {

using reading::Measured;
using reading::Passage;
using reading::WordNet;
using reading::WordSet;

namespace {

class NumberJudge {
public:
    NumberJudge(const Part& part, const Source& source, const Statement& statement,
                const Likeness& likeness)
        : m_part{part}, m_source{source}, m_likeness{likeness},
          m_words{passage_of(source, statement)}, m_asked{part, source, m_words, likeness}
    {
    }

    [[nodiscard]] double fit_of(const Figure& figure) const;

private:
    [[nodiscard]] bool counts_what_is_asked(const Figure& figure) const
    {
        if (!m_part.noun) return true;
        const bool counts_people =
            figure.shown.empty() || WordNet::embedded().is_person(figure.shown) ||
            reading::is_in(WordSet::people, figure.shown) || is_of_people(figure.aspect);
        if (m_part.counts_people) return counts_people;
        if (is_object_of_asked(figure)) return true;
        for (std::uint32_t i = figure.begin; i < std::min(figure.end + 5, m_words.end()); ++i)
            for (const auto term : m_source.terms.of(i))
                if (m_likeness(*m_part.noun, term) >= k_related) return true;
        return false;
    }

    // "Will cut more than 14,000 salaried staff" where "how many jobs" is asked: the verb of the
    // question stands before the number, with nothing between but how exact it is.
    [[nodiscard]] bool is_object_of_asked(const Figure& figure) const
    {
        const auto before = number_begin(m_words, figure);
        return before > m_words.begin() && m_asked.is_at(before - 1) &&
               WordNet::embedded().can_be(m_words.word(before - 1), reading::WordKind::verb);
    }

    const Part& m_part;
    const Source& m_source;
    const Likeness& m_likeness;
    Passage m_words;
    AskedWords m_asked;
};

double NumberJudge::fit_of(const Figure& figure) const
{
    const bool same_aspect = m_part.aspect != Aspect::none && figure.aspect == m_part.aspect;
    const bool is_time = figure.measured == Measured::time || figure.measured == Measured::calendar;
    if (m_part.asks == Asks::count) {
        if (!figure.counts_things || !counts_what_is_asked(figure)) return 0;
        if (m_part.aspect == Aspect::none) return 0.8;
        return same_aspect ? 1.0 : figure.aspect == Aspect::none ? 0.5 : 0.3;
    }
    if (m_part.asks == Asks::money) {
        if (m_part.asks_change && figure.unit == "%") return 1;
        if (!figure.is_money) return 0;
        if (is_object_of_asked(figure)) return 1;
        return figure.aspect == Aspect::price || same_aspect ? 0.9 : 0.7;
    }
    if (m_part.asks == Asks::duration) {
        const bool is_length = figure.measured == Measured::length;
        if (m_part.aspect == Aspect::length) return is_length ? 1.0 : is_time ? 0.6 : 0;
        return is_time ? 1.0 : is_length ? 0.3 : 0;
    }
    if (same_aspect) return 1;
    if (m_part.aspect != Aspect::none && figure.aspect != Aspect::none) return 0.2;
    return figure.measured ? 0.7 : 0;
}

} // namespace

double fits_question(const Part& part, const Source& source, const Statement& statement,
                     const Figure& figure, const Likeness& likeness)
{
    return NumberJudge{part, source, statement, likeness}.fit_of(figure);
}

double best_number_for(const Part& part, const Source& source, const Statement& statement,
                       const Likeness& likeness)
{
    const NumberJudge judge{part, source, statement, likeness};
    double best = 0;
    for (const auto& figure : statement.figures)
        best = std::max(best, judge.fit_of(figure) * (figure.is_part ? 0.5 : 1.0));
    return best;
}

} // namespace synthesize
