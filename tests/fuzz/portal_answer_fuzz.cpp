// What anybody on the path may answer to a portal probe: the first byte chooses the probe, two more
// are the status, then the lines of a head, an empty one and a body.
#include "forensics/portal/rules.hpp"
#include "net/http_date.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

using namespace forensics;

void require(bool holds)
{
    if (!holds) std::abort();
}

const std::vector<PortalProbe>& probes()
{
    static const std::vector<PortalProbe> s_probes = [] {
        PortalProbe probe;
        probe.url = "http://probe.example/generate_204";
        probe.host = "probe.example";
        probe.expect_status = 204;
        std::vector<PortalProbe> out(3, probe);
        out[1].expect_status = 200;
        out[1].expect_body = "success\n";
        out[2].expect_status = 200;
        out[2].expect_body_contains = "Success";
        out[2].own_headers = {"via", "age"};
        return out;
    }();
    return s_probes;
}

net::HttpProbeAnswer read_answer(std::string_view text)
{
    net::HttpProbeAnswer out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line == "\r") break;
        if (auto header = net::parse_header_line(line)) out.headers.push_back(std::move(*header));
    }
    out.body = text.substr(0, net::k_probe_body_limit);
    return out;
}

void look_at(const net::HttpProbeAnswer& answer)
{
    for (const net::HttpHeader& each : answer.headers) {
        require(std::none_of(each.name.begin(), each.name.end(),
                             [](char c) { return c >= 'A' && c <= 'Z'; }));
        require(each.value.empty() || (each.value.front() != ' ' && each.value.back() != ' '));
    }
    const auto date = net::parse_http_date(answer.header("date"));
    if (date) require(base::to_rfc3339(*date).size() >= 20);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 3) return 0;
    const PortalProbe& probe = probes()[data[0] % probes().size()];
    const std::string_view text{reinterpret_cast<const char*>(data) + 3, size - 3};
    net::HttpProbeAnswer answer = read_answer(text);
    answer.status = data[1] * 256 + data[2];
    look_at(answer);
    static_cast<void>(net::date_header_of(text));

    const PortalClass portal_class = classify(probe, answer);
    const auto added = proxy_headers(probe, answer);
    const std::string landing = landing_host(probe, answer);
    require(portal_class != PortalClass::silent);
    if (portal_class == PortalClass::ok) require(added.empty());
    if (portal_class == PortalClass::proxied) require(!added.empty());
    require(landing.empty() || (answer.status / 100 == 3 && landing != probe.host));
    // One answer alone is never a CRITICAL.
    const PortalVote vote{"operator", portal_class};
    require(judge_portal({&vote, 1}).verdict != Verdict::critical);
    return 0;
}
