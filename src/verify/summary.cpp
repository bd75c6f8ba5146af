#include "verify/summary.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <array>

namespace verify {

using base::concat;

namespace {

std::string counted(std::size_t count, std::string_view noun)
{
    return concat(count, ' ', noun, count == 1 ? "" : "s");
}

// "1 critical, 5 major"
std::string by_severity(std::span<const Weighed> findings)
{
    std::string out;
    for (const auto severity : {Severity::critical, Severity::major, Severity::minor}) {
        const auto count =
            std::count_if(findings.begin(), findings.end(),
                          [&](const Weighed& weighed) { return weighed.severity == severity; });
        if (count > 0) out += concat(out.empty() ? "" : ", ", count, ' ', name_of(severity));
    }
    return out;
}

} // namespace

std::string summary_text(const Outcome& outcome)
{
    const auto checked =
        std::count_if(outcome.claims.begin(), outcome.claims.end(),
                      [](const Claim& claim) { return claim.status != ClaimStatus::unverifiable; });
    std::string out =
        concat(checked, " of ", counted(outcome.claims.size(), "claim"), " could be checked");
    const auto wrong = static_cast<std::size_t>(
        std::count_if(outcome.weighed.begin(), outcome.weighed.end(),
                      [](const Weighed& weighed) { return weighed.severity >= Severity::minor; }));
    if (wrong == 0) return concat(out, "; no statement failed.");
    // The first of the most serious, in the order of the critics and of the text.
    const auto worst = std::max_element(
        outcome.weighed.begin(), outcome.weighed.end(),
        [](const Weighed& left, const Weighed& right) { return left.severity < right.severity; });
    const auto place = outcome.document.positions.at(worst->finding->marks.front().begin);
    return concat(out, ". ", counted(wrong, "finding"), wrong == 1 ? " needs" : " need",
                  " attention: ", by_severity(outcome.weighed), ". ",
                  wrong == 1 ? "It is" : "The most serious is", " in line ", place.line, ": ",
                  worst->finding->reasoning, ' ', worst->finding->suggestion);
}

} // namespace verify
