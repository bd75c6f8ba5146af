#include "forensics/ct/ct.hpp"

#include "base/base64.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "catalog/ct_policy.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/ct/rules.hpp"
#include "forensics/tls/hosts.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;

namespace {

// Left for the signatures once the handshakes are there: a hundred of them take less.
constexpr std::chrono::milliseconds k_time_to_judge{200};

// It asks no server itself: it has seen as much as the check tls.
CheckResult without_list(const ScanContext& context, Reason reason)
{
    const auto handshakes = context.board.handshakes.wait(context.deadline - k_time_to_judge);
    return {.verdict = Verdict::inconclusive,
            .confidence = 1,
            .summary = "there is no list of certificate transparency logs to judge by",
            .reasons = {reason},
            .evidence = json::object(),
            .is_silent = handshakes.empty()};
}

SctSource source_of(std::string_view text)
{
    for (const SctSource source : {SctSource::embedded, SctSource::ocsp_response})
        if (to_text(source) == text) return source;
    return SctSource::tls_extension;
}

// The certificate whose key has signed the leaf, wherever it stands in the chain.
base::ByteView issuer_in(const std::vector<std::string>& chain)
{
    const X509Ref leaf = parse_certificate(base::bytes_of(chain[0]));
    for (std::size_t i = 1; leaf && i < chain.size(); ++i) {
        const X509Ref issuer = parse_certificate(base::bytes_of(chain[i]));
        if (issuer && is_signed_by(*leaf, *issuer)) return base::bytes_of(chain[i]);
    }
    return {};
}

std::optional<CtEvaluation> evaluate(const SctEvaluator& evaluator, const Handshake& handshake,
                                     base::Instant now)
{
    if (handshake.chain_der.empty()) return std::nullopt;
    std::vector<ReceivedSct> received;
    for (const Handshake::Sct& sct : handshake.scts) {
        const SctSource source = source_of(sct.source);
        // Those in the certificate are read from it.
        if (source == SctSource::embedded) continue;
        received.push_back({source, {sct.bytes.begin(), sct.bytes.end()}});
    }
    return evaluator.evaluate({.leaf_der = base::bytes_of(handshake.chain_der[0]),
                               .issuer_der = issuer_in(handshake.chain_der),
                               .received = &received},
                              now);
}

json::Ref sct_evidence(const JudgedSct& sct)
{
    const auto log_id = sct.log_id ? std::optional{base::to_base64(*sct.log_id)} : std::nullopt;
    const auto log = sct.log != nullptr ? std::optional{sct.log->name} : std::nullopt;
    const auto operator_name = sct.log != nullptr && sct.timestamp
                                   ? std::optional{sct.log->operator_at(*sct.timestamp)}
                                   : std::nullopt;
    const auto timestamp =
        sct.timestamp ? std::optional{base::to_rfc3339(*sct.timestamp)} : std::nullopt;
    return json::object("log", log, "operator", operator_name, "log_id", log_id, "timestamp",
                        timestamp, "source", to_text(sct.source), "class", to_text(sct.kind),
                        "counts", sct.source != SctSource::ocsp_response);
}

json::Ref host_evidence(const Handshake& handshake, const JudgedCtHost& judged,
                        const CtEvaluation* evaluation)
{
    json::Ref scts = json::array();
    CtPolicyResult policy;
    if (evaluation != nullptr) {
        policy = evaluation->policy;
        for (const JudgedSct& sct : evaluation->scts) json::append(scts.get(), sct_evidence(sct));
    }
    return json::object(
        "host", handshake.host, "ip", shown(handshake.endpoint.address), "verdict",
        name_of(verdict_of(judged.finding, judged.host)), "finding", to_text(judged.finding),
        "sct_count", json_array_size(scts.get()), "scts", std::move(scts), "sct_list_malformed",
        evaluation != nullptr && evaluation->is_list_malformed, "required", policy.required,
        "valid_logs", policy.embedded.logs, "operators", policy.embedded.operators,
        "tls_valid_logs", policy.delivered.logs, "tls_operators", policy.delivered.operators,
        "public_root", judged.host.has_public_root);
}

} // namespace

CheckResult run_ct(const ScanContext& context)
{
    if (!context.basket.ct_log_list_json) return not_configured();
    std::string text;
    try {
        text = base::read_file(*context.basket.ct_log_list_json, k_max_log_list_bytes);
    } catch (const base::Fault&) {
        // Not fetched yet: `assay reference update`.
        return without_list(context, "log_list_missing");
    }
    const auto list = parse_ct_log_list(text);
    if (!list) return without_list(context, "log_list_unreadable");
    const SctEvaluator evaluator{*list};

    const auto handshakes = context.board.handshakes.wait(context.deadline - k_time_to_judge);
    const base::Instant now = best_time(context.board);
    const auto age = std::chrono::floor<std::chrono::days>(now - list->published());
    const CtAge too_old{age > k_max_log_list_age, catalog::CtPolicy::is_old(now)};
    std::vector<JudgedCtHost> hosts;
    json::Ref host_list = json::array();
    for (const Handshake& handshake : handshakes) {
        const auto evaluation = evaluate(evaluator, handshake, now);
        const CtEvaluation* const known = evaluation ? &*evaluation : nullptr;
        const CtHost host{handshake.has_public_root, handshake.is_canonical, handshake.expects_ct};
        const JudgedCtHost judged{host, judge_host(host, known, too_old)};
        hosts.push_back(judged);
        const auto is_good =
            known != nullptr ? has_valid_sct(*known, too_old.is_list_stale) : std::nullopt;
        if (is_good) context.board.timestamps.publish({handshake.host, *is_good});
        json::append(host_list.get(), host_evidence(handshake, judged, known));
    }
    const auto planned = planned_tls_hosts(context);
    // Over DNS over TLS a control shows what it shows over HTTPS.
    const auto counted = std::count_if(planned.begin(), planned.end(),
                                       [](const auto& each) { return each.role != TlsRole::dot; });
    CheckResult result = judge_ct(hosts, static_cast<std::size_t>(counted));
    result.evidence = json::object("list_version", list->version(), "list_age_days", age.count(),
                                   "hosts", std::move(host_list));
    result.is_silent = handshakes.empty();
    return result;
}

} // namespace forensics
