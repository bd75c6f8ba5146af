#include "forensics/dns/rules.hpp"

#include "base/concat.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace forensics {

namespace {

using Addresses = std::vector<net::IpAddress>;

constexpr int k_no_error = 0;
// Blocked, Censored, Filtered (RFC 8914, sections 4.16 to 4.18).
constexpr int k_first_policy_error = 15;
constexpr int k_last_policy_error = 17;

bool intersect(const Addresses& left, const Addresses& right)
{
    return std::any_of(left.begin(), left.end(), [&](const net::IpAddress& each) {
        return std::find(right.begin(), right.end(), each) != right.end();
    });
}

bool is_unspecified(const net::IpAddress& address)
{
    const auto bytes = address.bytes();
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool is_policy(const DnsNameSeen::Answer& answer)
{
    if (answer.extended_error && *answer.extended_error >= k_first_policy_error &&
        *answer.extended_error <= k_last_policy_error)
        return true;
    return !answer.addresses.empty() &&
           std::all_of(answer.addresses.begin(), answer.addresses.end(), is_unspecified);
}

bool has_bogon(const DnsNameSeen::Answer& answer)
{
    return std::any_of(answer.addresses.begin(), answer.addresses.end(),
                       [](const net::IpAddress& each) { return !net::is_global(each); });
}

// Two answers to one question that cannot both be the resolver's.
bool contradict(const DnsNameSeen::Answer& left, const DnsNameSeen::Answer& right)
{
    if (left.addresses.empty() && right.addresses.empty()) return left.rcode != right.rcode;
    return !intersect(left.addresses, right.addresses);
}

bool is_doubled(const DnsNameSeen& seen)
{
    if (seen.tls_proof == TlsProof::proven) return false;
    return std::any_of(seen.by_system.begin(), seen.by_system.end(),
                       [&](const auto& each) { return contradict(seen.by_system.front(), each); });
}

bool is_forged(const RandomNameSeen& name)
{
    return !name.by_system.empty() && name.control_says_nxdomain;
}

// Names of one class, and what each class is worth.
class Tally {
public:
    explicit Tally(const DnsSeen& seen)
    {
        for (const DnsNameSeen& each : seen.names) count(each, classify(each));
        for (const SilentAddressSeen& each : seen.silent_addresses)
            if (each.has_answered)
                add(each.agrees_with_control ? Verdict::warn : Verdict::critical,
                    each.agrees_with_control ? Reason{"port53_intercepted"} : Reason{"injection"});
        count_random_names(seen);
        if (seen.services_removed) add(Verdict::warn, "https_record_removed");
        if (seen.signatures_are_gone) add(Verdict::warn, "signatures_removed");
    }

    [[nodiscard]] Verdict worst() const { return m_worst; }
    // Those of the worst verdict first, each once.
    [[nodiscard]] std::vector<Reason> reasons() const
    {
        std::vector<Reason> out = m_critical;
        out.insert(out.end(), m_warn.begin(), m_warn.end());
        return out;
    }
    // Kinds of proof that do not depend on each other.
    [[nodiscard]] std::size_t proofs() const { return m_critical.size(); }
    [[nodiscard]] std::size_t good() const { return m_good; }
    [[nodiscard]] std::size_t judged() const { return m_judged; }
    [[nodiscard]] bool system_answers() const { return m_system_answers; }
    // Not only with errors.
    [[nodiscard]] bool system_tells() const { return m_system_tells; }

private:
    void add(Verdict verdict, Reason reason)
    {
        auto& reasons = verdict == Verdict::critical ? m_critical : m_warn;
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
            reasons.push_back(reason);
        if (severity_of(verdict) > severity_of(m_worst)) m_worst = verdict;
    }

    void count(const DnsNameSeen& seen, DnsNameClass kind)
    {
        const Reason reason = to_text(kind);
        const bool says_nothing = kind == DnsNameClass::silent || kind == DnsNameClass::failed;
        if (kind != DnsNameClass::silent) m_system_answers = true;
        if (!says_nothing) m_system_tells = true;
        if (!says_nothing && kind != DnsNameClass::no_reference) ++m_judged;
        switch (kind) {
        case DnsNameClass::same:
        case DnsNameClass::proven: ++m_good; break;
        case DnsNameClass::bogon:
        case DnsNameClass::doubled: add(Verdict::critical, reason); break;
        case DnsNameClass::bogus:
            add(seen.control_validates ? Verdict::critical : Verdict::warn, reason);
            break;
        case DnsNameClass::disproven:
            add(seen.controls_with_addresses >= 2 ? Verdict::critical : Verdict::warn, reason);
            break;
        case DnsNameClass::nx_forged:
        case DnsNameClass::filtered_by_policy:
        case DnsNameClass::unproven: add(Verdict::warn, reason); break;
        case DnsNameClass::no_reference:
        case DnsNameClass::failed:
        case DnsNameClass::silent: break;
        }
    }

    // One made-up name may exist by accident of a wildcard; two of three do not.
    void count_random_names(const DnsSeen& seen)
    {
        Addresses landings;
        std::size_t forged = 0;
        for (const RandomNameSeen& each : seen.random_names) {
            if (!is_forged(each)) continue;
            ++forged;
            landings.insert(landings.end(), each.by_system.begin(), each.by_system.end());
        }
        if (forged < 2) return;
        const bool hits_real_name =
            std::any_of(seen.names.begin(), seen.names.end(), [&](const DnsNameSeen& name) {
                return !name.by_system.empty() &&
                       intersect(name.by_system.front().addresses, landings);
            });
        add(hits_real_name ? Verdict::critical : Verdict::warn, "nxdomain_rewriting");
    }

    Verdict m_worst = Verdict::inconclusive;
    std::vector<Reason> m_critical;
    std::vector<Reason> m_warn;
    std::size_t m_good = 0;
    std::size_t m_judged = 0;
    bool m_system_answers = false;
    bool m_system_tells = false;
};

// The addresses of answers that are not shown to be right.
Addresses landings_of(const DnsSeen& seen)
{
    Addresses out;
    const auto append = [&out](const Addresses& more) {
        out.insert(out.end(), more.begin(), more.end());
    };
    for (const DnsNameSeen& each : seen.names) {
        const auto kind = classify(each);
        if (kind == DnsNameClass::bogon || kind == DnsNameClass::bogus ||
            kind == DnsNameClass::disproven || kind == DnsNameClass::doubled ||
            kind == DnsNameClass::unproven)
            append(each.by_system.front().addresses);
    }
    for (const RandomNameSeen& each : seen.random_names)
        if (is_forged(each)) append(each.by_system);
    return out;
}

Reason reason_of_silence(const DnsSeen& seen, const Tally& tally)
{
    if (!tally.system_answers())
        return seen.control_answers ? Reason{"resolver_down"} : Reason{"unreachable"};
    if (!tally.system_tells()) return "resolver_fails";
    return seen.control_answers || seen.dnssec_works ? Reason{"too_few_names"}
                                                     : Reason{"no_control"};
}

std::string summary_of(const CheckResult& result, const Tally& tally)
{
    switch (result.verdict) {
    case Verdict::inconclusive: return "too few names could be compared";
    case Verdict::ok:
        return base::concat(tally.good(), " of ", tally.judged(), " answers are those of others");
    case Verdict::warn:
        return result.reasons.front() == "port53_intercepted"
                   ? "somebody on the way answers questions to addresses without a resolver"
                   : "some names are answered differently than elsewhere";
    case Verdict::critical: return "answers to names are forged on the way or by the resolver";
    }
    __builtin_unreachable();
}

double share(std::size_t part, std::size_t all)
{
    return static_cast<double>(part) / static_cast<double>(std::max(all, std::size_t{1}));
}

// The names that could be judged; or the addresses without a resolver, of which one that answers
// has said all there is to say.
double coverage_of(const DnsSeen& seen, const Tally& tally, Verdict verdict)
{
    const double names = share(tally.judged(), seen.names.size());
    if (verdict != Verdict::warn && verdict != Verdict::critical) return names;
    const auto& silent = seen.silent_addresses;
    const auto answered =
        std::count_if(silent.begin(), silent.end(),
                      [](const SilentAddressSeen& each) { return each.has_answered; });
    return std::max(names, share(static_cast<std::size_t>(answered), silent.size()));
}

} // namespace

Reason to_text(DnsNameClass kind)
{
    switch (kind) {
    case DnsNameClass::same: return "same";
    case DnsNameClass::proven: return "proven";
    case DnsNameClass::bogon: return "bogon";
    case DnsNameClass::bogus: return "bogus";
    case DnsNameClass::disproven: return "disproven";
    case DnsNameClass::doubled: return "double";
    case DnsNameClass::nx_forged: return "nx_forged";
    case DnsNameClass::filtered_by_policy: return "filtered_by_policy";
    case DnsNameClass::unproven: return "unproven";
    case DnsNameClass::no_reference: return "no_reference";
    case DnsNameClass::failed: return "failed";
    case DnsNameClass::silent: return "silent";
    }
    __builtin_unreachable();
}

DnsNameClass classify(const DnsNameSeen& seen)
{
    using enum DnsNameClass;
    if (seen.by_system.empty()) return silent;
    const DnsNameSeen::Answer& first = seen.by_system.front();
    if (first.is_cut) return failed;
    if (is_policy(first)) return filtered_by_policy;
    // Names that are asked for are public; unless the controls say otherwise.
    const bool is_private =
        !seen.by_control.empty() &&
        std::none_of(seen.by_control.begin(), seen.by_control.end(), net::is_global);
    if (has_bogon(first) && !is_private) return bogon;
    if (seen.is_bogus) return bogus;
    if (is_doubled(seen)) return doubled;
    if (seen.by_control.empty()) return no_reference;
    if (intersect(first.addresses, seen.by_control)) return same;
    if (first.addresses.empty()) {
        if (first.rcode == k_nxdomain && seen.says_nxdomain_again) return nx_forged;
        // SERVFAIL and the like.
        return first.rcode == k_no_error ? unproven : failed;
    }
    switch (seen.tls_proof) {
    case TlsProof::proven: return proven;
    case TlsProof::disproven: return disproven;
    case TlsProof::not_tried:
    case TlsProof::no_answer: return unproven;
    }
    __builtin_unreachable();
}

bool agrees(const DnsNameSeen::Answer& answer, const Addresses& by_control, TlsProof proof)
{
    if (by_control.empty() || proof == TlsProof::proven || is_policy(answer)) return true;
    const bool has_data = answer.rcode == k_no_error || answer.rcode == k_nxdomain;
    return !has_data || intersect(answer.addresses, by_control);
}

CheckResult judge_dns(const DnsSeen& seen)
{
    const Tally tally{seen};
    CheckResult result;
    result.verdict = tally.worst();
    result.reasons = tally.reasons();
    double margin = 1;
    if (result.verdict == Verdict::critical) {
        margin = std::max(0.7, 1 - std::pow(0.5, static_cast<double>(tally.proofs())));
    } else if (result.verdict == Verdict::warn) {
        margin = 0.75;
    } else if (tally.judged() * 2 >= seen.names.size() && tally.judged() > 0) {
        result.verdict = Verdict::ok;
        margin = share(tally.good(), tally.judged());
    } else {
        result.reasons = {reason_of_silence(seen, tally)};
    }
    // A forged answer is one, however many names were left alone: agreement is 1.
    result.confidence = confidence_of(
        result.verdict,
        {.coverage = coverage_of(seen, tally, result.verdict), .agreement = 1, .margin = margin});
    result.summary = summary_of(result, tally);
    result.landings = landings_of(seen);
    return result;
}

} // namespace forensics
