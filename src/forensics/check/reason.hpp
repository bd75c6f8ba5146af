// Why a check says what it says: a code that programs can rely on, and the sentence that tells it.
//
// A code that has no row here is no Reason, and does not compile.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <string_view>

namespace forensics {

struct ReasonRow {
    std::string_view code; // stable
    std::string_view text; // what was seen, what it may mean, and what harmless causes there are
};

inline constexpr ReasonRow k_reasons[] = {
    // Of any check.
    {"not_configured",
     "The basket of reference hosts says nothing for this check, so it asked nothing."},
    {"check_failed", "The check broke off on our side; this tells nothing of the network."},
    {"overdue", "The check did not end in time, and half of a check is no observation."},
    {"unreachable",
     "Nothing that this check asked for could be reached: the vantage may be offline, or what "
     "the check needs may be blocked."},
    // ntp.
    {"ntp_unreachable",
     "Fewer than three time servers gave a usable answer; firewalls often block UDP port 123."},
    {"servers_disagree",
     "The time servers contradict each other and no majority agrees: some are wrong, or time is "
     "forged on the way."},
    {"drift", "The host's clock is further from the time that a majority of servers tells than is "
              "allowed: it is not kept right, or time is forged on the way."},
    {"falseticker",
     "One time server or more contradicts the majority: it is broken, or its answers are "
     "changed on the way."},
    {"local_clock",
     "HTTPS servers tell the same time as the time servers, so it is this host's clock that is "
     "wrong."},
    {"ntp_path",
     "HTTPS servers tell the same time as this host's clock, so the time servers or the way to "
     "them are wrong."},
    {"unknown",
     "Whether this host's clock or the time servers are wrong cannot be told: too few HTTPS "
     "servers gave the time, or the difference is too small for their whole seconds."},
    {"clock_suspect_https_date",
     "Time servers are silent and HTTPS servers tell a time that is more than five seconds "
     "away: the host's clock is probably wrong."},
    // portal.
    {"portal_manipulation",
     "HTTP servers of two operators or more answered with what only another server sends, such "
     "as a login page: a captive portal, or a box that rewrites plain HTTP."},
    {"single_probe_mismatch",
     "One operator's HTTP server answered with something else than it should: a portal that "
     "intercepts this host alone, or the operator has changed its page."},
    {"http_proxy_on_path",
     "Answers carry headers that a proxy adds (Via, X-Cache, Age): plain HTTP passes through a "
     "proxy, which may be the network's own and meant well."},
    {"headers_added",
     "The pages are right but have headers that their servers are not known to send: a box on "
     "the way may add them, or an operator has begun to."},
    {"http_unreachable",
     "No HTTP server answered on port 80: the vantage may be offline, or plain HTTP may be "
     "blocked."},
    {"too_few_probes", "Too few HTTP servers answered as they should to say anything of the way."},
    // dns.
    {"bogon",
     "A public name got an address that cannot be on the internet (private or reserved): the "
     "answer is made up by the resolver or on the way, or the resolver keeps names of its own."},
    {"bogus",
     "DNSSEC shows that an answer was changed after its owner signed it; where the controls' "
     "answer is not valid either, the owner's signatures may be broken."},
    {"disproven",
     "The address that the resolver gave for a name belongs to a server that cannot prove the "
     "name with a certificate: the answer leads elsewhere."},
    {"double",
     "One question got two answers that contradict each other: another party on the way is "
     "faster than the resolver."},
    {"nx_forged",
     "The resolver says, twice, that a name does not exist which encrypted resolvers know: it "
     "is blocked, or it is new and the denial old."},
    {"filtered_by_policy",
     "The resolver says itself that it blocks a name, or answers 0.0.0.0, as filters do that an "
     "owner has set up."},
    {"unproven",
     "The resolver gave other addresses than the encrypted ones, or none, and no server there "
     "could prove the name; large sites do answer differently from place to place."},
    {"port53_intercepted",
     "A DNS question to an address where no resolver runs was answered, and the answer was no "
     "lie: a box on the way takes over all DNS, as some providers do."},
    {"injection",
     "A DNS question to an address where no resolver runs was answered with false data: answers "
     "are forged on the way."},
    {"nxdomain_rewriting",
     "Made-up names that do not exist got an address: the resolver, often the provider's, sends "
     "typing errors to a page of its own."},
    {"signatures_removed",
     "Over the system's resolver signed names come without valid signatures while they have "
     "them over another: it or a box on the way takes them out, or is too old for DNSSEC."},
    {"https_record_removed",
     "The resolver denies a host's HTTPS record, twice, while encrypted resolvers have it: a box "
     "takes it out, so that connections show more of themselves, or is too old to know it."},
    {"resolver_down",
     "The system's resolver gave no answer while encrypted ones did: it is down, or blocked."},
    {"resolver_fails",
     "The system's resolver answers with errors only, such as SERVFAIL or REFUSED: it is "
     "broken, or does not serve this host."},
    {"too_few_names", "Fewer than half of the names could be compared with what others say."},
    {"no_control",
     "No encrypted resolver answered, so there was nothing to compare with: DNS over HTTPS may "
     "be blocked."},
    // tls.
    {"local_root",
     "A certificate is trusted by this host alone and by no public list of roots: somebody who "
     "may add roots here, such as an employer's proxy or an antivirus, reads the connection."},
    {"untrusted",
     "A certificate leads to no trusted root: the connection is intercepted, or the server is "
     "set up wrongly."},
    {"name_mismatch",
     "A certificate is public but made for another name: the connection ends at another server, "
     "or the server is set up wrongly."},
    {"name_not_judged",
     "A host that was named by its address shows a public certificate for some name; whether it "
     "is the right one cannot be told."},
    {"expired",
     "A certificate is not valid at this time: its owner has not renewed it, or a clock is "
     "wrong."},
    {"same_key_on_unrelated_hosts",
     "Hosts of different operators show certificates with one key: one box answers for all of "
     "them, as interceptors do."},
    {"same_issuer_on_unrelated_hosts",
     "Untrusted certificates of different operators come from one issuer, as an interceptor's "
     "do."},
    {"targeted_interception_suspected",
     "A public certificate has neither the key nor the issuer that this host is known for, and "
     "is not logged or comes from nearer than the host: somebody may impersonate this host "
     "alone."},
    {"known_interceptor",
     "The issuer's name is that of a known product that intercepts TLS, such as a corporate "
     "proxy or an antivirus."},
    {"made_just_now",
     "Certificates of several hosts were made within the last hour, as interceptors make them "
     "while one connects."},
    {"pin_differs",
     "Neither the key nor the issuer is one that this host is known for; by itself it may only "
     "have changed them."},
    {"no_sct", "The certificate came without a proof that it is in a public log; certificates of "
               "interceptors have none."},
    {"no_valid_sct", "Not one of the certificate's proofs of logging is valid."},
    {"tls_downgrade",
     "All hosts speak an older version of TLS than they are known to: a box on the way holds "
     "the version down, or ends the connections."},
    {"tcp_ends_early",
     "A connection to this host stands before its packets have got that far: a box on the way "
     "accepts it."},
    {"attributed_to_dns",
     "The check dns found the address of this host forged, which explains the wrong "
     "certificate."},
    {"key_rotated",
     "A host has another key than it is known for, with valid proofs of logging: it has renewed "
     "it, as hosts do."},
    {"server_or_path",
     "A host of the buyer shows a certificate that is not trusted or is for another name; it "
     "alone does, so the server may be set up wrongly, or its connection intercepted."},
    {"revoked",
     "The server itself hands out its CA's word that its certificate is revoked: browsers that "
     "look refuse it, and its owner has to replace it."},
    {"host_blocked",
     "One host shows no certificate while the others do: the way to it is blocked, or it is "
     "down."},
    {"dot_blocked",
     "A resolver cannot be had over DNS over TLS (port 853) while other hosts can be had: the "
     "port is blocked, or the resolver is down."},
    {"quic_blocked",
     "A host answers over TCP but not over QUIC (UDP port 443), which it is known to speak: UDP "
     "is often blocked there, and browsers do without."},
    {"blocked", "Every connection to port 443 was reset while port 80 works: TLS is blocked."},
    {"handshake_failed", "A server was reached, but no TLS handshake came to an end."},
    {"not_tried", "A host was not asked: it has no address, or there is no way to it from here."},
    {"no_hosts", "There was no host to ask."},
    {"too_few_hosts", "Fewer than half of the hosts could be judged."},
    // ct.
    {"policy_met", "The certificates are logged as browsers ask."},
    {"issued_before_policy", "A certificate was issued before browsers asked for logging."},
    {"ct_not_expected", "A host is known to show no proof of logging, and does not."},
    {"bad_signature",
     "A proof of logging is forged or damaged, and without it there are too few: the "
     "certificate is not what the log has signed."},
    {"one_bad_signature",
     "A proof of logging is forged or damaged beside enough good ones: most likely a fault of "
     "the issuer or the server."},
    {"not_logged",
     "A certificate has no proof that it is in a public log: browsers refuse it; it is allowed, "
     "and of a host that always has them a sign of interception."},
    {"policy_missed",
     "A certificate has too few proofs of logging, or of too few operators, for browsers: most "
     "often a fault of its issuer."},
    {"old_policy_missed",
     "A certificate is logged otherwise than browsers asked when our rule was dated; the rule "
     "is too old to hold that against it."},
    {"unknown_logs",
     "A certificate has proofs of logs that the current list does not know: very new logs, or "
     "made-up ones."},
    {"root_not_public",
     "A host that is known to be logged shows a certificate that no public issuer has signed: "
     "the connection is intercepted, or the server is set up wrongly."},
    {"log_list_stale", "Our list of logs is too old to tell a new log from a made-up one."},
    {"clock_suspect",
     "Proofs of logging are dated in the future: this host's clock is probably behind."},
    {"issuer_missing",
     "The server did not send the issuer's certificate, without which its proofs of logging "
     "cannot be checked."},
    {"private_root",
     "A host of the buyer has a certificate of a private issuer, which need not be logged."},
    {"certificate_unreadable", "What the server sent is no readable certificate."},
    {"no_handshake", "The check tls got no certificate, so there was none to judge."},
    {"log_list_missing", "There is no list of logs to judge by yet; the operator fetches it."},
    {"log_list_unreadable", "The list of logs to judge by cannot be read."},
    // route.
    {"loop",
     "Packets go round between the same routers, on two flows, and never arrive: the routing is "
     "broken."},
    {"tcp_terminated_early",
     "Connections to two targets or more stand before packets have got that far: a box on the "
     "way, such as a transparent proxy, accepts them."},
    {"blocked_on_path",
     "Routers on the way refuse packets to half of the targets or more: a firewall, or a route "
     "that is missing."},
    {"private_detour",
     "Behind public routers the way leads through private addresses again: a tunnel, a "
     "scrubbing service, or how a provider numbers its routers."},
    {"no_hops",
     "Targets were reached, but no router on the way told of itself; firewalls often drop those "
     "messages."},
    {"few_reached", "Fewer than half of the targets were reached with routers seen on the way."},
    // Classes that evidence tells; no check has them for a reason.
    {"same", "The resolver's answer has an address in common with the encrypted ones'."},
    {"proven", "Another address, where the right certificate was shown."},
    {"no_reference", "No encrypted resolver answered for this name."},
    {"failed", "The resolver's answer says nothing of the name: an error, or cut short."},
    {"silent", "No answer came to this question."},
    {"public", "The certificate leads to a public root and is for this host."},
};

// GCC tells of a code without a text. Clang 14 crashes on `consteval`, and takes what GCC has
// found right.
#ifdef __clang__
#define ASSAY_WHEN_COMPILED constexpr
#else
#define ASSAY_WHEN_COMPILED consteval
#endif

// A row of the table, or none. Converts to its code.
class Reason {
public:
    constexpr Reason() = default;
    // Of a literal only. "": none.
    ASSAY_WHEN_COMPILED Reason(const char* code) : m_row{row_of(code)} {}

    [[nodiscard]] constexpr bool empty() const { return m_row == nullptr; }
    // "" of none.
    [[nodiscard]] constexpr std::string_view code() const
    {
        return empty() ? std::string_view{""} : m_row->code;
    }
    [[nodiscard]] constexpr std::string_view text() const
    {
        return empty() ? std::string_view{""} : m_row->text;
    }
    constexpr operator std::string_view() const { return code(); }

    template <std::convertible_to<std::string_view> Text>
    friend constexpr bool operator==(const Reason& reason, const Text& code)
    {
        return reason.code() == std::string_view{code};
    }
    friend constexpr std::strong_ordering operator<=>(const Reason& left, const Reason& right)
    {
        return left.code() <=> right.code();
    }

private:
    static constexpr const ReasonRow* row_of(std::string_view code)
    {
        if (code.empty()) return nullptr;
        for (const ReasonRow& row : k_reasons)
            if (row.code == code) return &row;
        throw "a reason without a text in k_reasons";
    }

    const ReasonRow* m_row = nullptr;
};

#undef ASSAY_WHEN_COMPILED

} // namespace forensics
