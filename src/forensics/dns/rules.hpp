// What answers of the system's resolver say, beside those of encrypted controls: the decision rules
// of the check dns, apart from packets and sockets.
//
// A difference alone is not a verdict: large sites answer differently everywhere. An address that
// cannot be right, a broken DNSSEC signature, a server that is another one, a second answer or an
// answer from where no resolver is: those are.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

inline constexpr int k_nxdomain = 3; // RFC 1035: no such name

enum class DnsNameClass {
    same,               // an address in common with the controls
    proven,             // other addresses, where the right certificate was shown
    bogon,              // an address that is not global, where the controls do not say so too
    bogus,              // DNSSEC says that the answer was changed
    disproven,          // another server, or a made-up certificate, stands there
    doubled,            // a second answer that differs: another party was faster than the resolver
    nx_forged,          // the name does not exist, twice, and the controls have it
    filtered_by_policy, // the resolver says that it blocks, as its owner may want
    unproven,           // other addresses, and no TLS server there to tell
    no_reference,       // no control has answered for this name
    failed, // an answer that says nothing of the name: an error of the resolver, or cut short
    silent,
};
Reason to_text(DnsNameClass kind);

enum class TlsProof { not_tried, proven, disproven, no_answer };

// One name and one address family: A and AAAA are judged apart.
struct DnsNameSeen {
    struct Answer {
        int rcode = 0; // RFC 1035: 0 no error, 3 no such name
        std::vector<net::IpAddress> addresses;
        std::optional<int> extended_error; // RFC 8914
        bool is_cut = false;               // and could not be had whole
    };

    std::string name;
    std::vector<Answer> by_system;           // to one query, in order of arrival
    bool says_nxdomain_again = false;        // to a second query
    std::vector<net::IpAddress> by_control;  // of all controls together
    std::size_t controls_with_addresses = 0; // how many of them
    TlsProof tls_proof = TlsProof::not_tried;
    bool is_bogus = false;          // by DNSSEC, over the system's resolver
    bool control_validates = false; // what the controls say is right by DNSSEC
};

DnsNameClass classify(const DnsNameSeen& seen);

// A question to an address where no resolver is: what answers is on the path.
struct SilentAddressSeen {
    bool has_answered = false;
    bool agrees_with_control = false; // by agrees()
};

// Whether an answer from nowhere is not a lie: what the controls say, or where the name's owner
// proved to be, or no data at all. Without controls no lie can be shown.
bool agrees(const DnsNameSeen::Answer& answer, const std::vector<net::IpAddress>& by_control,
            TlsProof proof);

// A name that does not exist: made up for this scan.
struct RandomNameSeen {
    std::vector<net::IpAddress> by_system;
    bool control_says_nxdomain = false;
};

struct DnsSeen {
    std::vector<DnsNameSeen> names;
    std::vector<SilentAddressSeen> silent_addresses;
    std::vector<RandomNameSeen> random_names;
    bool services_removed = false;    // of a host that a buyer names: is_removed()
    bool control_answers = false;     // any encrypted control, to any question
    bool dnssec_works = false;        // any signed name validated or was found bogus
    bool signatures_are_gone = false; // no signed name has any, and over a control one has
};

// The check's verdict, confidence, reasons and summary; no evidence.
CheckResult judge_dns(const DnsSeen& seen);

} // namespace forensics
