#include "forensics/ct/sct_evaluation.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace forensics {

namespace {

using SctRef = std::unique_ptr<SCT, base::Closer<SCT_free>>;
using EvaluationRef = std::unique_ptr<CT_POLICY_EVAL_CTX, base::Closer<CT_POLICY_EVAL_CTX_free>>;
using OctetsRef = std::unique_ptr<ASN1_OCTET_STRING, base::Closer<ASN1_OCTET_STRING_free>>;
using StoreRef = std::unique_ptr<CTLOG_STORE, base::Closer<CTLOG_STORE_free>>;

// As OpenSSL allows for clocks that differ.
constexpr std::chrono::minutes k_clock_drift{5};
constexpr std::chrono::days k_short_lifetime{180};
const base::Instant k_policy_start{std::chrono::sys_days{std::chrono::year{2018} / 4 / 1}};

// OpenSSL fills a store from a configuration file only. Names in it are numbers: what operators
// call their logs must not be read as configuration.
std::string store_text(const CtLogList& list)
{
    std::string names;
    std::string sections;
    std::set<base::Sha256> known;
    for (std::size_t i = 0; i < list.logs().size(); ++i) {
        const CtLog& log = list.logs()[i];
        if (!known.insert(log.id).second) continue;
        names += base::concat(names.empty() ? "" : ",", "log", i);
        sections += base::concat("[log", i, "]\ndescription = log", i,
                                 "\nkey = ", base::to_base64(log.key_der), "\n");
    }
    return base::concat("enabled_logs = ", names, "\n", sections);
}

void write_all(int fd, std::string_view text)
{
    while (!text.empty()) {
        const auto written = ::write(fd, text.data(), text.size());
        if (written <= 0) throw base::Fault::from_errno("cannot write the log store");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

StoreRef make_store(const CtLogList& list)
{
    const base::Fd file{::memfd_create("ct-logs", MFD_CLOEXEC)};
    if (!file.is_open()) throw base::Fault::from_errno("no memory file");
    write_all(file.get(), store_text(list));
    StoreRef store{CTLOG_STORE_new()};
    const std::string path = base::concat("/proc/self/fd/", file.get());
    const bool loaded = store && CTLOG_STORE_load_file(store.get(), path.c_str()) == 1;
    ERR_clear_error();
    if (!loaded) throw base::Fault{"OpenSSL does not take the log list"};
    return store;
}

std::size_t number_at(base::ByteView bytes, std::size_t at)
{
    return std::size_t{bytes[at]} << 8U | bytes[at + 1];
}

// Elements of a SignedCertificateTimestampList: each behind its length. nullopt: no such list.
std::optional<std::vector<ReceivedSct>> split_list(base::ByteView list)
{
    if (list.size() < 2 || number_at(list, 0) != list.size() - 2) return std::nullopt;
    list = list.subspan(2);
    std::vector<ReceivedSct> elements;
    while (!list.empty()) {
        if (list.size() < 2) return std::nullopt;
        const std::size_t size = number_at(list, 0);
        if (size == 0 || size > list.size() - 2) return std::nullopt;
        const auto element = list.subspan(2, size);
        if (elements.size() < k_max_scts)
            elements.push_back({SctSource::embedded, {element.begin(), element.end()}});
        list = list.subspan(2 + size);
    }
    if (elements.empty()) return std::nullopt;
    return elements;
}

// Those in the certificate itself; nullopt when it has the extension, but no list in it.
std::optional<std::vector<ReceivedSct>> embedded_scts(const X509& leaf)
{
    const int at = X509_get_ext_by_NID(&leaf, NID_ct_precert_scts, -1);
    if (at < 0) return std::vector<ReceivedSct>{};
    const ASN1_OCTET_STRING* data = X509_EXTENSION_get_data(X509_get_ext(&leaf, at));
    const std::uint8_t* next = ASN1_STRING_get0_data(data);
    const OctetsRef inner{d2i_ASN1_OCTET_STRING(nullptr, &next, ASN1_STRING_length(data))};
    ERR_clear_error();
    if (!inner) return std::nullopt;
    return split_list({ASN1_STRING_get0_data(inner.get()),
                       static_cast<std::size_t>(ASN1_STRING_length(inner.get()))});
}

SctRef parse_sct(const ReceivedSct& received)
{
    const std::uint8_t* at = received.bytes.data();
    SctRef sct{o2i_SCT(nullptr, &at, received.bytes.size())};
    ERR_clear_error();
    if (!sct || at != received.bytes.data() + received.bytes.size()) return {};
    const bool is_embedded = received.source == SctSource::embedded;
    const auto source = is_embedded ? SCT_SOURCE_X509V3_EXTENSION : SCT_SOURCE_TLS_EXTENSION;
    if (SCT_set_source(sct.get(), source) != 1) return {};
    return sct;
}

bool counts_at(const CtLog& log, base::Instant timestamp)
{
    switch (log.state) {
    case CtLogState::qualified:
    case CtLogState::usable:
    case CtLogState::readonly: return true;
    case CtLogState::retired: return timestamp < log.state_since;
    case CtLogState::none:
    case CtLogState::pending:
    case CtLogState::rejected: return false;
    }
    __builtin_unreachable();
}

bool takes(const CtLog& log, base::Instant not_after)
{
    return !log.interval || (not_after >= log.interval->start && not_after < log.interval->end);
}

// Logs and operators, each once.
class Tally {
public:
    void add(const JudgedSct& sct)
    {
        m_logs.insert(sct.log);
        m_operators.insert(sct.log->operator_at(*sct.timestamp));
    }
    [[nodiscard]] CtPolicyResult::Count count() const
    {
        return {m_logs.size(), m_operators.size()};
    }

private:
    std::set<const CtLog*> m_logs;
    std::set<std::string_view> m_operators;
};

template <typename Holds> std::size_t count_of(const std::vector<JudgedSct>& scts, Holds holds)
{
    return static_cast<std::size_t>(std::count_if(scts.begin(), scts.end(), holds));
}

CtPolicyResult apply_policy(const std::vector<JudgedSct>& scts, const Validity& validity)
{
    CtPolicyResult policy;
    policy.applies = validity.not_before >= k_policy_start;
    const bool is_short = validity.not_after - validity.not_before <= k_short_lifetime;
    policy.required = is_short ? 2 : 3;
    Tally embedded;
    Tally delivered;
    for (const JudgedSct& sct : scts) {
        if (sct.kind != SctClass::valid) continue;
        const bool is_current = sct.log->state != CtLogState::retired;
        switch (sct.source) {
        case SctSource::embedded:
            embedded.add(sct);
            policy.has_current_log |= is_current;
            break;
        case SctSource::tls_extension:
            if (is_current) delivered.add(sct);
            break;
        case SctSource::ocsp_response: break;
        }
    }
    policy.embedded = embedded.count();
    policy.delivered = delivered.count();
    return policy;
}

// Judges the SCTs of one certificate.
class Judge {
public:
    // What is given must outlive the judge.
    Judge(const CtLogList& list, const CTLOG_STORE& store, X509& leaf, X509* issuer)
        : m_list{list}, m_evaluation{CT_POLICY_EVAL_CTX_new()}
    {
        // OpenSSL counts references, and wants a mutable store although it only reads.
        auto* const shared = const_cast<CTLOG_STORE*>(&store);
        if (!m_evaluation || CT_POLICY_EVAL_CTX_set1_cert(m_evaluation.get(), &leaf) != 1 ||
            (issuer != nullptr && CT_POLICY_EVAL_CTX_set1_issuer(m_evaluation.get(), issuer) != 1))
            throw base::Fault{"no memory for an SCT"};
        CT_POLICY_EVAL_CTX_set_shared_CTLOG_STORE(m_evaluation.get(), shared);
    }

    JudgedSct judge(const ReceivedSct& received, const Validity& validity, base::Instant now)
    {
        JudgedSct judged;
        judged.source = received.source;
        const SctRef sct = parse_sct(received);
        if (!sct || SCT_get_version(sct.get()) != SCT_VERSION_V1) return judged;
        read_names(*sct, judged);
        if (!judged.log_id || !judged.timestamp) return judged;
        if (judged.log == nullptr)
            judged.kind = SctClass::unknown_log;
        else if (const auto wrong = refuse_signature(*sct, *judged.timestamp))
            judged.kind = *wrong;
        else if (*judged.timestamp > now + k_clock_drift)
            judged.kind = SctClass::future;
        else if (!counts_at(*judged.log, *judged.timestamp))
            judged.kind = SctClass::log_rejected;
        else if (!takes(*judged.log, validity.not_after))
            judged.kind = SctClass::outside_interval;
        else
            judged.kind = SctClass::valid;
        return judged;
    }

private:
    void read_names(const SCT& sct, JudgedSct& judged) const
    {
        std::uint8_t* id = nullptr;
        if (SCT_get0_log_id(&sct, &id) != judged.log_id.emplace().size())
            judged.log_id.reset();
        else
            std::copy_n(id, judged.log_id->size(), judged.log_id->begin());
        if (judged.log_id) judged.log = m_list.find(*judged.log_id);
        // Milliseconds; what is past the year 9999 is not a time.
        constexpr std::uint64_t k_last_ms = 253'402'300'799'999;
        const std::uint64_t ms = SCT_get_timestamp(&sct);
        if (ms <= k_last_ms)
            judged.timestamp = base::instant_from_ms(static_cast<std::int64_t>(ms));
    }

    // OpenSSL calls the signature of an SCT from the future bad: it is asked for the SCT's own
    // time.
    std::optional<SctClass> refuse_signature(SCT& sct, base::Instant timestamp)
    {
        CT_POLICY_EVAL_CTX_set_time(m_evaluation.get(),
                                    static_cast<std::uint64_t>(base::to_ms(timestamp)));
        const int verdict = SCT_validate(&sct, m_evaluation.get());
        ERR_clear_error();
        if (verdict == 1) return std::nullopt;
        return SCT_get_validation_status(&sct) == SCT_VALIDATION_STATUS_INVALID
                   ? SctClass::bad_signature
                   : SctClass::unverifiable;
    }

    const CtLogList& m_list;
    EvaluationRef m_evaluation;
};

} // namespace

std::string_view to_text(SctSource source)
{
    switch (source) {
    case SctSource::embedded: return "embedded";
    case SctSource::tls_extension: return "tls_extension";
    case SctSource::ocsp_response: return "ocsp";
    }
    __builtin_unreachable();
}

std::string_view to_text(SctClass kind)
{
    switch (kind) {
    case SctClass::valid: return "valid";
    case SctClass::bad_signature: return "bad_signature";
    case SctClass::unknown_log: return "unknown_log";
    case SctClass::future: return "future";
    case SctClass::log_rejected: return "log_rejected";
    case SctClass::outside_interval: return "outside_interval";
    case SctClass::unverifiable: return "unverifiable";
    }
    __builtin_unreachable();
}

std::size_t CtEvaluation::count() const
{
    return count_of(scts,
                    [](const JudgedSct& sct) { return sct.source != SctSource::ocsp_response; });
}

std::size_t CtEvaluation::count(SctClass kind) const
{
    return count_of(scts, [kind](const JudgedSct& sct) {
        return sct.kind == kind && sct.source != SctSource::ocsp_response;
    });
}

bool CtEvaluation::would_suffice(SctClass kind) const
{
    const auto from = [&](SctSource source) {
        return count_of(
            scts, [&](const JudgedSct& sct) { return sct.kind == kind && sct.source == source; });
    };
    const std::size_t embedded = from(SctSource::embedded);
    const std::size_t delivered = from(SctSource::tls_extension);
    return (embedded > 0 && policy.embedded.logs + embedded >= policy.required) ||
           (delivered > 0 &&
            policy.delivered.logs + delivered >= CtPolicyResult::k_delivered_required);
}

bool CtEvaluation::has_enough() const
{
    return policy.embedded.logs >= policy.required ||
           policy.delivered.logs >= CtPolicyResult::k_delivered_required;
}

SctEvaluator::SctEvaluator(const CtLogList& list) : m_list{list}, m_store{make_store(list)} {}

std::optional<CtEvaluation> SctEvaluator::evaluate(const PresentedCertificate& presented,
                                                   base::Instant now) const
{
    const X509Ref leaf = parse_certificate(presented.leaf_der);
    X509Ref issuer = parse_certificate(presented.issuer_der);
    // Servers send chains in any order: against a key that is not the issuer's, good SCTs look
    // forged.
    if (issuer && leaf && !is_signed_by(*leaf, *issuer)) issuer.reset();
    const auto validity = leaf ? validity_of(*leaf) : std::nullopt;
    if (!validity) return std::nullopt;

    CtEvaluation evaluation;
    auto scts = embedded_scts(*leaf);
    evaluation.is_list_malformed = !scts;
    if (!scts) scts.emplace();
    if (presented.received != nullptr)
        scts->insert(scts->end(), presented.received->begin(), presented.received->end());
    if (scts->size() > k_max_scts) scts->resize(k_max_scts);

    Judge judge{m_list, *m_store, *leaf, issuer.get()};
    for (const ReceivedSct& sct : *scts)
        evaluation.scts.push_back(judge.judge(sct, *validity, now));
    evaluation.policy = apply_policy(evaluation.scts, *validity);
    return evaluation;
}

} // namespace forensics
