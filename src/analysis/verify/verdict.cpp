#include "analysis/verify/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace analysis::verify {

namespace {

constexpr double k_least_coverage = 0.15;
constexpr double k_most_soft_cost = 0.15;

double weight(const Finding& finding)
{
    constexpr double k_severity[] = {0, 0.05, 0.20, 0.45};
    constexpr double k_certainty[] = {1, 0.8, 0.5};
    return k_severity[static_cast<std::size_t>(finding.severity)] *
           k_certainty[static_cast<std::size_t>(finding.certainty)];
}

bool is_decisive(const Finding& finding)
{
    return finding.severity == Severity::critical && finding.certainty != Certainty::heuristic;
}

template <typename Selects> int score_where(std::span<const Finding> findings, Selects&& selects)
{
    std::map<std::string_view, std::vector<double>> by_check;
    bool decisive = false;
    for (const auto& finding : findings) {
        if (!selects(finding)) continue;
        by_check[finding.check].push_back(weight(finding));
        decisive = decisive || is_decisive(finding);
    }
    double hard = 1;
    double soft = 1;
    for (auto& [check, weights] : by_check) {
        std::sort(weights.rbegin(), weights.rend());
        double& product = check.starts_with("lang.") || check.starts_with("fallacy.") ? soft : hard;
        double fading = 1;
        for (const double each : weights) {
            product *= 1 - each * fading;
            fading *= 0.7;
        }
    }
    const double whole = hard * std::max(soft, 1 - k_most_soft_cost);
    const int score = static_cast<int>(std::lround(100 * whole));
    return decisive ? std::min(score, 40) : score;
}

double two_decimals(double value)
{
    return std::round(value * 100) / 100;
}

Verdict verdict_of(int score, std::span<const Finding> findings, double coverage)
{
    const auto at_least = [&](Severity severity) {
        return std::any_of(findings.begin(), findings.end(),
                           [&](const Finding& finding) { return finding.severity >= severity; });
    };
    if (score < 50 || std::any_of(findings.begin(), findings.end(), is_decisive))
        return Verdict::fail;
    if (score < 85 || at_least(Severity::major)) return Verdict::caution;
    if (coverage >= k_least_coverage) return Verdict::pass;
    return at_least(Severity::minor) ? Verdict::caution : Verdict::inconclusive;
}

} // namespace

std::string_view name_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::pass: return "PASS";
    case Verdict::caution: return "CAUTION";
    case Verdict::fail: return "FAIL";
    case Verdict::inconclusive: return "INCONCLUSIVE";
    }
    __builtin_unreachable();
}

int score_of(std::span<const Finding> findings)
{
    return score_where(findings, [](const Finding&) { return true; });
}

Judgement judge_review(const Review& review, std::span<const Claim> claims, std::size_t critics)
{
    Judgement out;
    const std::span<const Finding> findings = review.findings;
    out.score = score_of(findings);
    for (std::size_t i = 0; i < k_categories; ++i)
        out.subscores[i] = score_where(findings, [&](const Finding& finding) {
            return finding.category == static_cast<Category>(i);
        });
    const auto checked = std::count_if(claims.begin(), claims.end(),
                                       [](const Claim& claim) { return !claim.checks.empty(); });
    if (!claims.empty())
        out.coverage =
            two_decimals(static_cast<double>(checked) / static_cast<double>(claims.size()));
    out.verdict = verdict_of(out.score, findings, out.coverage);
    switch (out.verdict) {
    case Verdict::pass:
        out.confidence =
            std::min(0.95, 0.30 + 0.60 * out.coverage + 0.05 * (static_cast<double>(critics) - 1));
        break;
    case Verdict::caution:
    case Verdict::fail: {
        double doubt = 1;
        for (const auto& finding : findings)
            if (finding.severity >= Severity::minor) doubt *= 1 - confidence_of(finding.certainty);
        out.confidence = std::min(0.99, 1 - doubt);
        break;
    }
    case Verdict::inconclusive: out.confidence = 0.2; break;
    }
    out.confidence = two_decimals(out.confidence);
    return out;
}

} // namespace analysis::verify
