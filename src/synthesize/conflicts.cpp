#include "synthesize/conflicts.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>
#include <set>
#include <tuple>

namespace synthesize {

namespace {

class Settler {
public:
    Settler(const std::vector<std::unique_ptr<Source>>& sources,
            const std::vector<Statement>& statements)
        : m_sources{sources}, m_statements{statements}
    {
    }

    [[nodiscard]] Conflicts run(std::vector<Dispute> disputes) const
    {
        std::stable_sort(
            disputes.begin(), disputes.end(), [](const Dispute& left, const Dispute& right) {
                return std::pair{left.first, left.second} < std::pair{right.first, right.second};
            });
        std::vector<const Dispute*> contradictions;
        std::vector<const Dispute*> updates;
        for (const auto& dispute : disputes)
            (is_update(dispute) ? updates : contradictions).push_back(&dispute);
        Conflicts out{merged(contradictions), merged(updates)};
        for (auto& update : out.updates)
            std::stable_sort(update.positions.begin(), update.positions.end(),
                             [&](const Position& left, const Position& right) {
                                 return published(left.statement) < published(right.statement);
                             });
        return out;
    }

private:
    [[nodiscard]] std::optional<std::chrono::sys_days> published(std::size_t statement) const
    {
        return m_sources[m_statements[statement].source]->published;
    }

    [[nodiscard]] bool is_update(const Dispute& dispute) const
    {
        const auto one = published(dispute.first);
        const auto other = published(dispute.second);
        return dispute.what.may_change && one && other && *one != *other;
    }

    // Disputes that share what one statement says are one conflict: its five dead, or its seven
    // injured. Of yes and no the words differ by how the dispute was found.
    [[nodiscard]] static std::vector<Conflict> merged(const std::vector<const Dispute*>& disputes)
    {
        using Said = std::tuple<std::size_t, Opposition, std::uint32_t>;
        std::map<Said, std::size_t> node_of;
        boost::disjoint_sets_with_storage<> sets{2 * disputes.size()};
        const auto node = [&](std::size_t statement, Opposition kind, const Run& value) {
            const auto begin = kind == Opposition::polarity ? 0 : value.begin;
            return node_of.try_emplace({statement, kind, begin}, node_of.size()).first->second;
        };
        for (const auto* dispute : disputes)
            sets.union_set(node(dispute->first, dispute->what.kind, dispute->what.first),
                           node(dispute->second, dispute->what.kind, dispute->what.second));
        std::vector<Conflict> out;
        std::map<std::size_t, std::size_t> conflict_of; // by the root of its nodes
        std::set<std::size_t> placed;
        for (const auto* dispute : disputes) {
            const auto& what = dispute->what;
            const auto first = node(dispute->first, what.kind, what.first);
            const auto second = node(dispute->second, what.kind, what.second);
            const auto [at, is_new] = conflict_of.try_emplace(sets.find_set(first), out.size());
            if (is_new) out.push_back({what.kind, what.attribute, {}, {}});
            Conflict& conflict = out[at->second];
            if (placed.insert(first).second)
                conflict.positions.push_back({dispute->first, what.first});
            if (placed.insert(second).second)
                conflict.positions.push_back({dispute->second, what.second});
            conflict.disputed.emplace_back(dispute->first, dispute->second);
        }
        for (auto& conflict : out)
            std::sort(conflict.positions.begin(), conflict.positions.end(),
                      [](const Position& left, const Position& right) {
                          return left.statement < right.statement;
                      });
        return out;
    }

    const std::vector<std::unique_ptr<Source>>& m_sources;
    const std::vector<Statement>& m_statements;
};

} // namespace

Conflicts settle(const std::vector<std::unique_ptr<Source>>& sources,
                 const std::vector<Statement>& statements, std::vector<Dispute> disputes)
{
    return Settler{sources, statements}.run(std::move(disputes));
}

} // namespace synthesize
