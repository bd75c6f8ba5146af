#include "forensics/verdict.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace forensics {

namespace {

constexpr double k_sure = 0.5;

const CheckResult* find(std::span<const NamedResult> results, std::string_view check)
{
    for (const NamedResult& each : results)
        if (each.check == check) return &each.result;
    return nullptr;
}

bool is_anomaly(const CheckResult* result)
{
    return result != nullptr &&
           (result->verdict == Verdict::warn || result->verdict == Verdict::critical);
}

bool has_reason(const CheckResult* result, std::string_view reason)
{
    return result != nullptr && std::find(result->reasons.begin(), result->reasons.end(), reason) !=
                                    result->reasons.end();
}

bool share_a_landing(const CheckResult* one, const CheckResult* other)
{
    if (!is_anomaly(one) || !is_anomaly(other)) return false;
    return std::find_first_of(one->landings.begin(), one->landings.end(), other->landings.begin(),
                              other->landings.end()) != one->landings.end();
}

// Those of one cause come first: they count for the verdict.
std::vector<Attribution> shared_causes(std::span<const NamedResult> results)
{
    std::vector<Attribution> out;
    const CheckResult* const route = find(results, "route");
    if (is_anomaly(route) && has_reason(route, "tcp_terminated_early"))
        for (const std::string_view check : {"tls", "ct"})
            if (is_anomaly(find(results, check)))
                out.push_back({"route", check, "tcp_terminated_early"});
    if (share_a_landing(find(results, "portal"), find(results, "dns")))
        out.push_back({"dns", "portal", "same_landing"});
    return out;
}

std::vector<Attribution> explanations(std::span<const NamedResult> results)
{
    struct Row {
        std::string_view cause;
        std::string_view effect;
        std::string_view effect_reason;
        std::string_view reason;
    };
    constexpr Row k_rows[] = {
        {"dns", "tls", "attributed_to_dns", "same_name"},
        {"ntp", "tls", "expired", "local_clock"},
        // What no public CA has signed is logged nowhere: ct judges the chain that tls saw.
        {"tls", "ct", "root_not_public", "same_chain"},
        {"tls", "ct", "private_root", "same_chain"},
    };
    std::vector<Attribution> out;
    for (const Row& row : k_rows)
        if (is_anomaly(find(results, row.cause)) &&
            has_reason(find(results, row.effect), row.effect_reason))
            out.push_back({row.cause, row.effect, row.reason});
    return out;
}

std::size_t count(std::span<const NamedResult> results, Verdict verdict)
{
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [verdict](const NamedResult& each) {
            return each.result.verdict == verdict;
        }));
}

Verdict verdict_of(std::span<const NamedResult> results, bool has_shared_cause)
{
    const auto is_sure_critical = [](const NamedResult& each) {
        return each.result.verdict == Verdict::critical && each.result.confidence >= k_sure;
    };
    if (has_shared_cause || std::any_of(results.begin(), results.end(), is_sure_critical))
        return Verdict::critical;
    if (count(results, Verdict::warn) + count(results, Verdict::critical) > 0) return Verdict::warn;
    const auto is_blind = [results](std::string_view check) {
        const CheckResult* const result = find(results, check);
        return result != nullptr && result->verdict == Verdict::inconclusive;
    };
    if (count(results, Verdict::inconclusive) * 2 >= results.size() ||
        (is_blind("dns") && is_blind("tls")))
        return Verdict::inconclusive;
    return Verdict::ok;
}

// The confidence of the checks that decided: those which say what the scan says. A shared cause is
// as sure as the surest of those that share it.
double confidence_of_scan(std::span<const NamedResult> results, Verdict verdict)
{
    double highest = 0;
    double lowest = 1;
    double sum = 0;
    for (const auto& [check, result] : results) {
        if (is_anomaly(&result)) highest = std::max(highest, result.confidence);
        if (result.verdict == Verdict::ok) lowest = std::min(lowest, result.confidence);
        sum += result.confidence;
    }
    const auto all = static_cast<double>(results.size());
    switch (verdict) {
    case Verdict::critical:
    case Verdict::warn: return rounded(highest, 2);
    case Verdict::ok:
        return rounded(
            lowest * (all - static_cast<double>(count(results, Verdict::inconclusive))) / all, 2);
    case Verdict::inconclusive: return rounded(results.empty() ? 0 : sum / all, 2);
    }
    __builtin_unreachable();
}

std::string summary_of(std::span<const NamedResult> results, const Outcome& outcome)
{
    if (outcome.is_vantage_offline) return "vantage has no connectivity";
    std::string named;
    const auto name = [&](Verdict verdict) {
        for (const auto& [check, result] : results)
            if (result.verdict == verdict)
                named += base::concat(named.empty() ? "" : "; ", check, ": ", result.summary);
    };
    switch (outcome.verdict) {
    case Verdict::critical:
    case Verdict::warn:
        name(Verdict::critical);
        name(Verdict::warn);
        return named;
    case Verdict::inconclusive: return "too few checks could observe anything";
    case Verdict::ok:
        return base::concat("no check contradicts its reference", said_of(outcome.questions));
    }
    __builtin_unreachable();
}

// Whether a check has looked: not when its reason is one of those for which it does not even try.
bool has_looked(const NamedResult& each)
{
    constexpr std::string_view k_idle[] = {"not_configured", "log_list_missing",
                                           "log_list_unreadable"};
    const auto& reasons = each.result.reasons;
    return reasons.empty() ||
           std::find(std::begin(k_idle), std::end(k_idle), reasons.front()) == std::end(k_idle);
}

} // namespace

std::string said_of(const Questions& questions)
{
    if (questions.asked == 0) return {};
    return base::concat(": ", questions.answered, " of ", questions.asked,
                        questions.asked == 1 ? " question was answered"
                                             : " questions were answered");
}

Outcome judge(std::span<const NamedResult> results)
{
    Outcome out;
    out.attribution = shared_causes(results);
    out.verdict = verdict_of(results, !out.attribution.empty());
    for (const Attribution& each : explanations(results)) out.attribution.push_back(each);
    out.confidence = confidence_of_scan(results, out.verdict);
    for (const NamedResult& each : results) {
        out.questions.asked += each.result.questions.asked;
        out.questions.answered += each.result.questions.answered;
    }
    // A check that had nothing to look with cannot tell that there was nothing to be seen.
    const auto saw_nothing = [](const NamedResult& each) {
        return each.result.verdict == Verdict::inconclusive &&
               (each.result.is_silent || !has_looked(each));
    };
    out.is_vantage_offline = std::any_of(results.begin(), results.end(), has_looked) &&
                             std::all_of(results.begin(), results.end(), saw_nothing);
    out.summary = summary_of(results, out);
    return out;
}

} // namespace forensics
