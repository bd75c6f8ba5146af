#include "synthesize/answer_disputes.hpp"

#include "base/concat.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/answer_values.hpp"
#include "synthesize/guards.hpp"
#include "synthesize/words.hpp"

#include <algorithm>
#include <set>

namespace synthesize {

using reading::WordKind;
using reading::WordNet;

namespace {

constexpr double k_related = 0.75;

struct Candidate {
    std::size_t statement = 0;
    double score = 0;
    AnswerValue value;
    bool says_yes = false; // to a question of yes and no
};

std::vector<TermId> without(const std::vector<TermId>& from, const std::vector<TermId>& these)
{
    std::vector<TermId> out;
    std::set_difference(from.begin(), from.end(), these.begin(), these.end(),
                        std::back_inserter(out));
    return out;
}

class Reader {
public:
    Reader(const Study& study, const Answers& answers, const Meanings& meanings)
        : m_study{study}, m_answers{answers}, m_meanings{meanings}
    {
    }

    std::vector<Dispute> read()
    {
        for (std::size_t i = 0; i < m_study.question.parts.size(); ++i) {
            m_part = &m_study.question.parts[i];
            if (!m_part->has_type()) continue;
            const auto found = candidates(i);
            for (std::size_t late = 0; late < found.size(); ++late)
                for (std::size_t early = 0; early < late; ++early)
                    compare(found[early], found[late]);
        }
        return std::move(m_out);
    }

private:
    // Those that answer the part nearly as well as the best, in the order of the statements.
    [[nodiscard]] std::vector<Candidate> candidates(std::size_t part) const
    {
        constexpr double k_least_share = 0.4;
        std::vector<Candidate> out;
        double most = 0;
        for (std::size_t i = 0; i < m_study.statements.size(); ++i) {
            if (!m_answers.suffices(part, i)) continue;
            auto candidate = candidate_of(i);
            if (!candidate) continue;
            candidate->score = m_answers.score(part, i);
            most = std::max(most, candidate->score);
            out.push_back(std::move(*candidate));
        }
        std::erase_if(out,
                      [&](const Candidate& each) { return each.score < k_least_share * most; });
        std::stable_sort(out.begin(), out.end(), [](const Candidate& left, const Candidate& right) {
            return left.score > right.score;
        });
        // What a source says best stands for it.
        std::set<std::size_t> sources;
        std::erase_if(out, [&](const Candidate& each) {
            return !sources.insert(m_study.statements[each.statement].source).second;
        });
        std::sort(out.begin(), out.end(), [](const Candidate& left, const Candidate& right) {
            return left.statement < right.statement;
        });
        return out;
    }

    [[nodiscard]] std::optional<Candidate> candidate_of(std::size_t statement) const
    {
        if (m_part->asks == Asks::yes_no) return yes_or_no(statement);
        auto value = value_in(m_study, *m_part, statement, m_meanings);
        if (!value) return std::nullopt;
        return Candidate{statement, 0, std::move(*value), false};
    }

    // The verb or the adjective of the question, its opposite, and what is denied of either.
    [[nodiscard]] std::optional<Candidate> yes_or_no(std::size_t statement) const
    {
        const Source& source = m_study.source_of(statement);
        const auto words = passage_of(source, m_study.statements[statement]);
        const auto& known = WordNet::embedded();
        for (const auto asked : m_part->terms) {
            const auto& word = m_study.vocabulary.word(asked);
            const bool is_name =
                std::find(m_part->names.begin(), m_part->names.end(), asked) != m_part->names.end();
            if (is_name || !known.is_chiefly(word, m_part->asks_property ? WordKind::adjective
                                                                         : WordKind::verb))
                continue;
            for (std::uint32_t i = words.begin(); i < words.end(); ++i)
                for (const auto term : source.terms.of(i)) {
                    const bool opposite = m_meanings.are_opposite(asked, term);
                    if (!opposite && m_meanings.likeness(asked, term) < k_related) continue;
                    const bool negated = is_negated(words, i);
                    const std::uint32_t from = negated ? i - std::min<std::uint32_t>(1, i) : i;
                    return Candidate{
                        statement, 0, {{from, i + 1}, nullptr, nullptr, {}}, opposite == negated};
                }
        }
        return std::nullopt;
    }

