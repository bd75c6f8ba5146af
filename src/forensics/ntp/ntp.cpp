#include "forensics/ntp/ntp.hpp"

#include "base/concat.hpp"
#include "base/random.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/ntp/reply.hpp"
#include "forensics/ntp/selection.hpp"
#include "net/ares_resolver.hpp"
#include "net/datagrams.hpp"
#include "net/preferred_address.hpp"

#include <poll.h>

#include <algorithm>

namespace forensics {

namespace json = base::json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t k_requests = 4;
constexpr milliseconds k_between_requests{120};
constexpr milliseconds k_probe_limit{2000}; // for the answer to the last request
constexpr double k_suspect_https_sec = 5;

struct Request {
    NtpCookie cookie{};
    std::int64_t sent_ns = 0;
    bool is_answered = false;
};

// One server and what came of it.
struct Probe {
    const NtpServer* server = nullptr;
    std::optional<net::IpAddress> address;
    base::Fd socket;
    std::vector<Request> requests;
    std::optional<NtpSample> best;
    std::size_t samples = 0;
    bool was_heard = false; // any datagram at all

    [[nodiscard]] bool is_done() const
    {
        const auto is_answered = [](const Request& request) { return request.is_answered; };
        return !socket.is_open() || (requests.size() == k_requests &&
                                     std::all_of(requests.begin(), requests.end(), is_answered));
    }
};

std::int64_t wall_clock_ns()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::vector<Probe> open_probes(const ScanContext& context, const NtpSection& section)
{
    std::vector<Probe> out;
    std::vector<std::string> names;
    for (const NtpServer& server : section.servers) {
        Probe& probe = out.emplace_back();
        probe.server = &server;
        probe.address = server.address;
        if (!server.address) names.push_back(server.host);
    }
    if (!names.empty()) {
        net::AresResolver resolver{context.egress};
        const auto limit = std::min(context.deadline, steady_clock::now() + k_probe_limit);
        auto answer = resolver.lookup(names, limit);
        const auto dial = net::datagrams_through(context.egress);
        auto next = answer.begin();
        for (Probe& probe : out)
            if (!probe.address) {
                if (*next) probe.address = net::preferred_address(**next, dial);
                ++next;
            }
    }
    for (Probe& probe : out) {
        if (!probe.address) continue;
        auto socket = context.egress.open(net::Transport::udp, {*probe.address, section.port},
                                          {.stamps_arrival = true});
        if (socket) probe.socket = std::move(*socket);
    }
    return out;
}

void send_request(Probe& probe)
{
    if (!probe.socket.is_open()) return;
    Request request;
    base::fill_random(request.cookie);
    const auto packet = ntp_request(request.cookie);
    request.sent_ns = wall_clock_ns();
    static_cast<void>(net::send_datagram(probe.socket, packet)); // unsent looks like unanswered
    probe.requests.push_back(request);
}

void take_replies(Probe& probe)
{
    std::array<std::uint8_t, 512> buffer{};
    while (const auto datagram = net::receive(probe.socket, buffer)) {
        probe.was_heard = true;
        const auto packet = std::span<const std::uint8_t>{buffer}.first(datagram->size);
        for (Request& request : probe.requests) {
            const auto sample =
                read_ntp_reply(packet, request.cookie, request.sent_ns, datagram->arrived_ns);
            if (!sample && sample.error() == NtpRefusal::wrong_origin) continue;
            if (request.is_answered) break; // only the first answer counts
            request.is_answered = sample.has_value() || sample.error() != NtpRefusal::malformed;
            if (!sample) break;
            ++probe.samples;
            if (!probe.best || sample->delay_sec < probe.best->delay_sec) probe.best = *sample;
            break;
        }
    }
}

void wait_for_replies(std::vector<Probe>& probes, steady_clock::time_point until)
{
    for (;;) {
        std::vector<pollfd> waits;
        waits.reserve(probes.size());
        for (const Probe& probe : probes)
            waits.push_back({probe.is_done() ? -1 : probe.socket.get(), POLLIN, 0});
        const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
        if (left.count() <= 0) return;
        if (poll(waits.data(), waits.size(), static_cast<int>(left.count())) <= 0) continue;
        for (std::size_t i = 0; i < probes.size(); ++i)
            if (waits[i].revents != 0) take_replies(probes[i]);
        const auto is_done = [](const Probe& probe) { return probe.is_done(); };
        if (std::all_of(probes.begin(), probes.end(), is_done)) return;
    }
}

void exchange(std::vector<Probe>& probes, steady_clock::time_point deadline)
{
    for (std::size_t i = 0; i < k_requests; ++i) {
        for (Probe& probe : probes) send_request(probe);
        const auto pause = i + 1 < k_requests ? k_between_requests : k_probe_limit;
        wait_for_replies(probes, std::min(deadline, steady_clock::now() + pause));
    }
}

Questions questions_of(const std::vector<Probe>& probes)
{
    Questions out;
    for (const Probe& probe : probes)
        for (const Request& request : probe.requests) {
            ++out.asked;
            if (request.is_answered) ++out.answered;
        }
    return out;
}

std::string_view class_of(const Probe& probe, std::optional<bool> is_member)
{
    if (!probe.was_heard) return "silent";
    if (!probe.best) return "invalid";
    if (!is_member) return "unjudged";
    return *is_member ? "truechimer" : "falseticker";
}

json::Ref server_json(const Probe& probe, std::optional<bool> is_member)
{
    auto out = json::object("host", probe.server->host, "operator", probe.server->operator_name,
                            "class", class_of(probe, is_member), "samples", probe.samples);
    json::set(out.get(), "ip",
              probe.address ? json::value(shown(*probe.address)) : json::value(nullptr));
    if (!probe.best) return out;
    const NtpSample& best = *probe.best;
    json::set_all(out.get(), "stratum", best.stratum, "refid", ntp_reference_text(best), "offset_s",
                  rounded(best.offset_sec, 6), "delay_s", rounded(best.delay_sec, 6),
                  "root_distance_s",
                  rounded(best.root_delay_sec / 2 + best.root_dispersion_sec, 6));
    return out;
}

json::Ref evidence_of(const std::vector<Probe>& probes, const NtpJudgement& judgement)
{
    auto servers = json::array();
    std::size_t candidate = 0;
    for (const Probe& probe : probes) {
        std::optional<bool> is_member;
        if (probe.best && judgement.majority)
            is_member = judgement.majority->is_member.at(candidate++);
        json::append(servers.get(), server_json(probe, is_member));
    }
    auto out = json::object("servers", std::move(servers));
    if (judgement.majority)
        json::set_all(out.get(), "offset_s", rounded(judgement.majority->offset_sec, 6), "lambda_s",
                      rounded(judgement.majority->error_sec, 6));
    return out;
}

std::string summary_of(const NtpJudgement& judgement)
{
    if (judgement.verdict == Verdict::ok) return "the clock agrees with the time servers";
    if (judgement.reason == "drift")
        return base::concat("the clock is ",
                            static_cast<std::int64_t>(judgement.majority->offset_sec * 1000),
                            " ms away from the time servers");
    if (judgement.reason == "falseticker") return "a time server contradicts the majority";
    if (judgement.reason == "servers_disagree") return "no majority of time servers agrees";
    return "too few time servers answered";
}

// Nothing over NTP, but hosts that prove their names tell a time far from ours.
void suspect_by_https(CheckResult& result, double ahead_sec)
{
    json::set(result.evidence.get(), "https_date_ahead_s", json::value(rounded(ahead_sec, 1)));
    if (std::abs(ahead_sec) <= k_suspect_https_sec) return;
    result.verdict = Verdict::warn;
    result.confidence = 0.5;
    result.reasons = {"clock_suspect_https_date"};
    result.summary = "time servers are silent, and HTTPS hosts tell another time";
}

} // namespace

