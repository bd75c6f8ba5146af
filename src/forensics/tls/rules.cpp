#include "forensics/tls/rules.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace forensics {

namespace {

// How far a path may be short of hops by routes that differ.
constexpr int k_short_path = 2;
// A certificate is made just now in the first hour of 90 days, or in the same share of a shorter
// life: four minutes of 160 hours. Those are replaced every few days, so that one of them is an
// hour old is ordinary, and so is that two are.
constexpr std::chrono::hours k_fresh{1};
constexpr int k_fresh_share = 90 * 24;

bool is_suspect(TlsClass kind)
{
    switch (kind) {
    case TlsClass::local_root:
    case TlsClass::untrusted:
    case TlsClass::name_mismatch: return true;
    case TlsClass::is_public:
    case TlsClass::name_not_judged:
    case TlsClass::expired:
    case TlsClass::handshake_failed:
    case TlsClass::unreachable:
    case TlsClass::not_tried: return false;
    }
    __builtin_unreachable();
}

// Not by a public CA: a name alone is often wrong where many sites share a server.
bool has_private_issuer(TlsClass kind)
{
    return kind == TlsClass::local_root || kind == TlsClass::untrusted;
}

// An attacker with a certificate made for one victim by a CA that everybody trusts knows neither
// the host's key nor its customs; but hosts change both themselves, and then the rest is right.
bool is_targeted(const TlsHostSeen& host)
{
    const bool is_unlogged =
        host.timestamps == Timestamps::none || host.timestamps == Timestamps::invalid;
    return host.pin == PinMatch::all_differs && (is_unlogged || host.hops_missing >= k_short_path);
}

bool is_rotated(const TlsHostSeen& host)
{
    return (host.pin == PinMatch::key_differs || host.pin == PinMatch::all_differs) &&
           host.timestamps == Timestamps::valid && !is_targeted(host);
}

// What only shows when the hosts are seen together.
class Comparison {
public:
    Comparison(std::span<const TlsHostSeen> hosts, base::Instant now) : m_hosts{hosts}, m_now{now}
    {
    }

    // Interceptors sign with one key for all. Operators of the basket share none; of a buyer's
    // hosts we do not know who runs them, so there the issuer must be suspect by itself.
    [[nodiscard]] bool shares_key(const TlsHostSeen& host) const
    {
        if (!host.key_digest || !is_comparable(host)) return false;
        return any_other(host, [&](const TlsHostSeen& other) {
            return is_comparable(other) && other.key_digest == host.key_digest;
        });
    }

    [[nodiscard]] bool shares_issuer(const TlsHostSeen& host) const
    {
        return has_private_issuer(host.kind) && !host.issuer.empty() &&
               any_other(host, [&](const TlsHostSeen& other) {
                   return has_private_issuer(other.kind) && other.issuer == host.issuer;
               });
    }

    // A host of the basket shows this host's certificate as a wrong one: what answers for both
    // is neither.
    [[nodiscard]] bool shares_key_of_suspect_control(const TlsHostSeen& host) const
    {
        return std::any_of(m_hosts.begin(), m_hosts.end(), [&](const TlsHostSeen& other) {
            return other.is_canonical && is_suspect(other.kind) && host.key_digest &&
                   other.key_digest == host.key_digest;
        });
    }

    [[nodiscard]] bool is_fresh_together(const TlsHostSeen& host) const
    {
        return is_fresh(host) &&
               any_other(host, [&](const TlsHostSeen& other) { return is_fresh(other); });
    }

    [[nodiscard]] bool control_is_suspect() const
    {
        return std::any_of(m_hosts.begin(), m_hosts.end(), [](const TlsHostSeen& host) {
            return host.is_canonical && is_suspect(host.kind);
        });
    }

    // The path is there: most hosts of the basket, and three at the least, have shown a
    // certificate. One that has not is kept from it, or down.
    [[nodiscard]] bool others_pass() const
    {
        constexpr std::size_t k_least = 3;
        std::size_t planned = 0;
        std::size_t had = 0;
        for (const TlsHostSeen& host : m_hosts) {
            if (!host.is_canonical || host.role == TlsRole::dot) continue;
            ++planned;
            if (has_handshake(host.kind)) ++had;
        }
        return had >= k_least && had * 2 > planned;
    }

    // One old server is its operator's business; all of them at once are the path's.
    [[nodiscard]] bool is_downgraded_everywhere() const
    {
        std::set<std::string_view> operators;
        for (const TlsHostSeen& host : m_hosts) {
            if (!host.is_downgraded) continue;
            if (!*host.is_downgraded) return false;
            operators.insert(host.operator_name);
        }
        return operators.size() >= 2;
    }

private:
    static bool is_comparable(const TlsHostSeen& host)
    {
        return host.is_canonical || has_private_issuer(host.kind);
    }

    [[nodiscard]] bool is_fresh(const TlsHostSeen& host) const
    {
        if (!host.validity) return false;
        const auto life = host.validity->not_after - host.validity->not_before;
        const auto age = m_now - host.validity->not_before;
        return age < k_fresh && age < life / k_fresh_share;
    }

