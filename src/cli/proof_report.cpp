#include "cli/proof_report.hpp"

#include "base/json.hpp"

#include <algorithm>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

std::string_view word_of(Finding finding)
{
    switch (finding) {
    case Finding::agrees: return "ok";
    case Finding::differs: return "differs";
    case Finding::no_answer: return "no answer";
    case Finding::not_yet: return "not yet";
    case Finding::unproven: return "unproven";
    case Finding::note: return "note";
    }
    return "";
}

} // namespace

bool ProofReport::has(Finding finding) const
{
    return std::any_of(m_steps.begin(), m_steps.end(),
                       [finding](const ProofStep& each) { return each.finding == finding; });
}

Exit ProofReport::exit() const
{
    if (has(Finding::differs)) return Exit::error;
    if (has(Finding::no_answer)) return Exit::unreachable;
    if (has(Finding::not_yet)) return Exit::not_yet;
    return has(Finding::unproven) ? Exit::doubtful : Exit::ok;
}

std::string_view ProofReport::verdict() const
{
    switch (exit()) {
    case Exit::ok: return "match";
    case Exit::error: return "mismatch";
    case Exit::unreachable: return "unreachable";
    case Exit::not_yet: return "not yet anchored";
    case Exit::doubtful: return "undecided";
    case Exit::usage:
    case Exit::undisputed:
    case Exit::only_told: break;
    }
    return "";
}

void ProofReport::print(bool as_json) const
{
    if (!as_json) {
        for (const ProofStep& each : m_steps)
            std::cout << word_of(each.finding) << ": " << each.step << ": " << each.detail
                      << " [trusted: " << each.trusted << "]\n";
        std::cout << verdict() << '\n';
        return;
    }
    json::Ref steps = json::array();
    for (const ProofStep& each : m_steps)
        json::append(steps.get(), json::object("step", each.step, "finding", word_of(each.finding),
                                               "detail", each.detail, "trusted", each.trusted));
    json::Ref hash = m_hash.empty() ? json::value(nullptr) : json::value(m_hash);
    std::cout << json::dump(json::object("verdict", verdict(), "result_hash", std::move(hash),
                                         "steps", std::move(steps))
                                .get())
              << '\n';
}

} // namespace cli
