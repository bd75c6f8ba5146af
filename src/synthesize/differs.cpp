#include "synthesize/differs.hpp"

#include "synthesize/map.hpp"

#include <algorithm>
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

// Whether a position is one of a difference: its five dead, or its seven injured. Of yes and no
// the words differ by how the dispute was found.
bool has_position(const Difference& difference, const Position& position)
{
    return std::ranges::any_of(difference.positions, [&](const Position& each) {
        return each.statement == position.statement && (difference.kind == Opposition::polarity ||
                                                        each.value.begin == position.value.begin);
    });
}

// A dispute that shares what one statement says with a difference is part of it.
void add_dispute(std::vector<Difference>& all, Difference dispute)
{
    const auto shares = [&](const Difference& each) {
        return each.kind == dispute.kind && each.is_update == dispute.is_update &&
               std::ranges::any_of(dispute.positions, [&](const Position& position) {
                   return has_position(each, position);
               });
    };
    auto first = std::ranges::find_if(all, shares);
    if (first == all.end())
        first = all.insert(all.end(), {dispute.kind, dispute.about, dispute.is_update, {}});
    for (const auto& position : dispute.positions)
        if (!has_position(*first, position)) first->positions.push_back(position);
}

} // namespace

std::vector<Difference> read_differences(const Map& map)
{
    const auto statements = compared(map);
    std::vector<Difference> out;
    for (std::size_t i = 0; i < statements.size(); ++i)
        for (std::size_t k = i + 1; k < statements.size(); ++k) {
            const auto first = statements[i];
            const auto second = statements[k];
            const Source& one = map.source_of(first);
            const Source& other = map.source_of(second);
            if (!map.independence.are_apart(map.statements[first].source,
                                            map.statements[second].source))
                continue;
            const auto found = map.compare(first, second);
            if (!found.disagreement) continue;
            const auto& what = *found.disagreement;
            const bool is_update = what.may_change && one.published && other.published &&
                                   one.published != other.published;
            add_dispute(out, {what.kind,
                              what.attribute,
                              is_update,
                              {{first, what.first}, {second, what.second}}});
        }
    for (auto& each : out)
        std::ranges::sort(each.positions, {}, [&](const Position& position) {
            const auto told = published_at(map.source_of(position.statement).material);
            return std::tuple{each.is_update ? told : std::nullopt, position.statement,
                              position.value.begin};
        });
    std::ranges::stable_sort(out, {}, &Difference::is_update);
    if (out.size() > k_most_differences) out.resize(k_most_differences);
    return out;
}

} // namespace synthesize
