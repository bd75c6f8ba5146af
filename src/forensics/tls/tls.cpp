#include "forensics/tls/tls.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/tls/interception_issuers.hpp"
#include "forensics/tls/pins.hpp"
#include "forensics/tls/rules.hpp"
#include "net/ares_resolver.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_port_80_time{1000};
// Left at the end for judging what is there.
constexpr milliseconds k_time_to_judge{300};
constexpr std::size_t k_max_issuers_bytes = std::size_t{256} << 10U;

// What is known of one host when its handshake is over.
struct Looked : ShownTls {
    ChainVerdict chain{};
    std::optional<TlsClass> kind_by_own_clock{}; // when ntp tells another time than our clock
    Revocation revocation = Revocation::not_stapled;
    PinMatch pin = PinMatch::unknown;
    std::optional<bool> is_downgraded{}; // nullopt: nothing is known of its TLS versions

    [[nodiscard]] bool has_connected() const
    {
        return result.state != net::TlsProbeState::unreachable &&
               result.state != net::TlsProbeState::refused;
    }
};

struct Stores {
    RootStore system_roots;
    RootStore public_roots;
};

// The clock of the system is read when a verdict depends on it only.
void judge(Looked& looked, const Stores& stores, base::Instant now)
{
    if (!looked.result.seen) {
        looked.chain.kind = looked.result.state == net::TlsProbeState::not_tried
                                ? TlsClass::not_tried
                            : looked.has_connected() ? TlsClass::handshake_failed
                                                     : TlsClass::unreachable;
        return;
    }
    looked.chain = judge_chain(stores.system_roots, stores.public_roots,
                               looked.result.seen->chain_der, looked.plan.host, now);
    if (!looked.leaf) looked.chain.kind = TlsClass::handshake_failed;
    looked.revocation = looked.chain.has_public_root
                            ? judge_staple(looked.result.seen->staple, looked.chain.verified_der,
                                           stores.public_roots, now)
                            : Revocation::not_stapled;
    // A server that is asked for no name shows any of its certificates; and so does a box that
    // takes its connections and has a public certificate of their own. It proves neither.
    const bool is_address = net::IpAddress::parse(looked.plan.host).has_value();
    if (looked.chain.kind == TlsClass::name_mismatch && is_address && !looked.plan.is_canonical)
        looked.chain.kind = TlsClass::name_not_judged;
}

// Compares the basket's hosts with their pins; a buyer's hosts are what they are.
void compare(Looked& looked, const Pins& pins, base::Instant now)
{
    looked.pin = PinMatch::unknown;
    looked.is_downgraded.reset();
    if (!looked.leaf || !looked.plan.is_canonical) return;
    const Pin* const pin = pins.find(looked.plan.host, now);
    if (pin == nullptr) return;
    looked.pin = pin->match(key_digest_of(*looked.leaf),
                            words_of_name(X509_get_issuer_name(looked.leaf.get())));
    const auto version = tls_version_of(looked.result.seen->protocol);
    if (pin->least_version && version) looked.is_downgraded = *version < *pin->least_version;
}

// The chain as the server sent it, and what we had to add to reach a root: a leaf that a root has
// signed itself comes without it.
std::vector<std::string> whole_chain(const Looked& looked)
{
    std::vector<std::string> chain = looked.result.seen->chain_der;
    for (const std::string& der : looked.chain.verified_der)
        if (std::find(chain.begin(), chain.end(), der) == chain.end()) chain.push_back(der);
    return chain;
}

