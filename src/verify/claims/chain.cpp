#include "verify/claims/chain.hpp"

namespace verify {

namespace {

void dispute(const Finding& finding, Standing& standing)
{
    if (standing.status != Status::standing || finding.severity == Severity::info) return;
    if (finding.certainty == Certainty::exact) {
        standing.status = Status::downgraded;
        standing.severity = static_cast<Severity>(static_cast<int>(finding.severity) - 1);
    } else {
        standing.status = Status::withdrawn;
        standing.severity = Severity::info;
    }
}

} // namespace

std::string_view name_of(Status status)
{
    switch (status) {
    case Status::standing: return "standing";
    case Status::downgraded: return "downgraded";
    case Status::withdrawn: return "withdrawn";
    }
    __builtin_unreachable();
}

std::string_view name_of(Action action)
{
    switch (action) {
    case Action::confirm: return "confirm";
    case Action::dispute: return "dispute";
    case Action::note: return "note";
    }
    __builtin_unreachable();
}

std::vector<Standing> settle(std::span<const Finding> findings, std::span<const Link> links)
{
    std::vector<Standing> out(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) out[i].severity = findings[i].severity;
    for (const auto& link : links) {
        const std::size_t index = link.response.finding;
        out[index].links.push_back(link);
        if (link.response.action == Action::dispute) dispute(findings[index], out[index]);
    }
    return out;
}

} // namespace verify
