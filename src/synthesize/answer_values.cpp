#include "synthesize/answer_values.hpp"

#include "reading/dates.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/saying.hpp"
#include "synthesize/causes.hpp"
#include "synthesize/fitting_numbers.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;
using reading::WordNet;
using reading::WordSet;

namespace {

class Finder {
public:
    Finder(const Study& study, const Part& part, std::size_t statement, const Meanings& meanings)
        : m_part{part}, m_source{study.source_of(statement)}, m_said{study.statements[statement]},
          m_meanings{meanings}, m_words{passage_of(m_source, m_said)}, m_saying{
                                                                           statements::saying_in(
                                                                               m_words)}
    {
    }

    [[nodiscard]] std::optional<AnswerValue> find() const
    {
        switch (m_part.asks) {
        case Asks::count:
        case Asks::money:
        case Asks::duration:
        case Asks::measure: return figure();
        case Asks::attribute:
            if (auto found = figure()) return found;
            return name_beside_copula();
        case Asks::date: return moment();
        case Asks::place: return name(/*of_place=*/true);
        case Asks::person: return name(/*of_place=*/false);
        case Asks::which: return name_of_noun();
        case Asks::reason: return cause();
        case Asks::topic:
        case Asks::event:
        case Asks::deed:
        case Asks::manner:
        case Asks::yes_no: return std::nullopt;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool is_saying(std::uint32_t token) const
    {
        return m_saying[token - m_words.begin()];
    }

    // The one number that fits what was asked; of several the first that fits best.
    [[nodiscard]] std::optional<AnswerValue> figure() const
    {
        constexpr double k_least = 0.7;
        const Figure* best = nullptr;
        double most = k_least;
        for (const auto& each : m_said.figures) {
            if (each.is_part || is_saying(each.begin)) continue;
            const double fit = fit_of(each);
            if (fit < most || (best != nullptr && fit == most)) continue;
            most = fit;
            best = &each;
        }
        if (best == nullptr) return std::nullopt;
        return AnswerValue{{best->begin, best->end}, best, nullptr, {}};
    }

    [[nodiscard]] double fit_of(const Figure& each) const
    {
        if (m_part.asks != Asks::attribute)
            return fits_question(m_part, m_source, m_said, each, [&](TermId asked, TermId term) {
                return m_meanings.likeness(asked, term);
            });
        if (m_part.aspect != Aspect::none) return each.aspect == m_part.aspect ? 1 : 0;
        if (!m_part.noun || (each.counts_things && !each.shown.empty())) return 0;
        // Behind the attribute's name, without another number between.
        constexpr std::uint32_t k_near = 10;
        const auto from = std::max(m_words.begin() + k_near, each.begin) - k_near;
        for (std::uint32_t i = each.begin; i-- > from;) {
            for (const auto term : m_source.terms.of(i))
                if (m_meanings.likeness(*m_part.noun, term) >= k_related) return 0.9;
            const bool other = std::any_of(
                m_said.figures.begin(), m_said.figures.end(),
                [&](const Figure& figure) { return figure.begin <= i && i < figure.end; });
            if (other) break;
        }
        return 0;
    }

    // Where what was asked stands, names left out: the verb of the question, or its noun.
    [[nodiscard]] std::vector<std::uint32_t> asked_tokens() const
    {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i)
            for (const auto term : m_source.terms.of(i)) {
                // "Found no buyer" is no buyer at all.
                if (m_words.is(i - 1, WordSet::no | WordSet::not_so)) break;
                const bool found =
                    std::any_of(m_part.terms.begin(), m_part.terms.end(), [&](TermId asked) {
                        const bool is_name = std::find(m_part.names.begin(), m_part.names.end(),
                                                       asked) != m_part.names.end();
                        return !is_name && m_meanings.likeness(asked, term) >= k_related;
                    });
                if (found) {
                    out.push_back(i);
                    break;
                }
            }
        return out;
    }

    template <typename At> [[nodiscard]] std::uint32_t distance(const At& run) const
    {
        std::uint32_t least = m_words.end() - m_words.begin();
        for (const auto token : asked_tokens())
            least = std::min(least, token < run.begin  ? run.begin - token
                                    : token >= run.end ? token - run.end + 1
                                                       : 0);
        return least;
    }

    [[nodiscard]] std::optional<AnswerValue> moment() const
    {
        constexpr std::uint32_t k_farthest = 14;
        const Moment* best = nullptr;
        for (const auto& each : m_said.moments) {
            if (is_saying(each.begin)) continue;
            if (best == nullptr || distance(each) < distance(*best)) best = &each;
        }
        if (best == nullptr || distance(*best) > k_farthest) return std::nullopt;
        return AnswerValue{{best->begin, best->end}, nullptr, best, {}};
    }

    [[nodiscard]] bool is_name_token(std::uint32_t token) const
    {
        if (!m_words.holds(token) || m_words.document().kind(token) != reading::TokenKind::word)
            return false;
        const auto raw = m_words.document().raw(token);
        const auto word = m_words.word(token);
        if (raw.size() < 2 || !reading::is_upper(raw.front())) return false;
        if (reading::month_name(word) || reading::weekday_name(word)) return false;
        const auto terms = m_source.terms.of(token);
        if (terms.empty()) return false;
        if (token == m_words.begin() && !is_name_token(token + 1) &&
            !WordNet::embedded().bases(word).empty() && !WordNet::embedded().is_place(word))
            return false;
        const auto known = [&](const std::vector<TermId>& all) {
            return std::find(all.begin(), all.end(), terms.front()) != all.end();
        };
        return !known(m_part.terms) && !known(m_part.names) && !known(m_part.subject);
    }

    [[nodiscard]] std::vector<Run> names() const
    {
        std::vector<Run> out;
        for (std::uint32_t i = m_words.begin(); i < m_words.end(); ++i) {
            if (!is_name_token(i) || is_saying(i)) continue;
            std::uint32_t end = i + 1;
            while (is_name_token(end)) ++end;
            out.push_back({i, end});
            i = end;
        }
        return out;
    }

    [[nodiscard]] AnswerValue named(const Run& run) const
    {
        AnswerValue out{run, nullptr, nullptr, {}};
        for (std::uint32_t i = run.begin; i < run.end; ++i) {
            auto word = m_words.word(i);
            if (word.ends_with("'s")) word.remove_suffix(2);
            out.name.emplace_back(word);
        }
        return out;
    }

    // The token before a name and what its bearer is: "by the bandmaster X".
    [[nodiscard]] std::uint32_t before_title(const Run& run) const
    {
        std::uint32_t out = run.begin - 1;
        while (m_words.holds(out) && WordNet::embedded().is_person(m_words.word(out))) --out;
        if (out + 1 < run.begin && m_words.is(out, WordSet::article | WordSet::indefinite)) --out;
        return out;
    }

    // Before the verb of the question, or behind its "by"; or "the winner is ...".
    [[nodiscard]] bool does_what_is_asked(const Run& run) const
    {
        const auto asked = asked_tokens();
        const auto before = before_title(run);
        if (m_words.is(before, WordSet::copula) || m_words.is(before, {"by"})) return true;
        return std::any_of(asked.begin(), asked.end(), [&](std::uint32_t token) {
            return run.end <= token && !m_words.is(token - 1, WordSet::copula | WordSet::be);
        });
    }

    // No person's name takes an article; behind "of" or "at" stands what is acted upon.
    [[nodiscard]] bool may_be_somebody(const Run& run) const
    {
        // One word that is no name alone may be a street, a party or half of a name; a title goes
        // on behind its stop.
        const auto raw = m_words.document().raw(run.begin);
        const bool is_short = run.end - run.begin < 2;
        if (is_short && (!WordNet::embedded().bases(m_words.word(run.begin)).empty() ||
                         std::all_of(raw.begin(), raw.end(), reading::is_upper)))
            return false;
        if (m_words.is(run.end, {"."}) && is_name_token(run.end + 1)) return false;
        const std::uint32_t before = before_title(run);
        if (run.begin > m_words.begin() &&
            m_words.document().kind(before) == reading::TokenKind::number)
            return false; // "a 2013 Toyota Camry"
        if (run.begin == m_words.begin() || m_words.is(before, {"by"})) return true;
        return !m_words.is(before, WordSet::article | WordSet::indefinite | WordSet::place_prep |
                                       WordSet::role_prep | WordSet::way_prep);
    }

    [[nodiscard]] std::optional<AnswerValue> name(bool of_place) const
    {
        // "The meeting of the presidents takes place in X"
        const std::uint32_t k_farthest = of_place ? 12 : 6;
        std::optional<Run> best;
        const auto all = names();
        for (const auto& run : all) {
            const bool after_place = is_in(WordSet::place_prep, m_words.word(run.begin - 1)) ||
                                     m_words.is(run.begin - 1, {"near", "outside", "off"});
            if (of_place != after_place || (!of_place && !may_be_somebody(run))) continue;
            const bool is_named = m_words.reads(m_words.begin(), {"it", "was"});
            const bool is_only = of_place && all.size() == 1;
            if (distance(run) > k_farthest && !is_named && !is_only) continue;
            if (!of_place && m_part.asks_agent && !is_named && !does_what_is_asked(run)) continue;
            if (!best || distance(run) < distance(*best)) best = run;
        }
        if (!best) return std::nullopt;
        return named(*best);
    }

    // "The flag of X", of what "which flag" asks.
    [[nodiscard]] std::optional<AnswerValue> name_of_noun() const
    {
        constexpr std::uint32_t k_farthest = 3;
        for (const auto& run : names())
            if (distance(run) <= k_farthest && m_words.is(run.begin - 1, {"of", "is", "was"}))
                return named(run);
        return std::nullopt;
    }

    // Of what the verb of the question says, or of any that names a cause; a death is told by who
    // or what killed as well.
    [[nodiscard]] std::optional<AnswerValue> cause() const
    {
        const auto is_deed = [&](std::uint32_t token) {
            if (m_words.is(token, {"caused", "triggered", "sparked"})) return true;
            if (m_part.aspect == Aspect::deaths &&
                statements::aspect_of(m_words.word(token)) == Aspect::deaths)
                return true;
            for (const auto term : m_source.terms.of(token))
                for (const auto asked : m_part.terms)
                    if (m_meanings.likeness(asked, term) >= k_related) return true;
            return false;
        };
        const auto found = cause_in(m_words, is_deed);
        if (!found || is_saying(found->begin)) return std::nullopt;
        AnswerValue out{*found, nullptr, nullptr, {}};
        for (std::uint32_t i = found->begin; i < found->end; ++i)
            if (!m_source.terms.of(i).empty()) out.name.emplace_back(m_words.word(i));
        if (out.name.empty()) return std::nullopt;
        return out;
    }

    // "X is the minister of Y", "the minister of Y is X".
    [[nodiscard]] std::optional<AnswerValue> name_beside_copula() const
    {
        if (!m_part.noun) return std::nullopt;
        for (const auto& run : names()) {
            const bool before = is_in(WordSet::copula, m_words.word(run.end));
            const bool behind = is_in(WordSet::copula, m_words.word(run.begin - 1));
            if (before || behind) return named(run);
        }
        return std::nullopt;
    }

    const Part& m_part;
    const Source& m_source;
    const Statement& m_said;
    const Meanings& m_meanings;
    Passage m_words;
    std::vector<bool> m_saying;
};

} // namespace

std::optional<AnswerValue> value_in(const Study& study, const Part& part, std::size_t statement,
                                    const Meanings& meanings)
{
    return Finder{study, part, statement, meanings}.find();
}

} // namespace synthesize
