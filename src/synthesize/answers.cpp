#include "synthesize/answers.hpp"

#include "reading/wordnet/wordnet.hpp"
#include "synthesize/kind_of_answer.hpp"
#include "synthesize/matter.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace synthesize {

namespace {

constexpr double k_loosely_related = 0.5;
// Words of the same first letters are forms that neither stems nor WordNet join.
constexpr std::size_t k_common_letters = 7;
constexpr double k_same_beginning = 0.7;

// How like a term of the question every term of the order is.
class Nearness {
public:
    Nearness(const Study& study, const Meanings& meanings) : m_study{study}, m_meanings{meanings}
    {
        for (const auto& part : study.question.parts) {
            for (const auto term : part.terms) add(term);
            for (const auto term : part.subject) add(term);
            if (part.noun) add(*part.noun);
        }
    }

    [[nodiscard]] double of(TermId asked, TermId said) const
    {
        const auto at = m_rows.find(asked);
        return at == m_rows.end() ? (asked == said ? 1.0 : 0.0) : at->second[said];
    }

    // The best among the terms of a statement.
    [[nodiscard]] double best(TermId asked, const std::vector<TermId>& said) const
    {
        double out = 0;
        for (const auto term : said) out = std::max(out, of(asked, term));
        return out;
    }

private:
    void add(TermId asked)
    {
        auto& row = m_rows[asked];
        if (!row.empty()) return;
        row.assign(m_study.vocabulary.size(), 0);
        const auto& word = m_study.vocabulary.word(asked);
        for (TermId term = 0; term < row.size(); ++term) {
            double likeness = m_meanings.likeness(asked, term);
            const auto& other = m_study.vocabulary.word(term);
            if (likeness < k_same_beginning && word.size() >= k_common_letters &&
                std::string_view{other}.substr(0, k_common_letters) ==
                    std::string_view{word}.substr(0, k_common_letters))
                likeness = k_same_beginning;
            row[term] = likeness >= k_loosely_related ? static_cast<float>(likeness) : 0.0F;
        }
    }

    const Study& m_study;
    const Meanings& m_meanings;
    std::map<TermId, std::vector<float>> m_rows;
};

// How far each source is of the subject that the other independent ones have: 1, less for one of
// another Lagos.
std::vector<double> subjects(const Study& study, const Space& space)
{
    const std::size_t count = study.sources.size();
    std::vector<std::map<TermId, double>> bags(count);
    for (std::size_t i = 0; i < study.statements.size(); ++i)
        for (const auto& [term, weight] : space.of(i))
            if (!std::binary_search(study.question.terms.begin(), study.question.terms.end(), term))
                bags[study.statements[i].source][term] += weight;
    std::vector<double> lengths;
    for (const auto& bag : bags) {
        double squares = 0;
        for (const auto& [term, weight] : bag) squares += weight * weight;
        lengths.push_back(std::max(1e-9, std::sqrt(squares)));
    }
    const auto cosine = [&](std::size_t one, std::size_t other) {
        double out = 0;
        for (const auto& [term, weight] : bags[one])
            if (const auto at = bags[other].find(term); at != bags[other].end())
                out += weight * at->second;
        return out / lengths[one] / lengths[other];
    };
    // A copy is as near as can be, and tells nothing.
    std::vector<double> means;
    std::vector<double> of_used;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<double> all;
        for (std::size_t k = 0; k < count; ++k)
            if (study.independence.are_apart(i, k) && !bags[k].empty()) all.push_back(cosine(i, k));
        std::sort(all.rbegin(), all.rend());
        const std::size_t nearer = std::max<std::size_t>(1, all.size() / 2);
        double sum = 0;
        for (std::size_t k = 0; k < std::min(nearer, all.size()); ++k) sum += all[k];
        means.push_back(sum / static_cast<double>(nearer));
        if (!bags[i].empty()) of_used.push_back(means.back());
    }
    std::vector<double> out(count, 1.0);
    constexpr std::size_t k_least = 4;
    if (of_used.size() < k_least) return out;
    std::sort(of_used.begin(), of_used.end());
    constexpr double k_far = 0.4;
    constexpr std::size_t k_least_words = 60; // a few sentences may share no word by chance
    const double limit = k_far * of_used[of_used.size() / 2];
    for (std::size_t i = 0; i < count; ++i)
        if (means[i] < limit && bags[i].size() >= k_least_words)
            out[i] = std::max(0.25, means[i] / limit);
    return out;
}

class Scorer {
public:
    Scorer(const Study& study, const Space& space, const Meanings& meanings)
        : m_study{study}, m_space{space}, m_nearness{study, meanings}, m_matter{study, meanings},
          m_subjects{subjects(study, space)}
    {
        m_is_said.assign(study.vocabulary.size(), false);
        for (const auto& statement : study.statements)
            for (const auto term : statement.terms) m_is_said[term] = true;
        std::set<std::chrono::sys_days> days;
        for (const auto& source : study.sources)
            if (source->published) days.insert(*source->published);
        for (const auto day : days)
            m_recency.emplace(day, static_cast<double>(m_recency.size() + 1) /
                                       static_cast<double>(days.size()));
    }