void publish(const Looked& looked, Board& board)
{
    if (!looked.result.seen || looked.plan.role == TlsRole::dot) return;
    const net::TlsSeen& seen = *looked.result.seen;
    std::vector<Handshake::Sct> scts;
    for (const net::ReceivedTimestamp& each : seen.timestamps)
        scts.push_back({each.source, each.bytes});
    board.handshakes.publish({.host = looked.plan.host,
                              .operator_name = looked.plan.operator_name,
                              .endpoint = {*looked.plan.address, looked.plan.port},
                              .chain_der = whole_chain(looked),
                              .scts = std::move(scts),
                              .has_public_root = looked.chain.has_public_root,
                              .is_canonical = looked.plan.is_canonical,
                              .expects_ct = looked.plan.expects_ct,
                              .round_trip = looked.result.round_trip});
    if (!seen.date || looked.chain.kind != TlsClass::is_public) return;
    const std::chrono::duration<double> ahead = seen.date->received - seen.date->date;
    board.https_dates.publish({.host = looked.plan.host,
                               .operator_name = looked.plan.operator_name,
                               .date = seen.date->date,
                               .local_ahead_sec = ahead.count()});
}

// Whether it depends on what others have seen what is to be made of it.
bool is_in_question(const Looked& looked)
{
    const TlsClass kind = looked.chain.kind;
    return kind == TlsClass::local_root || kind == TlsClass::untrusted ||
           kind == TlsClass::name_mismatch || looked.pin == PinMatch::key_differs ||
           looked.pin == PinMatch::all_differs;
}

bool says_forged(const std::vector<NameAnswer>& names, const Looked& looked)
{
    return std::any_of(names.begin(), names.end(), [&](const NameAnswer& each) {
        return each.is_forged && each.name == looked.plan.host;
    });
}

// What other checks have said of a host that is in question; waits for them if there is any.
struct Elsewhere {
    std::vector<NameAnswer> names;
    std::vector<Distance> distances;
    std::uint16_t distances_port = 0; // to which they were measured
    std::vector<CtNews> timestamps;
};

Elsewhere hear(const ScanContext& context, const std::vector<Looked>& looked,
               Clock::time_point until)
{
    if (std::none_of(looked.begin(), looked.end(), is_in_question)) return {};
    const Board& board = context.board;
    return {board.names.wait(until), board.distances.wait(until),
            context.basket.route ? context.basket.route->tcp_port : std::uint16_t{0},
            board.timestamps.wait(until)};
}

// By the host's own path. A path that was not traced lacks at least what all that were lack: who
// takes the connections to each of them takes this host's too.
int hops_missing(const Elsewhere& elsewhere, const Looked& looked)
{
    if (elsewhere.distances_port != looked.plan.port) return 0;
    std::vector<int> missing;
    for (const Distance& each : elsewhere.distances) {
        if (!each.hops_missing) continue;
        missing.push_back(*each.hops_missing);
        if (each.target == looked.plan.address) return missing.back();
    }
    return missing.size() < 2 ? 0 : *std::min_element(missing.begin(), missing.end());
}

Timestamps timestamps_of(const std::vector<CtNews>& news, const Looked& looked)
{
    if (looked.result.seen->timestamps.empty()) return Timestamps::none;
    const auto said = std::find_if(news.begin(), news.end(), [&](const CtNews& each) {
        return each.host == looked.plan.host;
    });
    if (said == news.end()) return Timestamps::unjudged;
    return said->has_valid_sct ? Timestamps::valid : Timestamps::invalid;
}

// What supports only: without it the verdicts are the same, less sure.
template <typename Advice>
Advice read_advice(const std::optional<std::string>& path, std::size_t limit)
{
    if (!path) return {};
    try {
        return Advice::parse(base::read_file(*path, limit)).value_or(Advice{});
    } catch (const base::Fault&) {
        return {};
    }
}