    template <typename Holds>
    [[nodiscard]] bool any_other(const TlsHostSeen& host, Holds holds) const
    {
        if (host.operator_name.empty()) return false;
        return std::any_of(m_hosts.begin(), m_hosts.end(), [&](const TlsHostSeen& other) {
            return !other.operator_name.empty() && other.operator_name != host.operator_name &&
                   holds(other);
        });
    }

    std::span<const TlsHostSeen> m_hosts;
    base::Instant m_now;
};

std::vector<Reason> signals_of(const TlsHostSeen& host, const Comparison& all)
{
    std::vector<Reason> signals;
    const auto add = [&](bool holds, Reason sign) {
        if (holds) signals.push_back(sign);
    };
    add(host.interceptor.has_value(), "known_interceptor");
    add(all.shares_key(host), "same_key_on_unrelated_hosts");
    add(all.shares_issuer(host), "same_issuer_on_unrelated_hosts");
    add(all.is_fresh_together(host), "made_just_now");
    add(is_suspect(host.kind) && host.pin == PinMatch::all_differs, "pin_differs");
    add(host.timestamps == Timestamps::none && (is_suspect(host.kind) || is_targeted(host)),
        "no_sct");
    add(host.timestamps == Timestamps::invalid && is_targeted(host), "no_valid_sct");
    add(host.is_downgraded.value_or(false), "tls_downgrade");
    add(host.hops_missing >= k_short_path, "tcp_ends_early");
    add(host.is_forged_by_dns, "attributed_to_dns");
    return signals;
}

TlsHostVerdict judge_canonical(const TlsHostSeen& host, const Comparison& all)
{
    if (is_suspect(host.kind)) return {Verdict::critical, to_text(host.kind), {}};
    if (all.shares_key(host)) return {Verdict::critical, "same_key_on_unrelated_hosts", {}};
    switch (host.kind) {
    case TlsClass::is_public:
        if (is_targeted(host)) return {Verdict::critical, "targeted_interception_suspected", {}};
        if (host.revocation == Revocation::revoked) return {Verdict::warn, "revoked", {}};
        if (host.is_downgraded && all.is_downgraded_everywhere())
            return {Verdict::warn, "tls_downgrade", {}};
        if (host.answers_quic == false) return {Verdict::warn, "quic_blocked", {}};
        return {Verdict::ok, is_rotated(host) ? Reason{"key_rotated"} : Reason{}, {}};
    case TlsClass::expired:
        if (is_targeted(host)) return {Verdict::critical, "targeted_interception_suspected", {}};
        return {Verdict::warn, "expired", {}};
    case TlsClass::local_root:
    case TlsClass::untrusted:
    case TlsClass::name_mismatch:
    case TlsClass::name_not_judged:
    case TlsClass::handshake_failed:
    case TlsClass::unreachable:
        if (!all.others_pass()) break;
        return {Verdict::warn,
                host.role == TlsRole::dot ? Reason{"dot_blocked"} : Reason{"host_blocked"},
                {}};
    case TlsClass::not_tried: break;
    }
    return {Verdict::inconclusive, to_text(host.kind), {}};
}

// Servers of strangers are often wrong all by themselves: it takes more to blame the path.
TlsHostVerdict judge_custom(const TlsHostSeen& host, const Comparison& all)
{
    switch (host.kind) {
    case TlsClass::is_public:
        if (host.revocation == Revocation::revoked) return {Verdict::warn, "revoked", {}};
        return {Verdict::ok, "", {}};
    case TlsClass::local_root: return {Verdict::critical, "local_root", {}};
    case TlsClass::expired: return {Verdict::warn, "expired", {}};
    case TlsClass::untrusted:
    case TlsClass::name_mismatch: {
        const bool is_path = host.interceptor || all.shares_issuer(host) || all.shares_key(host) ||
                             all.control_is_suspect();
        if (is_path) return {Verdict::critical, to_text(host.kind), {}};
        return {Verdict::warn, "server_or_path", {}};
    }
    case TlsClass::name_not_judged:
        if (host.interceptor) return {Verdict::critical, "known_interceptor", {}};
        if (all.shares_key_of_suspect_control(host))
            return {Verdict::critical, "same_key_on_unrelated_hosts", {}};
        break;
    case TlsClass::handshake_failed:
    case TlsClass::unreachable:
    case TlsClass::not_tried: break;
    }
    return {Verdict::inconclusive, to_text(host.kind), {}};
}

// Why there is no verdict: cut off on 443 everywhere while 80 works, or simply nothing there.
Reason reason_of_silence(std::span<const TlsHostSeen> hosts, bool tcp_80_works)
{
    if (hosts.empty()) return "no_hosts";
    if (std::any_of(hosts.begin(), hosts.end(),
                    [](const TlsHostSeen& host) { return has_handshake(host.kind); }))
        return "too_few_hosts";
    const bool all_reset = std::all_of(hosts.begin(), hosts.end(),
                                       [](const TlsHostSeen& host) { return host.was_reset; });
    if (tcp_80_works && all_reset) return "blocked";
    const bool none_reached = std::all_of(hosts.begin(), hosts.end(), [](const TlsHostSeen& host) {
        return host.kind == TlsClass::unreachable || host.kind == TlsClass::not_tried;
    });
    return none_reached ? Reason{"unreachable"} : Reason{"handshake_failed"};
}

std::string summary_of(Verdict verdict, std::size_t deciding, std::size_t judged)
{
    switch (verdict) {
    case Verdict::inconclusive: return "too few TLS servers could be judged";
    case Verdict::ok: return base::concat("the certificates of ", judged, " hosts are public");
    case Verdict::warn: return base::concat(deciding, " of ", judged, " hosts are in doubt");
    case Verdict::critical:
        return base::concat("TLS is intercepted on ", deciding, " of ", judged, " hosts");
    }
    __builtin_unreachable();
}

// Nothing is missed where there is no way: of a buyer's host the address of the other family was
// tried, and what becomes of a control that cannot be had is told by the check dns.
bool is_spared(const TlsHostSeen& host, std::span<const TlsHostSeen> hosts)
{
    if (host.kind != TlsClass::not_tried) return false;
    if (host.is_canonical) return host.role != TlsRole::web;
    return std::any_of(hosts.begin(), hosts.end(), [&](const TlsHostSeen& other) {
        return other.host == host.host && other.kind != TlsClass::not_tried;
    });
}

bool is_unnamed(const TlsHostSeen& host, const TlsHostVerdict& verdict)
{
    return host.kind == TlsClass::name_not_judged && verdict.verdict == Verdict::inconclusive;
}

// Each independent sign leaves less room for an accident.
double margin_of(Verdict verdict, std::size_t signs)
{
    constexpr double k_least = 0.75;
    if (verdict == Verdict::ok || verdict == Verdict::inconclusive) return 1;
    return std::max(k_least, 1 - std::pow(0.4, static_cast<double>(signs)));
}

} // namespace