    struct Score {
        double value = 0;
        bool suffices = false;
    };

    [[nodiscard]] Score of(const Part& part, std::size_t index) const
    {
        const Statement& said = m_study.statements[index];
        const Source& source = m_study.source_of(index);
        double covered = coverage(part, index);
        double suited = suits(part, source, said, [&](TermId asked, TermId term) {
            return m_nearness.of(asked, term);
        });
        if (explains_before(part, index)) {
            suited = std::max(suited, 0.8);
            covered = std::max(covered, 0.7 * coverage(part, index - 1));
        }
        double out = part.has_type() ? 0.5 * covered + 0.5 * suited : covered;
        const bool must_suit = part.asks_for_value() || part.asks == Asks::reason ||
                               part.asks == Asks::deed ||
                               (part.asks == Asks::attribute && !part.asks_definition);
        const bool must_be_most = part.asks == Asks::which && part.asks_superlative;
        if (must_suit || must_be_most || part.asks == Asks::event) out *= 0.35 + 0.65 * suited;
        const double named = names_of_question(part, index);
        const double soft = part.inherits_names ? 0.85 : 0.6;
        if (!part.names.empty()) out *= soft + (1 - soft) * named;
        if (names_another(part, source, said)) out *= 0.3;
        out *= m_subjects[said.source];
        out *= m_matter.of(part, index);
        if (changes(part, said)) {
            const auto at = source.published ? m_recency.find(*source.published) : m_recency.end();
            out *= 0.55 + 0.45 * (at == m_recency.end() ? 0.4 : at->second);
        }
        out *= std::pow(said.worth, 0.7);
        if (source.carries_instructions()) out *= 0.2;
        constexpr double k_least_suited = 0.45;
        constexpr double k_least_covered = 0.4;
        constexpr double k_least_covered_of_kind = 0.33; // a day, where a day was asked
        constexpr double k_of_kind = 0.85;
        constexpr double k_least_named = 0.5;
        // What is explained need not be named again.
        constexpr double k_least_covered_if_explained = 0.25;
        const bool explains =
            (part.asks == Asks::manner || part.asks == Asks::reason) && suited > 0.5;
        const bool of_kind = part.asks_for_value() && suited >= k_of_kind;
        const double least = explains  ? k_least_covered_if_explained
                             : of_kind ? k_least_covered_of_kind
                                       : k_least_covered;
        const bool is_named = part.names.empty() || named >= k_least_named ||
                              (part.inherits_names && is_about(part, source));
        const bool enough = covered >= least && is_named &&
                            ((!must_suit && part.asks != Asks::yes_no) || suited >= k_least_suited);
        return {out, enough};
    }

private:
    // "Flights were suspended. A water main had flooded the room": what had happened before
    // explains what the sentence before tells.
    [[nodiscard]] bool explains_before(const Part& part, std::size_t index) const
    {
        constexpr double k_tells_it = 0.6;
        if ((part.asks != Asks::reason && part.asks != Asks::manner) ||
            statements_before(index).empty())
            return false;
        const Statement& said = m_study.statements[index];
        const auto words = passage_of(m_study.source_of(index), said);
        const auto is_before = [&](std::uint32_t token) {
            return words.is(token, {"had"}) && reading::WordNet::embedded().can_be(
                                                   words.word(token + 1), reading::WordKind::verb);
        };
        for (std::uint32_t i = words.begin(); i < words.end(); ++i)
            if (is_before(i))
                return said.index == m_study.statements[index - 1].index + 1 &&
                       coverage(part, index - 1) >= k_tells_it;
        return false;
    }

    // The part of the question's weight that stands in the statement; half of what stands in one of
    // the two before it.
    [[nodiscard]] double coverage(const Part& part, std::size_t index) const
    {
        // "Its doors opened in 1934": of what the sentence before names.
        const Source& source = m_study.source_of(index);
        const double around = goes_on(passage_of(source, m_study.statements[index])) ? 0.8 : 0.5;
        double whole = 0;
        double found = 0;
        const auto add = [&](TermId term, double share) {
            // A word that no statement uses may be said in others.
            double weight = share * (m_is_said[term] ? 0.3 + m_space.rarity(term) : 1.0);
            if (part.noun == term) weight *= 0.4;
            whole += weight;
            const Statement& said = m_study.statements[index];
            double best = m_nearness.best(term, said.terms);
            // "Killed" is told by any number of deaths.
            if (best < 1 && part.aspect != Aspect::none && has_number(said, part.aspect) &&
                (term == part.noun ||
                 statements::aspect_of(m_study.vocabulary.word(term)) == part.aspect))
                best = 1;
            if (best < around)
                for (const auto before : statements_before(index))
                    if (m_nearness.best(term, m_study.statements[before].terms) == 1) best = around;
            found += weight * best;
        };
        for (const auto term : part.terms) add(term, 1);
        for (const auto term : part.subject) add(term, 0.25);
        return whole > 0 ? found / whole : 0;
    }

