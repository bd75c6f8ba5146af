// What the certificate timestamps of one handshake are worth: each SCT's signature, log and time,
// and whether together they meet the browsers' policy (RFC 6962; Chrome's CT policy).
#pragma once

#include "forensics/ct/log_list.hpp"
#include "forensics/tls/x509.hpp"

#include <openssl/ct.h>

#include <string_view>

namespace forensics {

enum class SctSource { embedded, tls_extension, ocsp_response };

// One SCT as it came beside the certificate (RFC 6962, section 3.2).
struct ReceivedSct {
    SctSource source = SctSource::tls_extension;
    base::Bytes bytes;
};

// What a server has shown. The issuer, empty when the server sent none, is needed for the
// signatures of embedded SCTs. The bytes are borrowed.
struct PresentedCertificate {
    base::ByteView leaf_der;
    base::ByteView issuer_der;
    const std::vector<ReceivedSct>* received = nullptr; // nullptr: none but the embedded
};

enum class SctClass {
    valid,
    bad_signature,    // of a log we know
    unknown_log,      // not in our list, which may be old
    future,           // later than now by more than a clock may be wrong
    log_rejected,     // its log never counted, or had been retired before it was given
    outside_interval, // the certificate ends outside what the log takes
    unverifiable,     // no issuer at hand, or an unknown version or algorithm
};
std::string_view to_text(SctSource source);
std::string_view to_text(SctClass kind);

struct JudgedSct {
    SctSource source = SctSource::embedded;
    SctClass kind = SctClass::unverifiable;
    std::optional<base::Sha256> log_id; // nullopt: the SCT cannot be read
    std::optional<base::Instant> timestamp;
    const CtLog* log = nullptr; // of the evaluator's list
};

// Chrome's rule of the day that catalog::CtPolicy names. It is met by the SCTs in the certificate
// alone or by those of the TLS extension alone; those in a stapled OCSP response count for neither.
struct CtPolicyResult {
    struct Count {
        std::size_t logs = 0; // distinct ones with a valid SCT
        std::size_t operators = 0;
    };

    bool applies = true;          // not for certificates issued before 2018-04
    std::size_t required = 0;     // distinct logs of embedded SCTs: by the certificate's life
    Count embedded;               // of logs that count now or did before they were retired
    bool has_current_log = false; // one of the embedded is of a log that is not retired
    Count delivered;              // by the TLS extension, of logs that are not retired

    // Two operators have two logs: no life makes it more.
    static constexpr std::size_t k_delivered_required = 2;

    [[nodiscard]] bool is_met() const
    {
        return (embedded.logs >= required && embedded.operators >= 2 && has_current_log) ||
               delivered.operators >= k_delivered_required;
    }
};

struct CtEvaluation {
    bool is_list_malformed = false; // the embedded list is not one of SCTs
    std::vector<JudgedSct> scts;    // at most k_max_scts, embedded ones first
    CtPolicyResult policy;

    // How many of the SCTs count: those in OCSP responses do not.
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] std::size_t count(SctClass kind) const;
    // Whether there are such, and their number would do if they were good ones: all that can be
    // said of logs we do not know.
    [[nodiscard]] bool would_suffice(SctClass kind) const;
    [[nodiscard]] bool has_enough() const; // by number
};

inline constexpr std::size_t k_max_scts = 64;

// Not thread-safe. The list must outlive the evaluator and every evaluation.
class SctEvaluator {
public:
    explicit SctEvaluator(const CtLogList& list);

    // nullopt: the leaf is not a certificate, or its dates cannot be read.
    [[nodiscard]] std::optional<CtEvaluation> evaluate(const PresentedCertificate& presented,
                                                       base::Instant now) const;

private:
    const CtLogList& m_list;
    std::unique_ptr<CTLOG_STORE, base::Closer<CTLOG_STORE_free>> m_store;
};

} // namespace forensics
