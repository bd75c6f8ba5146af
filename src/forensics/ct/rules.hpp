// What certificate timestamps say of a host, and of the vantage: the decision rules of the check
// ct, apart from handshakes and files.
#pragma once

#include "forensics/check/check.hpp"
#include "forensics/ct/sct_evaluation.hpp"

namespace forensics {

// How old a list may be: what an older one does not know is not news (Chrome stops to enforce
// then).
inline constexpr std::chrono::days k_max_log_list_age{70};

enum class CtFinding {
    met,
    exempt,            // issued before browsers asked for SCTs
    not_expected,      // no SCT on a host of the basket that promises none
    bad_signature,     // forged SCTs, and too few good ones
    one_bad_signature, // forged SCTs beside enough good ones
    not_logged,        // no SCT that counts
    policy_missed,     // too few logs or operators, or only retired logs
    old_policy_missed, // the same, by a rule too old to accuse anybody: a note
    unknown_logs,      // too few, and the rest is of logs a fresh list does not know
    root_not_public,   // a host that is known to be logged shows what no public CA has signed
    log_list_stale,    // too few by a list that is too old to say so
    clock_suspect,     // enough, were they not from the future
    issuer_missing,    // the server has not sent what is needed to check
    private_root,      // a buyer's host with a CA of its own: nothing it would have to log
    unreadable,        // no certificate
};
Reason to_text(CtFinding finding);

struct CtHost {
    bool has_public_root = false;
    bool is_canonical = false;
    bool expects_ct = false;
};

// What has been too long unread to be held against a host.
struct CtAge {
    bool is_list_stale = false; // older than k_max_log_list_age
    bool is_policy_old = false; // catalog::CtPolicy::is_old
};

// `evaluation`: nullptr when the leaf is not a certificate.
CtFinding judge_host(const CtHost& host, const CtEvaluation* evaluation, CtAge age);
Verdict verdict_of(CtFinding finding, const CtHost& host);

// Whether any SCT is good; nullopt: that cannot be told without a newer list, the issuer, or the
// right time.
std::optional<bool> has_valid_sct(const CtEvaluation& evaluation, bool is_list_stale);

struct JudgedCtHost {
    CtHost host;
    CtFinding finding = CtFinding::unreadable;
};

// The check's verdict, confidence, reasons and summary; no evidence. The worst host decides; hosts
// without a verdict are passed over when at least half of `planned` have one.
CheckResult judge_ct(std::span<const JudgedCtHost> hosts, std::size_t planned);

} // namespace forensics