    [[nodiscard]] static bool has_number(const Statement& said, Aspect aspect)
    {
        return std::any_of(said.figures.begin(), said.figures.end(),
                           [&](const Figure& figure) { return figure.aspect == aspect; });
    }

    [[nodiscard]] std::vector<std::size_t> statements_before(std::size_t index) const
    {
        std::vector<std::size_t> out;
        for (std::size_t back = 1; back <= 2 && back <= index; ++back)
            if (m_study.statements[index - back].source == m_study.statements[index].source)
                out.push_back(index - back);
        return out;
    }

    // Whether the source has half of the names that a further question takes from the first: what
    // the fines are need not be said with the name of the law.
    [[nodiscard]] static bool is_about(const Part& part, const Source& source)
    {
        const auto had = std::count_if(part.names.begin(), part.names.end(), [&](TermId name) {
            return source.mentioned.contains(name);
        });
        return static_cast<std::size_t>(had) * 2 >= part.names.size();
    }

    // The share of the question's names in the statement, or nearly that just before it or in its
    // title.
    [[nodiscard]] double names_of_question(const Part& part, std::size_t index) const
    {
        if (part.names.empty()) return 1;
        constexpr double k_in_source = 0.72; // just enough
        double here = 0;
        double around = 0;
        const Source& source = m_study.source_of(index);
        for (const auto name : part.names) {
            const auto& terms = m_study.statements[index].terms;
            if (std::binary_search(terms.begin(), terms.end(), name)) {
                here += 1;
                around += 1;
                continue;
            }
            bool near = source.of_title.contains(name);
            for (const auto before : statements_before(index)) {
                const auto& others = m_study.statements[before].terms;
                near = near || std::binary_search(others.begin(), others.end(), name);
            }
            around += near ? 1 : source.mentioned.contains(name) ? k_in_source : 0;
        }
        const auto count = static_cast<double>(part.names.size());
        return std::max(here / count, 0.7 * around / count);
    }

    // "Hurricane Gilbert" where "Hurricane Mitch" was asked: one word of a name with another
    // name behind it.
    [[nodiscard]] static bool names_another(const Part& part, const Source& source,
                                            const Statement& said)
    {
        for (std::size_t i = 0; i + 1 < part.names.size(); ++i) {
            const auto own = part.names[i + 1];
            if (std::binary_search(said.terms.begin(), said.terms.end(), own)) continue;
            for (std::uint32_t k = said.first; k + 1 < said.last; ++k) {
                const auto first = source.terms.of(k);
                const auto second = source.terms.of(k + 1);
                if (first.size() == 1 && first.front() == part.names[i] && second.size() == 1 &&
                    std::binary_search(said.names.begin(), said.names.end(), second.front()))
                    return true;
            }
        }
        return false;
    }

    // Whether what the statement tells is what news changes.
    [[nodiscard]] static bool changes(const Part& part, const Statement& said)
    {
        if (is_running(part.aspect) || part.asks == Asks::event || part.asks == Asks::reason)
            return true;
        if (part.asks == Asks::person && part.is_present) return true; // who holds an office
        return part.asks == Asks::count &&
               std::any_of(said.figures.begin(), said.figures.end(),
                           [](const Figure& figure) { return is_running(figure.aspect); });
    }

    const Study& m_study;
    const Space& m_space;
    Nearness m_nearness;
    Matter m_matter;
    std::vector<double> m_subjects;
    std::vector<bool> m_is_said; // of each term, whether a statement uses it
    std::map<std::chrono::sys_days, double> m_recency;
};

} // namespace

Answers::Answers(const Study& study, const Space& space, const Meanings& meanings)
    : m_statements{study.statements.size()}
{
    const Scorer scorer{study, space, meanings};
    for (const auto& part : study.question.parts)
        for (std::size_t i = 0; i < study.statements.size(); ++i) {
            const auto score = scorer.of(part, i);
            m_scores.push_back(score.value);
            m_suffices.push_back(score.suffices);
        }
}

void part_answers(const Study& study, const Answers& answers,
                  std::vector<std::vector<std::size_t>>& clusters)
{
    for (std::size_t part = 0; part < answers.parts(); ++part) {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < study.statements.size(); ++i)
            if (answers.suffices(part, i) &&
                (!best || answers.score(part, i) > answers.score(part, *best)))
                best = i;
        if (!best) continue;
        const auto& cluster =
            *std::find_if(clusters.begin(), clusters.end(), [&](const auto& each) {
                return std::find(each.begin(), each.end(), *best) != each.end();
            });
        std::vector<std::size_t> answering;
        std::copy_if(cluster.begin(), cluster.end(), std::back_inserter(answering),
                     [&](std::size_t each) { return answers.suffices(part, each); });
        if (answering.size() < cluster.size()) clusters.push_back(std::move(answering));
    }
}

} // namespace synthesize
