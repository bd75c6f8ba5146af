// HttpClient by libcurl: HTTP/1.1 over http or https, TLS verified against the system's roots, no
// redirects followed, no proxies, cookies, netrc or compressed bodies.
#pragma once

#include "net/http_client.hpp"
#include "net/libcurl.hpp"
#include "net/operator_egress.hpp"

namespace net {

// Keeps its connections between requests. Not thread-safe: one per thread.
class CurlHttpClient final : public HttpClient {
public:
    // `egress` must outlive the client. `pin`: as pin_host() gives it; empty: hosts are looked up.
    // Throws Fault when libcurl cannot start.
    explicit CurlHttpClient(const OperatorEgress& egress, const std::string& pin = {});

    // Throws Fault for a URL outside the egress gate or an impossible header: bugs of ours.
    base::Result<HttpResponse, HttpFailure> send(const HttpRequest& request) override;

private:
    void set_up();

    const OperatorEgress& m_egress;
    HeaderList m_pins; // which the handle refers to
    EasyRef m_handle;
};

} // namespace net
