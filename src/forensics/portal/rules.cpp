#include "forensics/portal/rules.hpp"

#include "base/ascii.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace forensics {

namespace {

// Every operator more leaves less than a third of the doubt.
constexpr double k_doubt_of_one = 0.3;

// What login pages of access gateways hold, whatever status they come with (WISPr, meta refresh).
constexpr std::string_view k_portal_marks[] = {"<wispaccessgatewayparam", "http-equiv=\"refresh\"",
                                               "captiveportal"};

// What servers send of themselves. Vendors' names are not among them: those stand in the basket.
constexpr std::string_view k_usual_headers[] = {
    "accept-ranges",
    "age",
    "allow",
    "alt-svc",
    "cache-control",
    "cache-status",
    "connection",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-location",
    "content-security-policy",
    "content-type",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "date",
    "etag",
    "expires",
    "keep-alive",
    "last-modified",
    "link",
    "location",
    "nel",
    "permissions-policy",
    "pragma",
    "priority",
    "proxy-status",
    "referrer-policy",
    "report-to",
    "reporting-endpoints",
    "retry-after",
    "server",
    "server-timing",
    "strict-transport-security",
    "timing-allow-origin",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "vary",
    "via",
    "x-content-type-options",
    "x-frame-options",
};

bool is_usual(std::string_view name)
{
    return std::binary_search(std::begin(k_usual_headers), std::end(k_usual_headers), name) ||
           name.starts_with("access-control-");
}

bool has_expected_body(const PortalProbe& probe, const std::string& body)
{
    if (probe.expect_body) return body == *probe.expect_body;
    if (probe.expect_body_contains)
        return body.find(*probe.expect_body_contains) != std::string::npos;
    return true;
}

bool has_portal_mark(std::string_view given)
{
    const std::string body = base::lower_case(given);
    return std::any_of(
        std::begin(k_portal_marks), std::end(k_portal_marks),
        [&body](std::string_view mark) { return body.find(mark) != std::string::npos; });
}

bool is_as_served(const PortalProbe& probe, const net::HttpProbeAnswer& answer)
{
    // Some servers of "no content" say 200 and send none.
    if (probe.expect_status == 204 && answer.status == 200) return answer.body.empty();
    return answer.status == probe.expect_status && has_expected_body(probe, answer.body);
}

std::size_t operators_with(const std::map<std::string_view, PortalClass>& by_operator,
                           PortalClass wanted)
{
    return static_cast<std::size_t>(
        std::count_if(by_operator.begin(), by_operator.end(),
                      [wanted](const auto& each) { return each.second == wanted; }));
}

} // namespace

std::string_view name_of(PortalClass portal_class)
{
    switch (portal_class) {
    case PortalClass::silent: return "silent";
    case PortalClass::server_error: return "server_error";
    case PortalClass::ok: return "ok";
    case PortalClass::added_to: return "headers_added";
    case PortalClass::proxied: return "proxied";
    case PortalClass::manipulated: return "manipulated";
    }
    __builtin_unreachable();
}

std::vector<std::string> added_headers(const PortalProbe& probe, const net::HttpProbeAnswer& answer)
{
    std::vector<std::string> out;
    const auto& own = probe.own_headers;
    for (const net::HttpHeader& header : answer.headers)
        if (!is_usual(header.name) && std::find(own.begin(), own.end(), header.name) == own.end())
            out.push_back(header.name);
    return out;
}

std::vector<std::string> proxy_headers(const PortalProbe& probe, const net::HttpProbeAnswer& answer)
{
    std::vector<std::string> out;
    for (const auto& [name, text] : answer.headers) {
        const bool is_sign = name == "via" || name.starts_with("x-cache") ||
                             name.starts_with("x-squid") || (name == "age" && text != "0");
        const auto& own = probe.own_headers;
        if (is_sign && std::find(own.begin(), own.end(), name) == own.end()) out.push_back(name);
    }
    return out;
}

std::string landing_host(const PortalProbe& probe, const net::HttpProbeAnswer& answer)
{
    if (answer.status < 300 || answer.status > 399) return {};
    const auto parts = net::parse_url(answer.header("location"));
    if (!parts) return {}; // relative: the same host
    const std::size_t begin = parts->origin.find("://") + 3;
    std::string host = parts->origin.substr(begin, parts->origin.rfind(':') - begin);
    return host == probe.host ? std::string{} : host;
}

PortalClass classify(const PortalProbe& probe, const net::HttpProbeAnswer& answer)
{
    if (is_as_served(probe, answer)) {
        if (!proxy_headers(probe, answer).empty()) return PortalClass::proxied;
        return added_headers(probe, answer).empty() ? PortalClass::ok : PortalClass::added_to;
    }
    if (answer.status == 511 || !landing_host(probe, answer).empty() ||
        has_portal_mark(answer.body))
        return PortalClass::manipulated;
    // Another body, or none where one belongs. One that ended early proves nothing.
    const bool is_success = answer.status >= 200 && answer.status < 300;
    const bool is_lost = answer.body.empty() && answer.is_body_cut;
    return is_success && !is_lost ? PortalClass::manipulated : PortalClass::server_error;
}

PortalJudgement judge_portal(std::span<const PortalVote> votes)
{
    std::map<std::string_view, PortalClass> by_operator; // the worst
    std::size_t heard = 0;
    for (const PortalVote& vote : votes) {
        auto& worst = by_operator.try_emplace(vote.operator_name, vote.portal_class).first->second;
        worst = std::max(worst, vote.portal_class);
        heard += vote.portal_class != PortalClass::silent ? 1U : 0U;
    }
    const double coverage =
        votes.empty() ? 0 : static_cast<double>(heard) / static_cast<double>(votes.size());
    const auto manipulated = operators_with(by_operator, PortalClass::manipulated);
    const auto ok = operators_with(by_operator, PortalClass::ok);
    const auto silent = operators_with(by_operator, PortalClass::silent);
    const double sure = 1 - std::pow(k_doubt_of_one, static_cast<double>(manipulated));
    if (manipulated >= 2) return {Verdict::critical, "portal_manipulation", {coverage, 1, sure}};
    if (manipulated == 1) return {Verdict::warn, "single_probe_mismatch", {coverage, 1, sure}};
    if (operators_with(by_operator, PortalClass::proxied) > 0)
        return {Verdict::warn, "http_proxy_on_path", {coverage}};
    if (operators_with(by_operator, PortalClass::added_to) > 0)
        return {Verdict::warn, "headers_added", {coverage}};
    if (ok >= 2 || (ok == 1 && silent == 0)) {
        const auto operators = static_cast<double>(by_operator.size() - silent);
        return {Verdict::ok, "", {coverage, static_cast<double>(ok) / operators}};
    }
    return {Verdict::inconclusive,
            ok == 0 && heard == 0 ? Reason{"http_unreachable"} : Reason{"too_few_probes"},
            {coverage}};
}

} // namespace forensics
