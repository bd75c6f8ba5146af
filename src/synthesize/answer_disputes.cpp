#include "synthesize/answer_disputes.hpp"

#include "base/concat.hpp"
#include "synthesize/answer_values.hpp"
#include "synthesize/figures.hpp"
#include "synthesize/guards.hpp"
#include "synthesize/saying.hpp"
#include "synthesize/stance.hpp"

#include <algorithm>
#include <set>

namespace synthesize {

namespace {

constexpr std::size_t k_most_of_an_aspect = 60; // statements whose numbers are compared

struct Candidate {
    std::size_t statement = 0;
    double score = 0;
    AnswerValue value;
    bool says_yes = false; // to a question of yes and no
};

class Reader {
public:
    Reader(const Study& study, const Space& space, const Answers& answers, const Meanings& meanings)
        : m_study{study}, m_space{space}, m_answers{answers}, m_meanings{meanings}
    {
    }

    std::vector<Dispute> read()
    {
        for (std::size_t i = 0; i < m_study.question.parts.size(); ++i) {
            m_part = m_study.question.parts[i];
            if (!m_part.has_type()) continue;
            const auto found = candidates(i);
            for (std::size_t late = 0; late < found.size(); ++late)
                for (std::size_t early = 0; early < late; ++early)
                    compare(found[early], found[late]);
        }
        for (int i = static_cast<int>(Aspect::deaths); i <= static_cast<int>(Aspect::magnitude);
             ++i)
            compare_numbers_of(static_cast<Aspect>(i));
        return std::move(m_out);
    }

private:
    // Whatever is asked: two numbers of one aspect in statements that share enough of the rest.
    void compare_numbers_of(Aspect aspect)
    {
        Part part;
        part.asks = Asks::count;
        part.aspect = aspect;
        m_part = std::move(part);
        std::vector<Candidate> found;
        for (std::size_t i = 0; i < m_study.statements.size(); ++i)
            for (const auto& figure : m_study.statements[i].figures)
                if (figure.aspect == aspect && !figure.is_part) {
                    found.push_back({i, 0, {{figure.begin, figure.end}, &figure, nullptr, {}}});
                    break;
                }
        if (found.size() > k_most_of_an_aspect) found.resize(k_most_of_an_aspect);
        for (std::size_t late = 0; late < found.size(); ++late)
            for (std::size_t early = 0; early < late; ++early)
                if (share_enough(found[early], found[late])) compare(found[early], found[late]);
    }

    // A toll needs little more than the same event; of a price or a length most has to be the same.
    [[nodiscard]] bool share_enough(const Candidate& first, const Candidate& second) const
    {
        const bool running = is_running(m_part.aspect) || m_part.aspect == Aspect::aboard;
        const double one = share_in(first, second);
        const double other = share_in(second, first);
        constexpr double k_of_a_toll = 0.25;
        constexpr double k_larger = 0.6;
        constexpr double k_smaller = 0.35;
        if (running) return std::min(one, other) >= k_of_a_toll;
        return std::max(one, other) >= k_larger && std::min(one, other) >= k_smaller;
    }

    // The part of a statement's weight, without who says it and the number's own words, that the
    // other one has.
    [[nodiscard]] double share_in(const Candidate& own, const Candidate& other) const
    {
        const Source& source = m_study.source_of(own.statement);
        const Statement& said = m_study.statements[own.statement];
        const auto words = passage_of(source, said);
        const auto saying = saying_in(words);
        const auto& others = m_study.statements[other.statement].terms;
        double whole = 0;
        double found = 0;
        for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
            const auto word = words.word(i);
            if (saying[i - words.begin()] || aspect_of(word) == m_part.aspect ||
                reading::is_in(reading::WordSet::people | reading::WordSet::weekday_name, word))
                continue;
            for (const auto term : source.terms.of(i)) {
                const double weight = m_space.rarity(term);
                double best = 0;
                for (const auto each : others)
                    best = std::max(best, m_meanings.likeness(term, each));
                whole += weight;
                found += best >= 0.5 ? weight * best : 0;
            }
        }
        return whole > 0 ? found / whole : 0;
    }

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
        if (m_part.asks == Asks::yes_no) {
            const auto stance = stance_in(m_study, m_part, statement, m_meanings);
            if (!stance) return std::nullopt;
            return Candidate{statement, 0, {stance->words, nullptr, nullptr, {}}, stance->says_yes};
        }
        auto value = value_in(m_study, m_part, statement, m_meanings);
        if (!value) return std::nullopt;
        return Candidate{statement, 0, std::move(*value), false};
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
        const bool is_news =
            !is_of_an_earlier_year(one, left) && !is_of_an_earlier_year(other, right);
        const bool changes = is_news && may_change(first, second);
        const bool is_update = changes && apart_in_time;
        const auto& group = m_study.independence.group;
        if (group[left.source] == group[right.source] && !is_update) return;
        const auto kind = differ(first, second, is_update);
        if (!kind || !speak_of_one_thing(first, second, is_update)) return;
        m_out.push_back({first.statement,
                         second.statement,
                         {*kind, attribute(), first.value.words, second.value.words, changes}});
    }

