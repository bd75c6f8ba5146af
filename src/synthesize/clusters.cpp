#include "synthesize/clusters.hpp"

#include <algorithm>
#include <unordered_map>

namespace synthesize {

namespace {

constexpr double k_alike = 0.45;
constexpr double k_alike_with_value = 0.30;
constexpr double k_worth_comparing = 0.25;
constexpr double k_value_bonus = k_alike - k_alike_with_value;
constexpr double k_value_malus = 0.15;
constexpr double k_deed_malus = 0.1;
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
    Grouper(const std::vector<std::unique_ptr<Source>>& sources, const Independence& independence,
            const std::vector<Statement>& statements, const Space& space,
            const Vocabulary& vocabulary, const Meanings& meanings)
        : m_sources{sources}, m_independence{independence},
          m_statements{statements}, m_space{space}, m_vocabulary{vocabulary}, m_meanings{meanings},
          m_cluster_of(statements.size())
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
        for (const auto& pair : m_space.pairs(k_worth_comparing)) {
            const Relation& found = relation(pair.first, pair.second);
            if (!found.apart && found.alike >= k_alike)
                edges.push_back({found.alike, pair.first, pair.second});
        }
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
        if (out.alike < k_worth_comparing) return out;
        const Statement& left = m_statements[first];
        const Statement& right = m_statements[second];
        auto found = compare(*m_sources[left.source], left, *m_sources[right.source], right,
                             m_vocabulary, m_meanings);
        out.apart = found.apart;
        // One subject alone does not make "it cost 5 million" and "it opened in May" one claim.
        const bool has_values = !left.figures.empty() || !right.figures.empty() ||
                                !left.moments.empty() || !right.moments.empty();
        if (found.shares_value)
            out.alike += k_value_bonus;
        else if (has_values)
            out.alike -= k_value_malus;
        if (found.tells_other_deeds) out.alike -= k_deed_malus;
        const auto& group = m_independence.group;
        if (found.disagreement && group[left.source] != group[right.source])
            m_out.disputes.push_back({first, second, std::move(*found.disagreement)});
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

    const std::vector<std::unique_ptr<Source>>& m_sources;
    const Independence& m_independence;
    const std::vector<Statement>& m_statements;
    const Space& m_space;
    const Vocabulary& m_vocabulary;
    const Meanings& m_meanings;
    std::vector<std::size_t> m_cluster_of;
    std::unordered_map<std::size_t, Relation> m_relations;
    Grouped m_out;
};

} // namespace

Grouped group(const std::vector<std::unique_ptr<Source>>& sources, const Independence& independence,
              const std::vector<Statement>& statements, const Space& space,
              const Vocabulary& vocabulary, const Meanings& meanings, std::vector<Dispute> known)
{
    return Grouper{sources, independence, statements, space, vocabulary, meanings}.run(
        std::move(known));
}

} // namespace synthesize