CheckResult run_ntp(const ScanContext& context)
{
    if (!context.basket.ntp || context.basket.ntp->servers.empty()) return not_configured();
    const NtpSection& section = *context.basket.ntp;
    auto probes = open_probes(context, section);
    exchange(probes, context.deadline);

    std::vector<NtpCandidate> candidates;
    for (const Probe& probe : probes)
        if (probe.best)
            candidates.push_back({probe.server->operator_name, probe.best->offset_sec,
                                  probe.best->error_sec(), probe.best->announces_leap});
    const auto judgement = judge_clock(candidates, probes.size(),
                                       {section.ok_offset_sec, section.critical_offset_sec});
    CheckResult out{.verdict = judgement.verdict,
                    .confidence = confidence_of(judgement.verdict, judgement.support),
                    .summary = summary_of(judgement),
                    .reasons = {},
                    .evidence = evidence_of(probes, judgement)};
    out.questions = questions_of(probes);
    if (!judgement.reason.empty()) out.reasons.push_back(judgement.reason);
    out.is_silent = std::none_of(probes.begin(), probes.end(),
                                 [](const Probe& probe) { return probe.was_heard; });
    if (judgement.majority)
        context.board.clock.publish(
            {judgement.majority->offset_sec, judgement.majority->error_sec});
    context.board.clock.close();

    const bool is_drift = judgement.reason == "drift";
    context.keep(evidence_of(probes, judgement));
    if (!is_drift && judgement.verdict != Verdict::inconclusive) return out;
    const auto ahead = ahead_by_https(context.board.https_dates.wait(context.deadline));
    if (is_drift) {
        const auto cause = cause_of_offset(judgement.majority->offset_sec, ahead);
        json::set(out.evidence.get(), "cause", json::value(cause.code()));
        out.reasons.push_back(cause);
    } else if (ahead) {
        suspect_by_https(out, *ahead);
    }
    return out;
}

} // namespace forensics