    [[nodiscard]] std::optional<Opposition> differ(const Candidate& first, const Candidate& second,
                                                   bool is_update) const
    {
        if (m_part.asks == Asks::yes_no)
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
        if (one.per != other.per) return false;
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
            return std::any_of(all.begin(), all.end(),
                               [&](const Figure& each) { return may_be_one_value(each, figure); });
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
        if (left.labels != right.labels && m_part.asks != Asks::attribute) return false;
        if (is_planned(left) != is_planned(right) || is_elsewhere(left) || is_elsewhere(right))
            return false;
        if (!speak_of_one_kind(left, right, m_study.question.terms)) return false;
        const bool of_numbers = first.value.figure != nullptr || m_part.asks == Asks::yes_no;
        if (of_numbers && speak_of_other_years(one, left, other, right)) return false;
        if (left.hedged && right.hedged) return false;
        if (m_part.asks == Asks::yes_no &&
            !say_nothing_else(m_study, m_part, {first.statement, first.value.words},
                              {second.statement, second.value.words}, m_meanings))
            return false;
        if (!is_update && m_part.asks != Asks::date && !may_be_of_one_day(left, right))
            return false;
        const auto names = names_besides(one, left, first.value.words);
        const auto others = names_besides(other, right, second.value.words);
        const auto more = without(names, right.terms);
        const auto more_other = without(others, left.terms);
        // One speaks of what the question names, the other of something else by name.
        const bool is_named = names_asked(left);
        const bool names_other =
            is_named ? !more_other.empty() && !right.dangles : !more.empty() && !left.dangles;
        if (is_named != names_asked(right) && names_other) return false;
        // Of two places in the question each has one.
        const auto& asked = m_study.question.terms;
        const auto beside = without(more, asked);
        const auto beside_other = without(more_other, asked);
        if (beside.size() < more.size() && beside_other.size() < more_other.size()) return false;
        return beside.empty() || beside_other.empty();
    }

    // Whether a name of the question stands in it.
    [[nodiscard]] bool names_asked(const Statement& said) const
    {
        return std::any_of(m_part.names.begin(), m_part.names.end(), [&](TermId name) {
            return std::binary_search(said.terms.begin(), said.terms.end(), name);
        });
    }

    // A toll, a price and a state change; a length, a founding and a cause stay.
    [[nodiscard]] bool may_change(const Candidate& first, const Candidate& second) const
    {
        const auto aspect_in = [](const Candidate& each) {
            return each.value.figure == nullptr ? Aspect::none : each.value.figure->aspect;
        };
        const auto changes = [](Aspect aspect) {
            return is_running(aspect) || aspect == Aspect::staff;
        };
        if (changes(m_part.aspect) || changes(aspect_in(first)) || changes(aspect_in(second)))
            return true;
        if (m_part.aspect >= Aspect::length && m_part.aspect <= Aspect::duration) return false;
        // "Is harmful" is so or not; "is closed" may be open again.
        if (m_part.asks == Asks::yes_no && !tells_time(first) && !tells_time(second)) return false;
        if (m_part.terms.empty()) // nobody asked: only its own tense tells
            return is_of_money(m_part.aspect) && is_present(first) && is_present(second);
        return m_part.is_present;
    }

    [[nodiscard]] bool is_present(const Candidate& each) const
    {
        return passage_of(m_study.source_of(each.statement), m_study.statements[each.statement])
            .any({"costs", "is", "are", "now", "sells", "trades", "stands", "charges", "has",
                  "have"});
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
        if (m_part.terms.empty()) return std::string{name_of(m_part.aspect)};
        std::string out;
        for (std::size_t i = 0; i < std::min(m_part.terms.size(), k_most_words); ++i)
            out += base::concat(out.empty() ? "" : " ", m_study.vocabulary.word(m_part.terms[i]));
        return out;
    }

    const Study& m_study;
    const Space& m_space;
    const Answers& m_answers;
    const Meanings& m_meanings;
    Part m_part; // that is being compared
    std::vector<Dispute> m_out;
};

} // namespace

std::vector<Dispute> read_answer_disputes(const Study& study, const Space& space,
                                          const Answers& answers, const Meanings& meanings)
{
    return Reader{study, space, answers, meanings}.read();
}

} // namespace synthesize
