#include "synthesize/kind_of_answer.hpp"

#include "reading/finite_verb.hpp"
#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"
#include "statements/saying.hpp"
#include "synthesize/causes.hpp"
#include "synthesize/fitting_numbers.hpp"
#include "synthesize/matter.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;
using reading::WordNet;
using reading::WordSet;

namespace {

class KindJudge {
public:
    KindJudge(const Part& part, const Source& source, const Statement& statement,
              const Likeness& likeness)
        : m_part{part}, m_source{source}, m_statement{statement}, m_likeness{likeness},
          m_words{passage_of(source, statement)}, m_asked{part, source, m_words, likeness}
    {
    }

    [[nodiscard]] double judge() const
    {
        switch (m_part.asks) {
        case Asks::topic: return 0.5;
        case Asks::event: return event();
        case Asks::deed: return deed();
        case Asks::count:
        case Asks::money:
        case Asks::duration:
        case Asks::measure: return best_number_for(m_part, m_source, m_statement, m_likeness);
        case Asks::attribute: return attribute();
        case Asks::date: return date();
        case Asks::place: return place();
        case Asks::person: return person();
        case Asks::reason: return reason();
        case Asks::which: return which();
        case Asks::manner: return manner();
        case Asks::yes_no: return yes_no();
        }
        return 0;
    }

private:
    // "What is the A of it": A with a number of its kind or with what it is.
    [[nodiscard]] double attribute() const
    {
        if (m_part.asks_definition) return definition();
        double best = 0;
        if (m_part.aspect != Aspect::none)
            for (const auto& figure : m_statement.figures)
                if (figure.aspect == m_part.aspect)
                    best = std::max(best, figure.is_part ? 0.5 : 1.0);
        if (!m_part.noun) return std::max(best, 0.5);
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i)
            for (const auto term : m_source.terms.of(i))
                if (m_likeness(*m_part.noun, term) >= k_related) best = std::max(best, 0.8);
        return best;
    }

