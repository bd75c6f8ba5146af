#include "synthesize/conflicts.hpp"

#include <algorithm>
#include <map>

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

    // Disputes that share a statement are one conflict.
    [[nodiscard]] static std::vector<Conflict> merged(const std::vector<const Dispute*>& disputes)
    {
        std::vector<Conflict> out;
        std::map<std::pair<std::size_t, Opposition>, std::size_t> conflict_of;
        for (const auto* dispute : disputes) {
            const auto kind = dispute->what.kind;
            auto at = conflict_of.find({dispute->first, kind});
            if (at == conflict_of.end()) at = conflict_of.find({dispute->second, kind});
            const std::size_t index = at == conflict_of.end() ? out.size() : at->second;
            if (index == out.size()) out.push_back({kind, dispute->what.attribute, {}, {}});
            for (const auto& [statement, value] :
                 {std::pair{dispute->first, dispute->what.first},
                  std::pair{dispute->second, dispute->what.second}})
                if (conflict_of.try_emplace({statement, kind}, index).second)
                    out[index].positions.push_back({statement, value});
            out[index].disputed.emplace_back(dispute->first, dispute->second);
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
