#include "forensics/ct/rules.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <cmath>

namespace forensics {

namespace {

CtFinding judge_missed(const CtEvaluation& evaluation, CtAge age)
{
    using enum CtFinding;
    if (evaluation.would_suffice(SctClass::unverifiable)) return issuer_missing;
    if (evaluation.would_suffice(SctClass::future)) return clock_suspect;
    if (age.is_list_stale) return log_list_stale;
    if (evaluation.would_suffice(SctClass::unknown_log)) return unknown_logs;
    return age.is_policy_old ? old_policy_missed : policy_missed;
}

// A stale list cannot tell a new log from a forged one: its SCTs are given the benefit of doubt.
bool has_enough(const CtEvaluation& evaluation, bool is_list_stale)
{
    return evaluation.has_enough() ||
           (is_list_stale && evaluation.would_suffice(SctClass::unknown_log));
}

std::string fine_summary(std::span<const JudgedCtHost> hosts, std::size_t judged)
{
    const auto noted = std::count_if(hosts.begin(), hosts.end(), [](const JudgedCtHost& each) {
        return each.finding == CtFinding::old_policy_missed;
    });
    if (noted == 0)
        return base::concat("the certificates of ", judged, " hosts are logged as browsers ask");
    return base::concat("the certificates of ", judged, " hosts are logged; ", noted,
                        " of them not as browsers asked when the rule we judge by was dated");
}

std::string summary_of(Verdict verdict, std::size_t deciding, std::size_t judged)
{
    switch (verdict) {
    case Verdict::inconclusive: return "too few certificates could be judged";
    case Verdict::ok: break; // fine_summary()
    case Verdict::warn:
    case Verdict::critical:
        return base::concat("certificate transparency is violated on ", deciding, " of ", judged,
                            " hosts");
    }
    __builtin_unreachable();
}

// One host alone may be wrong by itself; each further one makes that less likely.
double margin_of(Verdict verdict, std::size_t deciding)
{
    constexpr double k_least = 0.75;
    if (verdict == Verdict::ok) return 1;
    return std::max(k_least, 1 - std::pow(0.4, static_cast<double>(deciding)));
}

} // namespace

Reason to_text(CtFinding finding)
{
    switch (finding) {
    case CtFinding::met: return "policy_met";
    case CtFinding::exempt: return "issued_before_policy";
    case CtFinding::not_expected: return "ct_not_expected";
    case CtFinding::bad_signature: return "bad_signature";
    case CtFinding::one_bad_signature: return "one_bad_signature";
    case CtFinding::not_logged: return "not_logged";
    case CtFinding::policy_missed: return "policy_missed";
    case CtFinding::old_policy_missed: return "old_policy_missed";
    case CtFinding::unknown_logs: return "unknown_logs";
    case CtFinding::root_not_public: return "root_not_public";
    case CtFinding::log_list_stale: return "log_list_stale";
    case CtFinding::clock_suspect: return "clock_suspect";
    case CtFinding::issuer_missing: return "issuer_missing";
    case CtFinding::private_root: return "private_root";
    case CtFinding::unreadable: return "certificate_unreadable";
    }
    __builtin_unreachable();
}

CtFinding judge_host(const CtHost& host, const CtEvaluation* evaluation, CtAge age)
{
    using enum CtFinding;
    if (evaluation == nullptr) return unreadable;
    const bool is_known_as_logged = host.is_canonical && host.expects_ct;
    if (!host.has_public_root) return is_known_as_logged ? root_not_public : private_root;
    if (evaluation->count(SctClass::bad_signature) > 0)
        return has_enough(*evaluation, age.is_list_stale) ? one_bad_signature : bad_signature;
    if (!evaluation->policy.applies) return exempt;
    if (evaluation->count() == 0)
        return host.is_canonical && !host.expects_ct ? not_expected : not_logged;
    return evaluation->policy.is_met() ? met : judge_missed(*evaluation, age);
}

Verdict verdict_of(CtFinding finding, const CtHost& host)
{
    switch (finding) {
    case CtFinding::met:
    case CtFinding::exempt:
    case CtFinding::old_policy_missed:
    case CtFinding::not_expected: return Verdict::ok;
    case CtFinding::bad_signature:
    case CtFinding::root_not_public: return Verdict::critical;
    case CtFinding::not_logged: return host.is_canonical ? Verdict::critical : Verdict::warn;
    case CtFinding::one_bad_signature:
    case CtFinding::policy_missed:
    case CtFinding::unknown_logs: return Verdict::warn;
    case CtFinding::log_list_stale:
    case CtFinding::clock_suspect:
    case CtFinding::issuer_missing:
    case CtFinding::private_root:
    case CtFinding::unreadable: return Verdict::inconclusive;
    }
    __builtin_unreachable();
}

std::optional<bool> has_valid_sct(const CtEvaluation& evaluation, bool is_list_stale)
{
    if (evaluation.count(SctClass::valid) > 0) return true;
    const bool is_doubtful = evaluation.count(SctClass::unverifiable) > 0 ||
                             evaluation.count(SctClass::future) > 0 ||
                             (is_list_stale && evaluation.count(SctClass::unknown_log) > 0);
    if (is_doubtful) return std::nullopt;
    return false;
}

CheckResult judge_ct(std::span<const JudgedCtHost> hosts, std::size_t planned)
{
    CheckResult result;
    std::size_t judged = 0;
    for (const JudgedCtHost& each : hosts) {
        const Verdict verdict = verdict_of(each.finding, each.host);
        if (verdict != Verdict::inconclusive) ++judged;
        if (severity_of(verdict) > severity_of(result.verdict)) result.verdict = verdict;
    }
    planned = std::max({planned, hosts.size(), std::size_t{1}});
    // That nothing is wrong takes at least half of the hosts; that something is, takes one.
    if (result.verdict == Verdict::ok && judged * 2 < planned)
        result.verdict = Verdict::inconclusive;

    std::size_t deciding = 0;
    for (const JudgedCtHost& each : hosts) {
        if (verdict_of(each.finding, each.host) != result.verdict) continue;
        ++deciding;
        const Reason reason = to_text(each.finding);
        if (std::find(result.reasons.begin(), result.reasons.end(), reason) == result.reasons.end())
            result.reasons.push_back(reason);
    }
    if (result.reasons.empty())
        result.reasons.push_back(hosts.empty() ? Reason{"no_handshake"} : Reason{"too_few_hosts"});
    result.questions = {hosts.size(), judged};
    const double coverage = static_cast<double>(judged) / static_cast<double>(planned);
    // What one host shows is not contradicted by another that is left alone: agreement is 1.
    result.confidence = confidence_of(
        result.verdict,
        {.coverage = coverage, .agreement = 1, .margin = margin_of(result.verdict, deciding)});
    result.summary = result.verdict == Verdict::ok ? fine_summary(hosts, judged)
                                                   : summary_of(result.verdict, deciding, judged);
    return result;
}

} // namespace forensics
