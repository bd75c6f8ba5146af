#include "verify/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace verify {

namespace {

constexpr double k_least_coverage = 0.15;
constexpr double k_most_soft_cost = 0.15;

double weight(const Weighed& weighed)
{
    constexpr double k_severity[] = {0, 0.05, 0.20, 0.45};
    constexpr double k_certainty[] = {1, 0.8, 0.5};
    return k_severity[static_cast<std::size_t>(weighed.severity)] *
           k_certainty[static_cast<std::size_t>(weighed.finding->certainty)];
}

bool is_decisive(const Weighed& weighed)
{
    return weighed.severity == Severity::critical &&
           weighed.finding->certainty != Certainty::heuristic;
}

bool is_any(std::span<const Weighed> findings, Severity least)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Weighed& weighed) { return weighed.severity >= least; });
}

std::string_view family_of(std::string_view check)
{
    return check.substr(0, check.find('.'));
}

double two_decimals(double value)
{
    return std::round(value * 100) / 100;
}

Verdict verdict_of(int score, std::span<const Weighed> findings, double coverage)
{
    if (score < 50 || std::any_of(findings.begin(), findings.end(), is_decisive))
        return Verdict::fail;
    if (score < 85 || is_any(findings, Severity::major)) return Verdict::caution;
    if (coverage >= k_least_coverage) return Verdict::pass;
    return is_any(findings, Severity::minor) ? Verdict::caution : Verdict::inconclusive;
}

double confidence_in(const Judgement& judgement, std::span<const Weighed> findings,
                     std::size_t critics)
{
    switch (judgement.verdict) {
    case Verdict::pass:
        return std::min(0.95, 0.30 + 0.60 * judgement.coverage +
                                  0.05 * (static_cast<double>(critics) - 1));
    case Verdict::caution:
    case Verdict::fail: {
        double doubt = 1;
        for (const auto& weighed : findings)
            if (weighed.severity >= Severity::minor)
                doubt *= 1 - confidence_of(weighed.finding->certainty);
        return std::min(0.99, 1 - doubt);
    }
    case Verdict::inconclusive: return 0.2;
    }
    __builtin_unreachable();
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

std::vector<Weighed> weigh(std::span<const Finding> findings, std::span<const Standing> standings)
{
    std::vector<Weighed> out;
    for (std::size_t i = 0; i < findings.size(); ++i)
        out.push_back({&findings[i], standings[i].severity});
    return out;
}

int score_of(std::span<const Weighed> findings)
{
    std::map<std::string_view, std::vector<double>> by_family;
    for (const auto& weighed : findings)
        by_family[family_of(weighed.finding->check)].push_back(weight(weighed));
    double hard = 1;
    double soft = 1;
    for (auto& [family, weights] : by_family) {
        std::sort(weights.rbegin(), weights.rend());
        double& product = family == "lang" || family == "fallacy" ? soft : hard;
        double fading = 1;
        for (const double each : weights) {
            product *= 1 - each * fading;
            fading *= 0.7;
        }
    }
    const double whole = hard * std::max(soft, 1 - k_most_soft_cost);
    const int score = static_cast<int>(std::lround(100 * whole));
    return std::any_of(findings.begin(), findings.end(), is_decisive) ? std::min(score, 40) : score;
}

Verdict verdict_of_findings(std::span<const Weighed> findings)
{
    return verdict_of(score_of(findings), findings, 1);
}

Judgement judge_review(std::span<const Weighed> findings, std::span<const Pass> passes,
                       std::span<const Claim> claims, std::span<const Category> decided,
                       std::size_t critics)
{
    Judgement out;
    for (std::size_t i = 0; i < k_categories; ++i) {
        const auto category = static_cast<Category>(i);
        std::vector<Weighed> own;
        for (const auto& weighed : findings)
            if (category_of(weighed.finding->check) == category) own.push_back(weighed);
        const bool any =
            !own.empty() || std::find(decided.begin(), decided.end(), category) != decided.end() ||
            std::any_of(passes.begin(), passes.end(),
                        [&](const Pass& pass) { return category_of(pass.check) == category; });
        if (any) out.subscores[i] = score_of(own);
    }
    const auto checked = std::count_if(claims.begin(), claims.end(),
                                       [](const Claim& claim) { return !claim.checks.empty(); });
    if (!claims.empty())
        out.coverage =
            two_decimals(static_cast<double>(checked) / static_cast<double>(claims.size()));
    const int score = score_of(findings);
    out.verdict = verdict_of(score, findings, out.coverage);
    if (checked > 0 || is_any(findings, Severity::minor)) out.score = score;
    out.confidence = two_decimals(confidence_in(out, findings, critics));
    return out;
}

} // namespace verify
