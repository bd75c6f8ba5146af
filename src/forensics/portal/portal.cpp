#include "forensics/portal/portal.hpp"

#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/portal/rules.hpp"
#include "net/ares_resolver.hpp"
#include "net/preferred_address.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr milliseconds k_lookup_limit{1500};
constexpr milliseconds k_control_limit{3000}; // for the names of the check dns
constexpr std::size_t k_excerpt_chars = 120;

// One probe of the basket to one address.
struct Request {
    const PortalProbe* probe = nullptr;
    net::IpAddress address;
    std::string_view resolved_by; // "system", "basket", "control"
    PortalClass portal_class = PortalClass::silent;
    std::optional<net::HttpProbeAnswer> answer{};
};

void add_request(std::vector<Request>& requests, const PortalProbe& probe,
                 const net::IpAddress& address, std::string_view resolved_by)
{
    const auto is_known = [&](const Request& request) {
        return request.probe == &probe && request.address == address;
    };
    if (std::none_of(requests.begin(), requests.end(), is_known))
        requests.push_back({&probe, address, resolved_by});
}

void add_by_system(std::vector<Request>& requests, const ScanContext& context)
{
    const auto& probes = context.basket.portal->probes;
    std::vector<std::string> names;
    names.reserve(probes.size());
    for (const PortalProbe& probe : probes) names.push_back(probe.host);
    net::AresResolver resolver{context.egress};
    const auto found =
        resolver.lookup(names, std::min(context.deadline, steady_clock::now() + k_lookup_limit));
    const auto dial = net::datagrams_through(context.egress);
    for (std::size_t i = 0; i < probes.size(); ++i)
        if (found.at(i))
            add_request(requests, probes[i], net::preferred_address(*found[i], dial), "system");
}

void add_by_control(std::vector<Request>& requests, const ScanContext& context)
{
    const auto names =
        context.board.names.wait(std::min(context.deadline, steady_clock::now() + k_control_limit));
    for (const PortalProbe& probe : context.basket.portal->probes) {
        if (probe.address) continue;
        for (const NameAnswer& name : names)
            if (name.name == probe.host && !name.by_control.empty())
                add_request(requests, probe, name.by_control.front(), "control");
    }
}

void fetch(std::span<Request> requests, const ScanContext& context)
{
    std::vector<net::HttpProbe> probes;
    for (const Request& request : requests)
        probes.push_back({request.probe->url, request.probe->host, request.address});
    auto results = net::fetch_all(probes, context.egress, context.deadline);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!results[i]) continue;
        requests[i].portal_class = classify(*requests[i].probe, *results[i]);
        requests[i].answer = std::move(*results[i]);
    }
}

// All probes, those too that had no address to go to.
std::vector<PortalVote> votes_of(const std::vector<Request>& requests,
                                 const std::vector<PortalProbe>& probes)
{
    std::vector<PortalVote> out;
    for (const PortalProbe& probe : probes) {
        PortalVote vote{probe.operator_name, PortalClass::silent};
        for (const Request& request : requests)
            if (request.probe == &probe)
                vote.portal_class = std::max(vote.portal_class, request.portal_class);
        out.push_back(vote);
    }
    return out;
}

std::string excerpt_of(const std::string& body)
{
    std::string out;
    for (const char c : std::string_view{body}.substr(0, k_excerpt_chars))
        out += c >= ' ' && c <= '~' ? c : '.';
    return out;
}

json::Ref request_json(const Request& request)
{
    auto out = json::object("url", request.probe->url, "operator", request.probe->operator_name,
                            "resolved_by", request.resolved_by, "resolved_ip",
                            shown(request.address), "class", name_of(request.portal_class));
    if (!request.answer) return out;
    const auto& answer = *request.answer;
    auto added = json::array();
    auto headers = proxy_headers(*request.probe, answer);
    for (auto& name : added_headers(*request.probe, answer))
        if (std::find(headers.begin(), headers.end(), name) == headers.end())
            headers.push_back(std::move(name));
    for (const auto& name : headers) json::append(added.get(), json::value(excerpt_of(name)));
    json::set_all(out.get(), "status", answer.status, "location_host",
                  excerpt_of(landing_host(*request.probe, answer)), "body_sha256",
                  base::to_hex_0x(base::sha256(base::bytes_of(answer.body))), "body_excerpt",
                  excerpt_of(answer.body), "headers_added", std::move(added));
    return out;
}

json::Ref evidence_of(const std::vector<Request>& requests)
{
    auto told = json::array();
    for (const Request& request : requests) json::append(told.get(), request_json(request));
    return json::object("probes", std::move(told));
}

std::string_view summary_of(const PortalJudgement& judgement)
{
    switch (judgement.verdict) {
    case Verdict::ok: return "plain HTTP arrives as its servers send it";
    case Verdict::critical: return "somebody answers for HTTP servers of several operators";
    case Verdict::warn:
        return judgement.reason == "http_proxy_on_path" ? "a proxy on the path handles plain HTTP"
               : judgement.reason == "headers_added"
                   ? "plain HTTP arrives with headers that its servers do not send"
                   : "one HTTP server answers other than it should";
    case Verdict::inconclusive: return "too few HTTP servers answered";
    }
    __builtin_unreachable();
}

// The addresses that manipulated answers lead to: that of a redirect, or a forged one of the name.
std::vector<net::IpAddress> landings_of(const std::vector<Request>& requests)
{
    std::vector<net::IpAddress> out;
    for (const Request& request : requests) {
        if (request.portal_class != PortalClass::manipulated) continue;
        const auto literal = net::IpAddress::parse(landing_host(*request.probe, *request.answer));
        if (literal) out.push_back(*literal);
        if (request.resolved_by == "system") out.push_back(request.address);
    }
    return out;
}

} // namespace

CheckResult run_portal(const ScanContext& context)
{
    if (!context.basket.portal || context.basket.portal->probes.empty()) return not_configured();
    const auto& probes = context.basket.portal->probes;
    std::vector<Request> requests;
    add_by_system(requests, context);
    for (const PortalProbe& probe : probes)
        if (probe.address) add_request(requests, probe, *probe.address, "basket");
    fetch(requests, context);
    context.keep(evidence_of(requests));
    const std::size_t first = requests.size();
    add_by_control(requests, context);
    fetch(std::span{requests}.subspan(first), context);

    const auto judgement = judge_portal(votes_of(requests, probes));
    const auto answered = static_cast<std::size_t>(
        std::count_if(requests.begin(), requests.end(),
                      [](const Request& request) { return request.answer.has_value(); }));
    CheckResult out{.verdict = judgement.verdict,
                    .confidence = confidence_of(judgement.verdict, judgement.support),
                    .summary = std::string{summary_of(judgement)},
                    .reasons = {},
                    .evidence = {}};
    if (!judgement.reason.empty()) out.reasons.push_back(judgement.reason);
    out.evidence = evidence_of(requests);
    out.landings = landings_of(requests);
    out.questions = {requests.size(), answered};
    out.is_silent = answered == 0;
    return out;
}

} // namespace forensics
