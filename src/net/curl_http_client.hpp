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
    // `egress` must outlive the client. Throws Fault when libcurl cannot start.
    explicit CurlHttpClient(const OperatorEgress& egress);

    // Throws Fault for a URL outside the egress gate or an impossible header: bugs of ours.
    base::Result<HttpResponse, HttpFailure> send(const HttpRequest& request) override;

private:
    const OperatorEgress& m_egress;
    EasyRef m_handle;
};

} // namespace net