std::vector<TlsHostVerdict> judge_tls_hosts(std::span<const TlsHostSeen> hosts, base::Instant now)
{
    const Comparison all{hosts, now};
    std::vector<TlsHostVerdict> verdicts;
    for (const TlsHostSeen& host : hosts) {
        verdicts.push_back(host.is_canonical ? judge_canonical(host, all)
                                             : judge_custom(host, all));
        verdicts.back().signals = signals_of(host, all);
        std::erase(verdicts.back().signals, verdicts.back().reason);
    }
    return verdicts;
}

CheckResult judge_tls(std::span<const TlsHostSeen> hosts, std::span<const TlsHostVerdict> verdicts,
                      bool tcp_80_works)
{
    CheckResult result;
    std::size_t judged = 0;
    std::size_t weightless = 0; // neither judged nor missing
    std::size_t unnamed = 0;
    bool is_target_judged = false;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const Verdict verdict = verdicts[i].verdict;
        if (is_unnamed(hosts[i], verdicts[i])) ++unnamed;
        if (is_unnamed(hosts[i], verdicts[i]) || is_spared(hosts[i], hosts)) ++weightless;
        if (verdict == Verdict::inconclusive) continue;
        ++judged;
        is_target_judged |= !hosts[i].is_canonical;
        if (severity_of(verdict) > severity_of(result.verdict)) result.verdict = verdict;
    }
    // The controls alone tell nothing of the hosts that were asked for.
    const bool is_name_missing = unnamed > 0 && !is_target_judged;
    const bool has_too_few = is_name_missing || judged * 2 < hosts.size() - weightless;
    if (result.verdict == Verdict::ok && has_too_few) result.verdict = Verdict::inconclusive;

    std::size_t deciding = 0;
    std::set<Reason> signs;
    const auto add_reason = [&](Reason reason) {
        const auto& known = result.reasons;
        if (!reason.empty() && std::find(known.begin(), known.end(), reason) == known.end())
            result.reasons.push_back(reason);
    };
    const bool is_inconclusive = result.verdict == Verdict::inconclusive;
    if (is_inconclusive && !is_name_missing) add_reason(reason_of_silence(hosts, tcp_80_works));
    for (const TlsHostVerdict& each : verdicts) {
        if (each.verdict != result.verdict || is_inconclusive) continue;
        ++deciding;
        signs.insert(each.reason);
        signs.insert(each.signals.begin(), each.signals.end());
        add_reason(each.reason);
    }
    for (const Reason sign : signs) add_reason(sign);
    if (unnamed > 0) add_reason("name_not_judged");
    const std::size_t counted = is_inconclusive ? hosts.size() : hosts.size() - weightless;
    const double planned = static_cast<double>(std::max(counted, std::size_t{1}));
    // What one host shows is not contradicted by another that is left alone: agreement is 1.
    result.confidence =
        confidence_of(result.verdict, {.coverage = static_cast<double>(judged) / planned,
                                       .agreement = 1,
                                       .margin = margin_of(result.verdict, signs.size())});
    result.summary = is_inconclusive && is_name_missing
                         ? "no certificate names the address that was asked for"
                         : summary_of(result.verdict, deciding, judged);
    return result;
}

} // namespace forensics
