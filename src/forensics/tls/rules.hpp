// What certificates say of the path to a host, and of the vantage: the decision rules of the check
// tls, apart from sockets and files.
#pragma once

#include "forensics/check/check.hpp"
#include "forensics/tls/hosts.hpp"
#include "forensics/tls/pins.hpp"
#include "forensics/tls/revocation.hpp"

namespace forensics {

// What a host's certificate timestamps are worth.
enum class Timestamps {
    none,
    unjudged, // the check ct has not said it
    invalid,  // not one of them is valid
    valid,    // at least one is
};

struct TlsHostSeen {
    std::string host;
    std::string operator_name; // empty: not known; such a host is not known to be unrelated
    bool is_canonical = false; // of the basket; false: named by the buyer
    TlsRole role = TlsRole::web;
    TlsClass kind = TlsClass::not_tried;
    bool was_reset = false; // or refused: a packet on the way to the handshake said no
    std::optional<base::Sha256> key_digest;
    std::string issuer; // empty when it has signed itself: such names are often defaults
    std::optional<std::string> interceptor; // a product its names are known of
    std::optional<Validity> validity;
    Timestamps timestamps = Timestamps::none;
    Revocation revocation = Revocation::not_stapled;
    PinMatch pin = PinMatch::unknown;
    std::optional<bool> is_downgraded; // nullopt: nothing is known of its TLS versions
    std::optional<bool> answers_quic;  // nullopt: it was not expected to
    bool is_forged_by_dns = false;     // the check dns says the address is not the host's
    int hops_missing = 0;              // so many before the host a connection to it stands
};

struct TlsHostVerdict {
    Verdict verdict = Verdict::inconclusive;
    Reason reason;               // none when there is nothing to say
    std::vector<Reason> signals; // what supports it, beside the reason
};

// One for each of `hosts`, in their order. `now`: as right as it is known.
std::vector<TlsHostVerdict> judge_tls_hosts(std::span<const TlsHostSeen> hosts, base::Instant now);

// The check's verdict, confidence, reasons and summary; no evidence. The worst host decides; all is
// well when at least half of the hosts have a verdict. A host that is name_not_judged and
// inconclusive counts for neither half, but where no other target has a verdict there is none.
// `tcp_80_works`: a host that cannot be had on
// 443 took a connection there.
CheckResult judge_tls(std::span<const TlsHostSeen> hosts, std::span<const TlsHostVerdict> verdicts,
                      bool tcp_80_works);

} // namespace forensics