TlsHostSeen seen_of(const Looked& looked, const InterceptionIssuers& issuers,
                    const Elsewhere& elsewhere)
{
    TlsHostSeen seen;
    seen.host = looked.plan.host;
    seen.operator_name = looked.plan.operator_name;
    seen.is_canonical = looked.plan.is_canonical;
    seen.role = looked.plan.role;
    seen.kind = looked.chain.kind;
    seen.answers_quic = looked.answers_quic;
    seen.was_reset = looked.result.state == net::TlsProbeState::reset ||
                     looked.result.state == net::TlsProbeState::refused;
    if (!looked.leaf) return seen;
    const X509& leaf = *looked.leaf;
    seen.key_digest = key_digest_of(leaf);
    const X509_NAME* const issuer = X509_get_issuer_name(&leaf);
    if (X509_NAME_cmp(issuer, X509_get_subject_name(&leaf)) != 0)
        seen.issuer = text_of_name(issuer);
    if (const auto* known = issuers.find(words_of_name(issuer)); known != nullptr)
        seen.interceptor = known->product;
    seen.validity = validity_of(leaf);
    seen.timestamps = timestamps_of(elsewhere.timestamps, looked);
    seen.revocation = looked.revocation;
    seen.pin = looked.pin;
    seen.is_downgraded = looked.is_downgraded;
    seen.is_forged_by_dns = says_forged(elsewhere.names, looked);
    seen.hops_missing = hops_missing(elsewhere, looked);
    return seen;
}

void add_certificate(json_t* evidence, const Looked& looked)
{
    const X509& leaf = *looked.leaf;
    const auto validity = validity_of(leaf);
    const auto time = [](base::Instant instant) { return base::to_rfc3339(instant); };
    json::set_all(evidence, "leaf_sha256",
                  base::to_hex(base::sha256(base::bytes_of(looked.result.seen->chain_der[0]))),
                  "spki_sha256", base::to_hex(key_digest_of(leaf)), "issuer",
                  text_of_name(X509_get_issuer_name(&leaf)), "root_sha256",
                  looked.chain.root_digest ? std::optional{base::to_hex(*looked.chain.root_digest)}
                                           : std::nullopt,
                  "not_before", validity ? std::optional{time(validity->not_before)} : std::nullopt,
                  "not_after", validity ? std::optional{time(validity->not_after)} : std::nullopt);
}

json::Ref evidence_of(const Looked& looked, const TlsHostSeen& seen, const TlsHostVerdict& verdict)
{
    json::Ref signals = json::array();
    for (const Reason each : verdict.signals) json::append(signals.get(), json::value(each.code()));
    json::Ref evidence = json::object(
        "host", seen.host, "ip",
        looked.plan.address ? std::optional{shown(*looked.plan.address)} : std::nullopt, "port",
        looked.plan.port, "role", to_text(seen.role), "operator",
        seen.operator_name.empty() ? std::nullopt : std::optional{seen.operator_name}, "canonical",
        seen.is_canonical, "verdict", name_of(verdict.verdict), "class", to_text(seen.kind),
        "class_by_own_clock",
        looked.kind_by_own_clock ? std::optional{to_text(*looked.kind_by_own_clock)} : std::nullopt,
        "reason", verdict.reason, "signals", std::move(signals), "verify_error", looked.chain.error,
        "interceptor", seen.interceptor, "revocation", to_text(seen.revocation), "pin",
        to_text(seen.pin), "quic", looked.answers_quic, "rtt_ms", looked.result.round_trip.count());
    if (looked.result.seen)
        json::set_all(evidence.get(), "protocol", looked.result.seen->protocol, "cipher",
                      looked.result.seen->cipher, "alpn", looked.result.seen->alpn);
    if (looked.leaf) add_certificate(evidence.get(), looked);
    return evidence;
}

// Whether any host that cannot be had on 443 takes a connection on port 80.
bool port_80_works(const std::vector<Looked>& looked, const net::Dial& dial,
                   Clock::time_point deadline)
{
    std::vector<net::Endpoint> endpoints;
    for (const Looked& each : looked) {
        if (each.result.seen) return false;
        if (each.plan.address) endpoints.push_back({*each.plan.address, 80});
    }
    const auto accepted = net::probe_tcp(dial, endpoints, deadline);
    return std::any_of(accepted.begin(), accepted.end(),
                       [](const auto& round_trip) { return round_trip.has_value(); });
}

