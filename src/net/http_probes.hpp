// HTTP requests that look at the path to a server, not at the server: many at once, each to an
// address decided before, none followed, over the gate for buyers.
#pragma once

#include "base/result.hpp"
#include "net/buyer_egress.hpp"
#include "net/http_client.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace net {

struct HttpProbe {
    std::string url; // http
    std::string host;
    IpAddress address; // where the request goes, whatever the host's name says
};

struct HttpProbeAnswer {
    int status = 0;
    std::vector<HttpHeader> headers; // names in lower case
    std::string body;                // its beginning
    bool is_body_cut = false;        // longer than k_probe_body_limit, or it ended early

    // The first of that name; empty when there is none.
    [[nodiscard]] std::string_view header(std::string_view name) const;
};

inline constexpr std::size_t k_probe_body_limit = std::size_t{16} * 1024;

enum class HttpProbeRefusal {
    not_global, // the gate is closed for the address
    silent,     // no connection, or no whole head in time
};

// A line of an answer's head as name, in lower case, and value without blanks around it; nullopt
// for the status line and for what has no colon. Pure.
std::optional<HttpHeader> parse_header_line(std::string_view line);

using HttpProbeResult = base::Result<HttpProbeAnswer, HttpProbeRefusal>;

// One result for each probe, in their order; each has until `deadline`, and four seconds at most.
// Sends GET over HTTP/1.1 with Cache-Control: no-cache; knows no proxies, cookies or redirects.
std::vector<HttpProbeResult> fetch_all(std::span<const HttpProbe> probes, const BuyerEgress& egress,
                                       std::chrono::steady_clock::time_point deadline);

} // namespace net