    [[nodiscard]] static bool is_negated(const reading::Passage& words, std::uint32_t token)
    {
        constexpr std::uint32_t k_reach = 5;
        for (std::uint32_t back = 1; back <= k_reach && token >= words.begin() + back; ++back) {
            const auto word = words.word(token - back);
            if (reading::is_in(reading::WordSet::comma | reading::WordSet::semicolon, word)) break;
            if (reading::is_one_of(word, k_negations) || word == "denied" || word == "refused")
                return true;
        }
        return false;
    }

    void compare(const Candidate& first, const Candidate& second)
    {
        const Statement& left = m_study.statements[first.statement];
        const Statement& right = m_study.statements[second.statement];
        if (left.source == right.source) return;
        const Source& one = *m_study.sources[left.source];
        const Source& other = *m_study.sources[right.source];
        const bool apart_in_time =
            one.published && other.published && *one.published != *other.published;
        const bool is_update = may_change(first, second) && apart_in_time;
        const auto& group = m_study.independence.group;
        if (group[left.source] == group[right.source] && !is_update) return;
        const auto kind = differ(first, second, is_update);
        if (!kind || !speak_of_one_thing(first, second, is_update)) return;
        m_out.push_back({first.statement,
                         second.statement,
                         {*kind, attribute(), first.value.words, second.value.words,
                          may_change(first, second)}});
    }

    [[nodiscard]] std::optional<Opposition> differ(const Candidate& first, const Candidate& second,
                                                   bool is_update) const
    {
        if (m_part->asks == Asks::yes_no)
            return first.says_yes != second.says_yes ? std::optional{Opposition::polarity}
                                                     : std::nullopt;
        if (first.value.figure != nullptr && second.value.figure != nullptr) {
            const Figure& one = *first.value.figure;
            const Figure& other = *second.value.figure;
            if (!are_comparable(one, other) || !differ_in_value(first, second, is_update))
                return std::nullopt;
            return Opposition::value;
        }
        if (first.value.moment != nullptr && second.value.moment != nullptr)
            return first.value.moment->meets(*second.value.moment)
                       ? std::nullopt
                       : std::optional{Opposition::date};
        if (first.value.name.empty() || second.value.name.empty()) return std::nullopt;
        const bool shared = std::any_of(
            first.value.name.begin(), first.value.name.end(), [&](const std::string& word) {
                return std::find(second.value.name.begin(), second.value.name.end(), word) !=
                       second.value.name.end();
            });
        return shared ? std::nullopt : std::optional{Opposition::category};
    }

    [[nodiscard]] static bool are_comparable(const Figure& one, const Figure& other)
    {
        if (one.unit == other.unit) return true;
        return one.counts_things && other.counts_things && one.aspect == other.aspect &&
               is_of_people(one.aspect);
    }

    // A later toll replaces even "at least".
    [[nodiscard]] bool differ_in_value(const Candidate& first, const Candidate& second,
                                       bool is_update) const
    {
        const Figure& one = *first.value.figure;
        const Figure& other = *second.value.figure;
        const auto& left = m_study.statements[first.statement].figures;
        const auto& right = m_study.statements[second.statement].figures;
        const auto met = [](const Figure& figure, const std::vector<Figure>& all) {
            return std::any_of(all.begin(), all.end(), [&](const Figure& each) {
                return each.unit == figure.unit && each.stated.meets(figure.stated);
            });
        };
        if (!met(one, right) && !met(other, left)) return true;
        if (!is_update || !is_running(one.aspect)) return false;
        const reading::Rational apart =
            one.value > other.value ? one.value - other.value : other.value - one.value;
        return apart * 20 > std::max(one.value, other.value);
    }

