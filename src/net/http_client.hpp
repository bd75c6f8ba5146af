// The seam to HTTP servers that the operator named: one request, one bounded answer.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace net {

enum class HttpMethod { get, post };

// On a connection kept from an earlier request, which the server may just have closed, the
// transport repeats a request by itself. `at_most_once` rules that out: the server never sees the
// request twice. For it only a connection is kept that was in use a second or two ago.
enum class Sending { may_repeat, at_most_once };

struct HttpHeader {
    std::string name;
    std::string value; // no CR, LF or NUL: Fault
};

struct HttpRequest {
    HttpMethod method = HttpMethod::get;
    std::string url;
    std::vector<HttpHeader> headers;
    std::string body; // sent with post only
    Sending sending = Sending::may_repeat;
    std::chrono::milliseconds connect_timeout{0}; // resolve, connect and TLS; more than zero
    std::chrono::milliseconds total_timeout{0};   // all of it; more than zero
    std::size_t response_limit = 0;               // most bytes of body taken
    std::string asked_header{};                   // of the answer; empty: none is wanted
};

// Any status, redirects included: they are answers, never followed.
struct HttpResponse {
    int status = 0;
    std::string body;
    // Header Retry-After, when the server asks for a pause: seconds or a date, as seconds from now.
    std::optional<std::chrono::seconds> retry_after = std::nullopt;
    // The first header of that name; empty without one, or with more than k_asked_header_max_bytes.
    std::string asked_header{};
};
inline constexpr std::size_t k_asked_header_max_bytes = 8192;

// The difference decides whether money can have moved.
enum class HttpFailureKind {
    not_sent,        // resolve, connect or TLS failed: the server certainly saw nothing of it
    may_be_received, // timeout, cut, too large, garbage after the first byte could be sent
};

struct HttpFailure {
    HttpFailureKind kind = HttpFailureKind::may_be_received;
    std::string detail;        // stable words, without URL, headers or body
    bool is_too_large = false; // the server answered with more than response_limit
};

class HttpClient {
public:
    virtual ~HttpClient() = default;
    virtual base::Result<HttpResponse, HttpFailure> send(const HttpRequest& request) = 0;
};

} // namespace net