// Whether a certificate is valid is a question of what time it is.
void judge_by_both_clocks(std::vector<Looked>& looked, const Stores& stores, const Board& board)
{
    for (Looked& each : looked) {
        judge(each, stores, base::SystemClock{}.now());
        each.kind_by_own_clock = each.chain.kind;
        judge(each, stores, best_time(board));
    }
}

// What was never sent is not a question.
Questions questions_of(const std::vector<Looked>& looked)
{
    Questions out;
    for (const Looked& each : looked) {
        if (each.result.state != net::TlsProbeState::not_tried) ++out.asked;
        if (each.result.seen) ++out.answered;
        if (!each.answers_quic) continue;
        ++out.asked;
        if (*each.answers_quic) ++out.answered;
    }
    return out;
}

// The check's result by what is known now.
CheckResult conclude(const std::vector<Looked>& looked, const InterceptionIssuers& issuers,
                     const Elsewhere& elsewhere, bool tcp_80_works, base::Instant now)
{
    std::vector<TlsHostSeen> seen;
    seen.reserve(looked.size());
    for (const Looked& each : looked) seen.push_back(seen_of(each, issuers, elsewhere));
    const auto verdicts = judge_tls_hosts(seen, now);
    CheckResult result = judge_tls(seen, verdicts, tcp_80_works);
    json::Ref hosts = json::array();
    for (std::size_t i = 0; i < looked.size(); ++i)
        json::append(hosts.get(), evidence_of(looked[i], seen[i], verdicts[i]));
    result.evidence = json::object("hosts", std::move(hosts));
    result.questions = questions_of(looked);
    result.is_silent = std::all_of(looked.begin(), looked.end(), [](const Looked& each) {
        return each.result.state == net::TlsProbeState::unreachable ||
               each.result.state == net::TlsProbeState::not_tried;
    });
    return result;
}

} // namespace

CheckResult look_at_tls(const ScanContext& context, const TlsWays& ways)
{
    const Basket& basket = context.basket;
    const auto plan = planned_tls_hosts(context);
    if (plan.empty() || !basket.trust_store_pem || !basket.public_roots_pem)
        return not_configured();
    const Stores stores{RootStore{*basket.trust_store_pem}, RootStore{*basket.public_roots_pem}};
    const auto issuers =
        read_advice<InterceptionIssuers>(basket.interception_issuers_json, k_max_issuers_bytes);
    const auto pins = read_advice<Pins>(basket.pins_json, k_max_pins_bytes);
    const auto end = context.deadline - k_time_to_judge;

    std::vector<Looked> looked;
    for (ShownTls& each : shake_hands(plan, ways, end)) looked.push_back({std::move(each)});
    for (Looked& each : looked) {
        judge(each, stores, best_time(context.board));
        publish(each, context.board);
    }
    context.board.handshakes.close();
    context.board.https_dates.close();

    for (Looked& each : looked) compare(each, pins, best_time(context.board));
    context.keep(conclude(looked, issuers, {}, false, best_time(context.board)).evidence);
    if (!context.board.clock.wait(end).empty()) {
        judge_by_both_clocks(looked, stores, context.board);
        for (Looked& each : looked) compare(each, pins, best_time(context.board));
    }
    const bool works =
        port_80_works(looked, ways.connections, std::min(end, Clock::now() + k_port_80_time));
    const Elsewhere elsewhere = hear(context, looked, end);
    return conclude(looked, issuers, elsewhere, works, best_time(context.board));
}

CheckResult run_tls(const ScanContext& context)
{
    net::AresResolver resolver{context.egress};
    return look_at_tls(context, {net::dial_through(context.egress),
                                 net::datagrams_through(context.egress), resolver});
}

} // namespace forensics
