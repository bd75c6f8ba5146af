#include "forensics/portal/rules.hpp"

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

bool has_expected_body(const PortalProbe& probe, const std::string& body)
{
    if (probe.expect_body) return body == *probe.expect_body;
    if (probe.expect_body_contains)
        return body.find(*probe.expect_body_contains) != std::string::npos;
    return true;
}

bool has_portal_mark(std::string body)
{
    std::transform(body.begin(), body.end(), body.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
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
    case PortalClass::proxied: return "proxied";
    case PortalClass::manipulated: return "manipulated";
    }
    __builtin_unreachable();
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
    if (is_as_served(probe, answer))
        return proxy_headers(probe, answer).empty() ? PortalClass::ok : PortalClass::proxied;
    if (answer.status == 511 || !landing_host(probe, answer).empty() ||
        has_portal_mark(answer.body))
        return PortalClass::manipulated;
    const bool is_success = answer.status >= 200 && answer.status < 300;
    return is_success && !answer.body.empty() ? PortalClass::manipulated
                                              : PortalClass::server_error;
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
    if (ok >= 2 || (ok == 1 && silent == 0)) {
        const auto operators = static_cast<double>(by_operator.size() - silent);
        return {Verdict::ok, "", {coverage, static_cast<double>(ok) / operators}};
    }
    return {Verdict::inconclusive,
            ok == 0 && heard == 0 ? "http_unreachable" : "too_few_probes",
            {coverage}};
}

} // namespace forensics
