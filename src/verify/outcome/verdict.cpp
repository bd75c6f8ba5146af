#include "verify/outcome/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace verify::outcome {

namespace {

// The limit for a text all of whose decided claims are refuted.
constexpr int k_most_of_all_refuted = 60;

double weight(const Weighed& weighed)
{
    constexpr double k_severity[] = {0, 0.05, 0.20, 0.45};
    constexpr double k_certainty[] = {1, 0.8, 0.5, 0.5};
    return base::row_of(k_severity, weighed.severity) *
           base::row_of(k_certainty, weighed.finding->certainty);
}

// What a model read alone never makes a text fail.
constexpr int k_least_by_a_model = 50;

bool is_of_a_model(const Weighed& weighed)
{
    return weighed.finding->certainty == Certainty::model;
}

std::vector<Weighed> without_a_model(std::span<const Weighed> findings)
{
    std::vector<Weighed> out;
    std::ranges::remove_copy_if(findings, std::back_inserter(out), is_of_a_model);
    return out;
}

bool is_decisive(const Weighed& weighed)
{
    return weighed.severity == Severity::critical &&
           weighed.finding->certainty != Certainty::heuristic && !is_of_a_model(weighed);
}

bool is_any(std::span<const Weighed> findings, Severity least)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Weighed& weighed) { return weighed.severity >= least; });
}

std::string_view family_of(CheckRef check)
{
    return check.id().substr(0, check.id().find('.'));
}

double two_decimals(double value)
{
    return std::round(value * 100) / 100;
}

// nullopt: it is undisputed.
std::optional<Undecided> undecided_of(std::span<const Claim> claims, std::size_t checked,
                                      const Asked* asked)
{
    constexpr double k_least_power = 0.5;
    if (claims.empty()) return Undecided::no_claims;
    if (asked != nullptr) {
        if (!asked->power || asked->power->found.low() < k_least_power)
            return Undecided::model_untested;
        if (asked->has_orders) return Undecided::orders_in_text;
        const bool is_read = asked->coverage.read == claims.size() && !asked->was_lacking;
        return is_read ? std::nullopt : std::optional{Undecided::not_read};
    }
    return checked == 0 ? Undecided::nothing_decided : Undecided::too_little_decided;
}

Basis basis_of(Verdict verdict, std::span<const Weighed> findings)
{
    switch (verdict) {
    case Verdict::pass:
    case Verdict::fail: return Basis::computed;
    case Verdict::caution:
        return is_any(without_a_model(findings), Severity::minor) ? Basis::computed : Basis::model;
    case Verdict::undisputed: return Basis::model;
    case Verdict::inconclusive: return Basis::none;
    }
    __builtin_unreachable();
}

double confidence_in(const Judgement& judgement, std::span<const Weighed> findings,
                     std::size_t critics, const Asked* asked)
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
                doubt *= 1 - confidence_of(*weighed.finding->check).value;
        return std::min(0.99, 1 - doubt);
    }
    case Verdict::undisputed: return asked->power->found.low();
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
    case Verdict::undisputed: return "UNDISPUTED";
    case Verdict::inconclusive: return "INCONCLUSIVE";
    }
    __builtin_unreachable();
}

std::string_view name_of(Undecided reason)
{
    switch (reason) {
    case Undecided::no_claims: return "no_claims";
    case Undecided::nothing_decided: return "nothing_decided";
    case Undecided::too_little_decided: return "too_little_decided";
    case Undecided::model_untested: return "model_untested";
    case Undecided::orders_in_text: return "orders_in_text";
    case Undecided::not_read: return "not_read";
    }
    __builtin_unreachable();
}

