#include "synthesize/summary.hpp"

#include "synthesize/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace synthesize {

namespace {

constexpr std::size_t k_most_summarized = 5;
// What is much less to the point than the best claim stays out of the summary.
constexpr double k_least_rank = 0.25;
constexpr double k_least_answer = 0.28;
constexpr std::size_t k_none = static_cast<std::size_t>(-1);

class Chooser {
public:
    Chooser(Study& study, const Space& space, const Answers& answers,
            const SameAnswers& same_answers)
        : m_study{study}, m_space{space}, m_answers{answers}, m_same_answers{same_answers}
    {
    }

    void run()
    {
        const auto& parts = m_study.question.parts;
        m_study.answers.assign(parts.size(), {});
        if (m_study.claims.empty()) return;
        bool asked = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].asks == Asks::topic) continue;
            asked = asked || parts[i].asks_for_value();
            answer(i);
        }
        if (asked && m_chosen.empty()) {
            number();
            return;
        }
        add_opponents();
        add_others();
        number();
    }

private:
    // The claim that answers a part best, with the words that do first.
    void answer(std::size_t part)
    {
        std::size_t best = k_none;
        std::size_t best_member = 0;
        double most = k_least_answer;
        for (std::size_t i = 0; i < m_study.claims.size(); ++i) {
            const Claim& claim = m_study.claims[i];
            for (const auto member : claim.members) {
                if (m_study.claim_of[member] != i || !m_answers.suffices(part, member)) continue;
                const double value = worth(part, claim, member);
                if (value <= most) continue;
                most = value;
                best = i;
                best_member = member;
            }
        }
        if (best == k_none) return;
        if (!holds(best)) {
            auto& members = m_study.claims[best].members;
            std::rotate(members.begin(), std::find(members.begin(), members.end(), best_member),
                        std::find(members.begin(), members.end(), best_member) + 1);
            m_chosen.push_back(best);
        }
        m_study.answers[part].claim = best;
    }

    [[nodiscard]] double worth(std::size_t part, const Claim& claim, std::size_t member) const
    {
        constexpr double k_each_word = 0.002; // of two that say it, the shorter one
        double out = m_answers.score(part, member) - k_each_word * m_study.statements[member].words;
        const std::size_t told =
            std::max({std::size_t{1}, claim.independent, m_same_answers.groups(part, member)});
        out *= 1 + 0.2 * std::log(static_cast<double>(told));
        out += 0.06 * claim.rank / std::max(1e-9, m_study.claims.front().rank);
        if (claim.status == ClaimStatus::superseded) out *= 0.7;
        if (is_latest(member)) out *= 1.15;
        return out;
    }

    // Whether it is what an update leads to.
    [[nodiscard]] bool is_latest(std::size_t statement) const
    {
        return std::any_of(
            m_study.conflicts.updates.begin(), m_study.conflicts.updates.end(),
            [&](const Conflict& update) { return update.positions.back().statement == statement; });
    }

    [[nodiscard]] bool holds(std::size_t claim) const
    {
        return std::find(m_chosen.begin(), m_chosen.end(), claim) != m_chosen.end();
    }

    // Behind a contested answer the claim that most independent sources set against it.
    void add_opponents()
    {
        const auto answered = m_chosen;
        for (const auto claim : answered) {
            if (m_study.claims[claim].status != ClaimStatus::contested) continue;
            const auto against = strongest_against(claim);
            if (against == k_none || holds(against) || m_chosen.size() >= k_most_summarized)
                continue;
            m_chosen.insert(std::find(m_chosen.begin(), m_chosen.end(), claim) + 1, against);
        }
    }

    [[nodiscard]] std::size_t strongest_against(std::size_t claim) const
    {
        std::size_t best = k_none;
        const auto offer = [&](std::size_t own, std::size_t other) {
            if (m_study.claim_of[own] != claim) return;
            const auto found = m_study.claim_of[other];
            if (found == claim) return;
            const auto strength = [&](std::size_t each) {
                return std::pair{m_study.claims[each].independent, m_study.claims[each].rank};
            };
            if (best == k_none || strength(found) > strength(best)) best = found;
        };
        for (const auto& conflict : m_study.conflicts.contradictions)
            for (const auto& [first, second] : conflict.disputed) {
                offer(first, second);
                offer(second, first);
            }
        return best;
    }

    void add_others()
    {
        constexpr std::size_t k_most_candidates = 200; // far more than the summary holds
        const double most = m_study.claims.front().rank;
        std::vector<double> ranks(m_study.statements.size(), 0.0);
        std::vector<std::size_t> candidates;
        for (std::size_t i = 0; i < m_study.claims.size(); ++i) {
            const Claim& claim = m_study.claims[i];
            if (candidates.size() >= k_most_candidates) break;
            if (claim.rank < k_least_rank * most) break;
            if (claim.status == ClaimStatus::superseded || holds(i) || repeats_figure(claim))
                continue;
            const auto statement = claim.members.front();
            double near = 0;
            for (std::size_t part = 0; part < m_study.question.parts.size(); ++part)
                near = std::max(near, m_answers.score(part, statement));
            ranks[statement] = claim.rank / most + (m_chosen.empty() ? 0 : 0.5 * near);
            candidates.push_back(statement);
        }
        std::vector<std::size_t> taken;
        for (const auto claim : m_chosen) taken.push_back(m_study.claims[claim].members.front());
        for (const auto statement :
             choose(candidates, ranks, m_space, taken, k_most_summarized - m_chosen.size()))
            m_chosen.push_back(m_study.claim_of[statement]);
    }

    // A toll beside the toll of the answer: one of the two is older or of another count.
    [[nodiscard]] bool repeats_figure(const Claim& claim) const
    {
        const auto& figures = m_study.statements[claim.members.front()].figures;
        return std::any_of(figures.begin(), figures.end(), [&](const Figure& figure) {
            return is_running(figure.aspect) && !figure.is_part &&
                   std::any_of(m_chosen.begin(), m_chosen.end(), [&](std::size_t chosen) {
                       const auto& others =
                           m_study.statements[m_study.claims[chosen].members.front()].figures;
                       return std::any_of(others.begin(), others.end(), [&](const Figure& other) {
                           return other.aspect == figure.aspect && !other.is_part;
                       });
                   });
        });
    }

    // The chosen first, in their order; then the others as they were.
    void number()
    {
        std::vector<std::size_t> place(m_study.claims.size(), k_none);
        std::vector<Claim> ordered;
        for (const auto claim : m_chosen) {
            place[claim] = ordered.size();
            ordered.push_back(std::move(m_study.claims[claim]));
        }
        for (std::size_t i = 0; i < m_study.claims.size(); ++i) {
            if (place[i] != k_none) continue;
            place[i] = ordered.size();
            ordered.push_back(std::move(m_study.claims[i]));
        }
        m_study.claims = std::move(ordered);
        m_study.summarized = m_chosen.size();
        for (auto& answered : m_study.answers)
            if (answered.claim) answered.claim = place[*answered.claim];
        // A topic is answered by what stands first.
        for (std::size_t i = 0; i < m_study.answers.size(); ++i)
            if (m_study.question.parts[i].asks == Asks::topic && m_study.summarized > 0)
                m_study.answers[i].claim = 0;
        for (auto& claim : m_study.claim_of) claim = place[claim];
    }

    Study& m_study;
    const Space& m_space;
    const Answers& m_answers;
    const SameAnswers& m_same_answers;
    std::vector<std::size_t> m_chosen; // claims
};

} // namespace

void choose_summary(Study& study, const Space& space, const Answers& answers,
                    const SameAnswers& same_answers)
{
    Chooser{study, space, answers, same_answers}.run();
}

} // namespace synthesize