    [[nodiscard]] bool speak_of_one_thing(const Candidate& first, const Candidate& second,
                                          bool is_update) const
    {
        const Statement& left = m_study.statements[first.statement];
        const Statement& right = m_study.statements[second.statement];
        const Source& one = *m_study.sources[left.source];
        const Source& other = *m_study.sources[right.source];
        if (!speak_of_one_part(passage_of(one, left), passage_of(other, right))) return false;
        if (left.labels != right.labels && m_part->asks != Asks::attribute) return false;
        if (tense_of(left) != tense_of(right) || is_elsewhere(left) || is_elsewhere(right))
            return false;
        if (!speak_of_one_kind(one, left, other, right, m_study.question.terms)) return false;
        const bool of_numbers = first.value.figure != nullptr || m_part->asks == Asks::yes_no;
        if (of_numbers && speak_of_other_years(one, left, other, right)) return false;
        if (left.hedged && right.hedged) return false;
        if (!is_update && m_part->asks != Asks::date && !are_of_one_day(left, right)) return false;
        const auto names = names_besides(one, left, first.value.words);
        const auto others = names_besides(other, right, second.value.words);
        const auto more = without(names, right.terms);
        const auto more_other = without(others, left.terms);
        // Of two places in the question each has one.
        const auto& asked = m_study.question.terms;
        const auto beside = without(more, asked);
        const auto beside_other = without(more_other, asked);
        if (beside.size() < more.size() && beside_other.size() < more_other.size()) return false;
        return beside.empty() || beside_other.empty();
    }

    [[nodiscard]] static bool are_of_one_day(const Statement& left, const Statement& right)
    {
        if (left.moments.empty() || right.moments.empty()) return true;
        return std::any_of(left.moments.begin(), left.moments.end(), [&](const Moment& one) {
            return std::any_of(right.moments.begin(), right.moments.end(),
                               [&](const Moment& other) { return one.meets(other); });
        });
    }

    [[nodiscard]] static bool tense_of(const Statement& said)
    {
        return std::any_of(said.clauses.begin(), said.clauses.end(),
                           [](const Clause& clause) { return clause.planned; });
    }

    [[nodiscard]] static bool is_elsewhere(const Statement& said)
    {
        return std::any_of(said.clauses.begin(), said.clauses.end(),
                           [](const Clause& clause) { return clause.elsewhere; });
    }

    // A toll, a price and a state change; a length, a founding and a cause stay.
    [[nodiscard]] bool may_change(const Candidate& first, const Candidate& second) const
    {
        const auto aspect_in = [](const Candidate& each) {
            return each.value.figure == nullptr ? Aspect::none : each.value.figure->aspect;
        };
        if (is_running(m_part->aspect) || is_running(aspect_in(first)) ||
            is_running(aspect_in(second)))
            return true;
        if (m_part->aspect >= Aspect::length && m_part->aspect <= Aspect::duration) return false;
        // "Is harmful" is so or not; "is closed" may be open again.
        if (m_part->asks == Asks::yes_no && !tells_time(first) && !tells_time(second)) return false;
        return m_part->is_present;
    }

    [[nodiscard]] bool tells_time(const Candidate& each) const
    {
        const Statement& said = m_study.statements[each.statement];
        const auto words = passage_of(m_study.source_of(each.statement), said);
        return !said.moments.empty() ||
               words.any(reading::WordSet::weekday_name | reading::WordSet::near_day |
                         reading::WordSet::now | reading::WordSet::since) ||
               words.any({"again", "still", "longer", "back", "ended", "resumed"});
    }

    [[nodiscard]] std::string attribute() const
    {
        constexpr std::size_t k_most_words = 6;
        std::string out;
        for (std::size_t i = 0; i < std::min(m_part->terms.size(), k_most_words); ++i)
            out += base::concat(out.empty() ? "" : " ", m_study.vocabulary.word(m_part->terms[i]));
        return out;
    }

    const Study& m_study;
    const Answers& m_answers;
    const Meanings& m_meanings;
    const Part* m_part = nullptr;
    std::vector<Dispute> m_out;
};

} // namespace

std::vector<Dispute> read_answer_disputes(const Study& study, const Answers& answers,
                                          const Meanings& meanings)
{
    return Reader{study, answers, meanings}.read();
}

} // namespace synthesize