std::string_view name_of(Basis basis)
{
    switch (basis) {
    case Basis::computed: return "computed";
    case Basis::model: return "model";
    case Basis::none: return "none";
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

namespace {

int score_by_weight(std::span<const Weighed> findings)
{
    std::map<std::string_view, std::vector<double>> by_family;
    for (const auto& weighed : findings)
        by_family[family_of(weighed.finding->check)].push_back(weight(weighed));
    double whole = 1;
    for (auto& [family, weights] : by_family) {
        std::sort(weights.rbegin(), weights.rend());
        double fading = 1;
        for (const double each : weights) {
            whole *= 1 - each * fading;
            fading *= 0.7;
        }
    }
    const int score = static_cast<int>(std::lround(100 * whole));
    return std::any_of(findings.begin(), findings.end(), is_decisive) ? std::min(score, 40) : score;
}

} // namespace

int score_of(std::span<const Weighed> findings)
{
    const int own = score_by_weight(without_a_model(findings));
    return std::max(score_by_weight(findings), std::min(own, k_least_by_a_model));
}

std::optional<Verdict> verdict_of_findings(std::span<const Weighed> findings)
{
    if (score_of(without_a_model(findings)) < 50 ||
        std::any_of(findings.begin(), findings.end(), is_decisive))
        return Verdict::fail;
    return is_any(findings, Severity::minor) ? std::optional{Verdict::caution} : std::nullopt;
}

namespace {

// What was looked at, by what a pass of each check says.
void count_checks(std::span<const Weighed> findings, std::span<const Pass> passes, Judgement& out)
{
    std::array<std::vector<Weighed>, k_categories> raised;
    std::array<bool, k_categories> decided{};
    for (const auto& pass : passes) {
        const Check& check = *pass.check;
        base::row_of(decided, check.category) = true;
        if (is_relation(check.nature)) ++out.relations_held;
        if (pass.is_pointed) ++out.relations_pointed;
        if (check.nature == Nature::form || check.nature == Nature::possibility) ++out.form_checked;
    }
    for (const auto& weighed : findings) {
        const Check& check = *weighed.finding->check;
        base::row_of(raised, check.category).push_back(weighed);
        if (weighed.severity == Severity::info) continue;
        if (is_relation(check.nature) || check.nature == Nature::possibility)
            ++out.relations_failed;
        if (check.nature != Nature::form) continue;
        ++out.form_checked;
        ++out.form_failed;
    }
    for (std::size_t i = 0; i < k_categories; ++i)
        if (decided[i] || !raised[i].empty()) out.subscores[i] = score_of(raised[i]);
}

} // namespace

Judgement judge_review(std::span<const Weighed> findings, std::span<const Pass> passes,
                       std::span<const Claim> claims, const Lookers& lookers, const Asked* asked)
{
    Judgement out;
    count_checks(findings, passes, out);
    for (const auto category : lookers.decided) {
        auto& subscore = base::row_of(out.subscores, category);
        if (!subscore) subscore = 100;
    }
    const auto checked =
        static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), is_checked));
    const auto verified = static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(),
                      [](const Claim& claim) { return claim.status == ClaimStatus::verified; }));
    if (!claims.empty())
        out.coverage =
            two_decimals(static_cast<double>(checked) / static_cast<double>(claims.size()));
    if (const auto doubted = verdict_of_findings(findings)) {
        out.verdict = *doubted;
    } else if (!claims.empty() && verified * 2 >= claims.size()) {
        out.verdict = Verdict::pass;
    } else {
        out.undecided = undecided_of(claims, checked, asked);
        if (!out.undecided) out.verdict = Verdict::undisputed;
    }
    out.basis = basis_of(out.verdict, findings);
    if (out.basis != Basis::none && out.verdict != Verdict::undisputed)
        out.score = score_of(findings);
    const auto refuted = static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(),
                      [](const Claim& claim) { return claim.status == ClaimStatus::refuted; }));
    if (out.score && refuted > 0 && refuted == checked)
        out.score = std::min(*out.score, k_most_of_all_refuted);
    out.confidence = two_decimals(confidence_in(out, findings, lookers.critics, asked));
    return out;
}

} // namespace verify::outcome
