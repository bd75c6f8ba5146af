#include "synthesize/differs.hpp"

#include "synthesize/map.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>
#include <set>
#include <tuple>

namespace synthesize {

namespace {

std::vector<std::size_t> compared(const Map& map)
{
    std::set<std::size_t> out;
    for (const auto& row : map.ballot.rows)
        for (const auto at : row.lines) {
            const Line& line = map.ballot.lines[at].line;
            if (line.asked.empty()) continue;
            const auto within = statements_in(map, line);
            out.insert(within.begin(), within.end());
        }
    return {out.begin(), out.end()};
}

std::vector<Dispute> disputes_of(const Map& map)
{
    const Meanings meanings{map.vocabulary, map.language};
    const auto statements = compared(map);
    std::vector<Dispute> out;
    for (std::size_t i = 0; i < statements.size(); ++i)
        for (std::size_t k = i + 1; k < statements.size(); ++k) {
            const auto first = statements[i];
            const auto second = statements[k];
            if (!map.independence.are_apart(map.statements[first].source,
                                            map.statements[second].source))
                continue;
            auto found = statements::compare({map.source_of(first), map.statements[first]},
                                             {map.source_of(second), map.statements[second]},
                                             map.vocabulary, meanings);
            if (found.disagreement) out.push_back({first, second, std::move(*found.disagreement)});
        }
    return out;
}

// Disputes that share what one statement says are one difference: its five dead, or its seven
// injured. Of yes and no the words differ by how the dispute was found.
std::vector<Difference> merged(const std::vector<const Dispute*>& disputes, bool is_update)
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
    std::vector<Difference> out;
    std::map<std::size_t, std::size_t> place_of; // by the root of its nodes
    std::set<std::size_t> placed;
    for (const auto* dispute : disputes) {
        const auto& what = dispute->what;
        const auto first = node(dispute->first, what.kind, what.first);
        const auto second = node(dispute->second, what.kind, what.second);
        const auto [at, is_new] = place_of.try_emplace(sets.find_set(first), out.size());
        if (is_new) out.push_back({what.kind, what.attribute, is_update, {}});
        auto& positions = out[at->second].positions;
        if (placed.insert(first).second) positions.push_back({dispute->first, what.first});
        if (placed.insert(second).second) positions.push_back({dispute->second, what.second});
    }
    for (auto& difference : out)
        std::sort(difference.positions.begin(), difference.positions.end(),
                  [](const Position& left, const Position& right) {
                      return left.statement < right.statement;
                  });
    return out;
}

} // namespace

std::vector<Difference> read_differences(const Map& map)
{
    const auto published = [&](std::size_t statement) {
        return published_at(map.source_of(statement).material);
    };
    const auto disputes = disputes_of(map);
    std::vector<const Dispute*> contested;
    std::vector<const Dispute*> changed;
    for (const auto& dispute : disputes) {
        const auto one = published(dispute.first);
        const auto other = published(dispute.second);
        const bool is_update =
            dispute.what.may_change && one && other && one->day() != other->day();
        (is_update ? changed : contested).push_back(&dispute);
    }
    auto out = merged(contested, false);
    for (auto& update : merged(changed, true)) {
        std::stable_sort(update.positions.begin(), update.positions.end(),
                         [&](const Position& left, const Position& right) {
                             return published(left.statement) < published(right.statement);
                         });
        out.push_back(std::move(update));
    }
    if (out.size() > k_most_differences) out.resize(k_most_differences);
    return out;
}

} // namespace synthesize