    // "X is a": the name, a form of to be, an article.
    [[nodiscard]] double definition() const
    {
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            std::uint32_t next = i + 1;
            while (m_words.is(next, reading::WordSet::quote)) ++next;
            if (reading::is_in(WordSet::copula, m_words.word(next)) &&
                reading::is_in(WordSet::article | WordSet::indefinite, m_words.word(next + 1)) &&
                !m_source.terms.of(i).empty() && !m_asked.is_new(m_source.terms.of(i).front()))
                return 1;
        }
        return 0.4;
    }

    // What is to come does not tell what a person did; what they did need not be told with the verb
    // of the question ("what did the court decide").
    [[nodiscard]] double deed() const
    {
        if (m_part.is_past && is_planned(m_statement)) return 0.2;
        if (has_predicate()) return 0.9;
        const auto subject = subject_of(m_words);
        if (!subject) return 0.2;
        for (std::uint32_t i = m_words.begin(); i <= *subject; ++i)
            for (const auto term : m_source.terms.of(i))
                if (!m_asked.is_new(term)) return 0.7;
        return 0.2;
    }

    // It happened on a day, or at least is over.
    [[nodiscard]] double event() const
    {
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i)
            if (reading::is_in(WordSet::weekday_name | WordSet::near_day, m_words.word(i)))
                return 0.9;
        if (!m_statement.moments.empty()) return 0.8;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i)
            if (reading::is_finite_verb(m_words, i) && m_words.word(i).ends_with("ed")) return 0.6;
        return 0.3;
    }

    [[nodiscard]] double date() const
    {
        constexpr std::uint32_t k_near = 10;
        double best = 0;
        // "When does it leave": a year tells when it was built.
        if ((m_part.is_present || m_part.is_future) && !m_words.times().empty()) return 1;
        // A day far from what is asked is the day of something else.
        const auto place = [&](std::uint32_t token) {
            return m_asked.is_near(token, k_near) ? 1.0 : 0.6;
        };
        for (const auto& moment : m_statement.moments)
            best = std::max(best, place(moment.begin) * (moment.day != 0     ? 1.0
                                                         : moment.month != 0 ? 0.85
                                                                             : 0.7));
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i)
            if (reading::is_in(WordSet::weekday_name | WordSet::near_day, m_words.word(i)))
                best = std::max(best, 0.7 * place(i));
        if (!m_words.times().empty()) best = std::max(best, 0.6);
        return best;
    }

    [[nodiscard]] bool is_capital(std::uint32_t token) const
    {
        const auto raw = m_source.document.raw(token);
        return token > m_words.begin() && !raw.empty() && reading::is_upper(raw.front());
    }

    [[nodiscard]] double place() const
    {
        double best = 0;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            const bool prep = reading::is_in(WordSet::place_prep, m_words.word(i)) ||
                              m_words.is(i, {"near", "outside", "from", "across", "off", "along"});
            if (!prep) continue;
            std::uint32_t next = i + 1;
            while (m_words.is(
                next, {"the", "a", "an", "northern", "southern", "western", "eastern", "central"}))
                ++next;
            const auto word = m_words.word(next);
            if (reading::is_in(WordSet::month_name | WordSet::weekday_name, word)) continue;
            if (is_capital(next) || WordNet::embedded().is_place(word)) return 1;
            if (next > i + 1 && !m_source.terms.of(next).empty()) best = std::max(best, 0.6);
        }
        return best;
    }

    // No place, and behind no article: no person is called "the Tardis".
    [[nodiscard]] bool may_be_somebody(std::uint32_t token) const
    {
        // "The Varga family" is a person here.
        const auto next = m_words.word(token + 1);
        const bool names_group =
            WordNet::embedded().is_person(next) || reading::is_one_of(next, {"family", "brothers"});
        return !WordNet::embedded().is_place(m_words.word(token)) &&
               (names_group || !m_words.is(token - 1, WordSet::article | WordSet::indefinite));
    }

    // A name that the question does not know, near what it asks for.
    [[nodiscard]] double person() const
    {
        constexpr std::uint32_t k_near = 6;
        const auto saying = statements::saying_in(m_words);
        double best = 0;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            const auto terms = m_source.terms.of(i);
            if (terms.empty() || saying[i - m_words.begin()]) continue;
            const auto raw = m_source.document.raw(i);
            const bool name =
                reading::is_upper(raw.front()) && m_asked.is_new(terms.front()) &&
                may_be_somebody(i) &&
                !reading::is_in(WordSet::month_name | WordSet::weekday_name, m_words.word(i)) &&
                (i > m_words.begin() || is_capital(i + 1) ||
                 WordNet::embedded().bases(m_words.word(i)).empty());
            if (!name) {
                // "A farmer found it."
                if (WordNet::embedded().is_person(m_words.word(i)) &&
                    m_asked.is_new(terms.front()) && m_asked.is_near(i, k_near))
                    best = std::max(best, 0.5);
                continue;
            }
            best = std::max(best, names_role(i) ? 0.6 : 0.3);
            // "It was Ana Ruiz who": named as the answer.
            if (m_words.reads(m_words.begin(), {"it", "was"}) && m_words.any({"who"})) return 1;
            if (m_asked.is_near(i, k_near)) return 1;
            if (m_asked.is_near(i, 2 * k_near)) best = std::max(best, 0.6);
        }
        return best;
    }

    // "Whose architect is the Dane Mette Ravn": a person is named beside what they are.
    [[nodiscard]] bool names_role(std::uint32_t name) const
    {
        constexpr std::uint32_t k_near = 4;
        const auto from = std::max(m_words.begin() + k_near, name) - k_near;
        for (std::uint32_t i = from; i < name; ++i)
            if (WordNet::embedded().is_person(m_words.word(i)) && !is_capital(i)) return true;
        return false;
    }

    // Not "due to fly".
    [[nodiscard]] bool is_due_to(std::uint32_t token) const
    {
        return m_words.reads(token, {"due", "to"}) &&
               !WordNet::embedded().is_chiefly(m_words.word(token + 2), reading::WordKind::verb);
    }

    // Not "an hour or so that".
    [[nodiscard]] bool is_so_that(std::uint32_t token) const
    {
        return m_words.reads(token, {"so", "that"}) && !m_words.is(token - 1, {"or"});
    }

    [[nodiscard]] double reason() const
    {
        // "The cause is not yet known."
        if (m_words.any({"unknown", "unclear"}) ||
            (m_words.any({"known"}) && m_words.any({"yet", "not"})))
            return 0.3;
        // "Was started by a cigarette", "lead poisoning killed him"
        const bool names_cause =
            cause_in(m_words, [&](std::uint32_t token) {
                return m_asked.is_at(token) ||
                       (m_part.aspect == Aspect::deaths &&
                        statements::aspect_of(m_words.word(token)) == Aspect::deaths);
            }).has_value();
        if (m_part.asks_agent && names_cause) return 1;
        double best = 0.05;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            const bool strong =
                m_words.is(i, {"because", "cause", "blamed", "blame", "reason", "reasons",
                               "attributed", "arson", "owing", "concluded", "conclude"}) ||
                is_due_to(i) || m_words.reads(i, {"result", "of"}) ||
                m_words.reads(i, {"in", "order"}) || is_so_that(i) ||
                m_words.is(i, {"weil", "wegen", "grund"}) ||
                (m_words.is(i, {"caused", "triggered", "sparked", "prompted", "driven"}));
            if (strong) return 1;
            const bool weak = m_words.is(i, {"after", "following", "as", "durch"}) ||
                              (m_words.is(i, {"since"}) && !m_source.terms.of(i + 1).empty() &&
                               m_words.document().kind(i + 1) == reading::TokenKind::word) ||
                              m_words.reads(i, {"led", "to"}) || m_words.reads(i, {"lead", "to"}) ||
                              m_words.reads(i, {"thanks", "to"});
            const bool purpose =
                m_words.is(i, {"to"}) &&
                WordNet::embedded().is_chiefly(m_words.word(i + 1), reading::WordKind::verb);
            if (weak || purpose) best = std::max(best, 0.5);
        }
        return best;
    }

    // "Most", "the oldest", "more than any other".
    [[nodiscard]] bool is_superlative(std::uint32_t token) const
    {
        const auto word = m_words.word(token);
        return reading::is_in(WordSet::greatest | WordSet::least | WordSet::best | WordSet::worst,
                              word) ||
               (word.ends_with("est") && word.size() > 4) || m_words.reads(token, {"than", "any"});
    }

    [[nodiscard]] bool names_anything_new() const
    {
        const auto first = m_source.terms.of(m_words.begin());
        const bool opens = !first.empty() && m_asked.is_new(first.front()) &&
                           WordNet::embedded().bases(m_words.word(m_words.begin())).empty();
        return opens || std::any_of(m_statement.names.begin(), m_statement.names.end(),
                                    [&](TermId name) { return m_asked.is_new(name); });
    }

    // "The deepest lake" is named beside "deepest", or beside another word of that kind.
    [[nodiscard]] double which() const
    {
        const bool names = names_anything_new();
        if (!m_part.asks_superlative) return names ? 0.8 : 0.3;
        double best = 0.2;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            if (!is_superlative(i)) continue;
            const auto terms = m_source.terms.of(i);
            const bool asked = terms.empty() || !m_asked.is_new(terms.front());
            best = std::max(best, names ? (asked ? 1.0 : 0.75) : 0.4);
        }
        return best;
    }

    // Whether the next word that tells something is one of the question.
    [[nodiscard]] bool leads_to_asked(std::uint32_t token) const
    {
        while (m_words.holds(token) && m_source.terms.of(token).empty()) ++token;
        return m_words.holds(token) &&
               (m_asked.is_at(token) || !m_asked.is_new(m_source.terms.of(token).front()));
    }

    [[nodiscard]] double manner() const
    {
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            // "Died of an overdose", "failed when the bank was washed out"
            // but not "escaped from prison", which the question knows.
            if (m_asked.is_at(i) &&
                m_words.is(i + 1,
                           {"of", "from", "by", "after", "when", "while", "because", "through"}) &&
                !leads_to_asked(i + 2))
                return 1;
            if (m_words.is(i, {"by"}) && m_words.word(i + 1).ends_with("ing")) return 0.9;
            if (m_words.is(i, {"using", "uses", "via", "through", "must", "because"}) ||
                is_so_that(i))
                return 0.9;
        }
        return 0.4;
    }

    // "A waterproof pouch": said of the pouch alone.
    [[nodiscard]] bool stands_before_noun(std::uint32_t token) const
    {
        const auto next = m_words.word(token + 1);
        return !next.empty() && !m_source.terms.of(token + 1).empty() &&
               WordNet::embedded().is_chiefly(next, reading::WordKind::noun);
    }

    // Whether what is asked stands in it, or another outcome.
    [[nodiscard]] bool has_predicate() const
    {
        const auto kind =
            m_part.asks_property ? reading::WordKind::adjective : reading::WordKind::verb;
        bool asked = false;
        for (std::size_t k = 0; k < m_part.terms.size(); ++k) {
            const bool is_name = std::find(m_part.names.begin(), m_part.names.end(),
                                           m_part.terms[k]) != m_part.names.end();
            if (is_name || is_gerund_beside_verb(m_part, k)) continue;
            const auto wanted = reading::outcome_of(m_part.words[k]);
            if (!wanted && !WordNet::embedded().is_chiefly(m_part.words[k], kind)) continue;
            asked = true;
            for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
                if (wanted) {
                    const auto found = reading::outcome_at(m_words, i);
                    if (found && wanted->axis == found->axis) return true;
                }
                if (m_part.asks_property && stands_before_noun(i)) continue;
                for (const auto term : m_source.terms.of(i))
                    if (m_likeness(m_part.terms[k], term) >= k_related) return true;
            }
        }
        return !asked;
    }

    [[nodiscard]] double yes_no() const
    {
        double best = has_predicate() ? 0.7 : 0.2;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            if (m_words.word(i).starts_with("depend") || m_words.reads(i, {"no", "difference"}) ||
                m_words.reads(i, {"no", "significant", "difference"}))
                return 1;
            if (reading::is_in(WordSet::more | WordSet::less, m_words.word(i)) ||
                m_words.is(i, {"better", "worse", "effective"}))
                best += 0.1;
        }
        return std::min(best, 0.9);
    }

    const Part& m_part;
    const Source& m_source;
    const Statement& m_statement;
    const Likeness& m_likeness;
    Passage m_words;
    AskedWords m_asked;
};

} // namespace

double suits(const Part& part, const Source& source, const Statement& statement,
             const Likeness& likeness)
{
    return KindJudge{part, source, statement, likeness}.judge();
}

} // namespace synthesize
