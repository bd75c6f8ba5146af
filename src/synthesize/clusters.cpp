#include "synthesize/clusters.hpp"

#include <algorithm>
#include <unordered_map>

namespace synthesize {

namespace {

constexpr double k_alike = 0.45;
constexpr double k_alike_in_other_words = 0.5;
constexpr double k_alike_with_value = 0.30;
constexpr double k_worth_comparing = 0.25;
constexpr double k_value_bonus = k_alike - k_alike_with_value;
constexpr double k_value_malus = 0.15;
constexpr double k_deed_malus = 0.1;
constexpr double k_answer_bonus = 0.4;
// A larger one says no more, and would cost the square of its size.
constexpr std::size_t k_most_members = 200;
// Of thousands of sentences that all resemble each other no more are compared: what is alike by
// then has been joined, since the most alike come first.
constexpr std::size_t k_most_relations = 400'000;

struct Relation {
    double alike = 0; // the cosine, more for a shared value
    bool apart = false;
};

class Grouper {
public:
    Grouper(const Study& study, const Space& space, const Meanings& meanings,
            const std::set<std::pair<std::size_t, std::size_t>>& same_answers)
        : m_study{study}, m_statements{study.statements}, m_space{space}, m_meanings{meanings},
          m_same_answers{same_answers}, m_cluster_of(study.statements.size())
    {
    }

    Grouped run(std::vector<Dispute> known)
    {
        for (const auto& dispute : known)
            m_relations[dispute.first * m_statements.size() + dispute.second] = {0, true};
        m_out.disputes = std::move(known);
        struct Edge {
            double alike;
            std::size_t first;
            std::size_t second;
        };
        std::vector<Edge> edges;
        const auto propose = [&](std::size_t first, std::size_t second) {
            const Relation& found = relation(first, second);
            if (!found.apart && found.alike >= k_alike)
                edges.push_back({found.alike, first, second});
        };
        for (const auto& pair : m_space.pairs(k_worth_comparing)) propose(pair.first, pair.second);
        for (const auto& [first, second] : m_same_answers) propose(first, second);
        std::stable_sort(edges.begin(), edges.end(), [](const Edge& left, const Edge& right) {
            return left.alike > right.alike;
        });
        for (std::size_t i = 0; i < m_statements.size(); ++i) {
            m_cluster_of[i] = i;
            m_out.clusters.push_back({i});
        }
        for (const auto& edge : edges) join(m_cluster_of[edge.first], m_cluster_of[edge.second]);
        std::erase_if(m_out.clusters, [](const auto& cluster) { return cluster.empty(); });
        for (auto& cluster : m_out.clusters) std::sort(cluster.begin(), cluster.end());
        std::sort(m_out.clusters.begin(), m_out.clusters.end());
        return std::move(m_out);
    }

private:
    const Relation& relation(std::size_t first, std::size_t second)
    {
        if (first > second) std::swap(first, second);
        const auto [at, is_new] = m_relations.try_emplace(first * m_statements.size() + second);
        Relation& out = at->second;
        if (!is_new) return out;
        out.alike = m_space.cosine(first, second);
        const bool is_one_answer = m_same_answers.contains({first, second});
        if (out.alike < k_worth_comparing && !is_one_answer) return out;
        const Statement& left = m_statements[first];
        const Statement& right = m_statements[second];
        auto found = compare({m_study.source_of(first), left}, {m_study.source_of(second), right},
                             m_study.vocabulary, m_meanings);
        if (!found.apart) out.alike = std::max(out.alike, in_other_words(left, right));
        out.apart = found.apart;
        // One subject alone does not make "it cost 5 million" and "it opened in May" one claim.
        const bool has_values = !left.figures.empty() || !right.figures.empty() ||
                                !left.moments.empty() || !right.moments.empty();
        if (is_one_answer)
            out.alike += k_answer_bonus;
        else if (found.shares_value)
            out.alike += k_value_bonus;
        else if (has_values)
            out.alike -= k_value_malus;
        if (found.tells_other_deeds) out.alike -= k_deed_malus;
        const auto& group = m_study.independence.group;
        if (found.disagreement && group[left.source] != group[right.source])
            m_out.disputes.push_back({first, second, std::move(*found.disagreement)});
        return out;
    }

    // How much each tells of what the other does, in its words or in others of their meaning, on
    // the scale of the cosines; 0 where they share too few words to tell.
    [[nodiscard]] double in_other_words(const Statement& left, const Statement& right) const
    {
        constexpr std::size_t k_least_words = 3;
        constexpr double k_scale = k_alike / k_alike_in_other_words;
        const auto one = told_by(left, right);
        const auto other = told_by(right, left);
        if (std::min(one.words, other.words) < k_least_words) return 0;
        return k_scale * 2 * one.share * other.share / (one.share + other.share);
    }

    struct Told {
        double share = 0;      // of the weight of what it tells
        std::size_t words = 0; // that the other tells, but for those of what all are about
    };

    // What of `own`, without circumstances, `other` tells.
    [[nodiscard]] Told told_by(const Statement& own, const Statement& other) const
    {
        constexpr double k_told_again = 0.5;
        double whole = 0;
        Told out;
        for (const auto term : own.marks.told) {
            const double best = m_meanings.best(term, other.terms);
            const double weight = m_space.rarity(term);
            whole += weight;
            if (best < k_told_again) continue;
            out.share += weight * best;
            if (!m_space.is_common(term)) ++out.words;
        }
        out.share = whole > 0 ? out.share / whole : 0;
        return out;
    }

    void join(std::size_t into, std::size_t from)
    {
        if (into == from) return;
        if (into > from) std::swap(into, from);
        auto& left = m_out.clusters[into];
        auto& right = m_out.clusters[from];
        if (left.size() + right.size() > k_most_members) return;
        if (m_relations.size() > k_most_relations) return;
        double sum = 0;
        for (const auto one : left)
            for (const auto other : right) {
                const Relation& found = relation(one, other);
                if (found.apart) return;
                sum += found.alike;
            }
        if (sum < k_alike * static_cast<double>(left.size() * right.size())) return;
        for (const auto member : right) m_cluster_of[member] = into;
        left.insert(left.end(), right.begin(), right.end());
        right.clear();
    }

    const Study& m_study;
    const std::vector<Statement>& m_statements;
    const Space& m_space;
    const Meanings& m_meanings;
    const std::set<std::pair<std::size_t, std::size_t>>& m_same_answers;
    std::vector<std::size_t> m_cluster_of;
    std::unordered_map<std::size_t, Relation> m_relations;
    Grouped m_out;
};

} // namespace

Grouped group(const Study& study, const Space& space, const Meanings& meanings,
              std::vector<Dispute> known,
              const std::set<std::pair<std::size_t, std::size_t>>& same_answers)
{
    return Grouper{study, space, meanings, same_answers}.run(std::move(known));
}

} // namespace synthesize
