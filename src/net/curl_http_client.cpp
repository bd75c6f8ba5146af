#include "net/curl_http_client.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/libcurl.hpp"

namespace net {

namespace {

// Idle for longer, a server may be about to close it. libcurl counts whole seconds.
constexpr long k_recent_s = 1;
// The least that libcurl takes. It makes the buffer anew for each upload.
constexpr long k_upload_buffer_bytes = 16L * 1024;

void append_header(HeaderList& list, const std::string& line)
{
    if (line.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos)
        throw base::Fault{"a request header holds a line break"};
    append_line(list, line);
}

HeaderList header_list(const HttpRequest& request)
{
    HeaderList list;
    for (const HttpHeader& header : request.headers)
        append_header(list, base::concat(header.name, ": ", header.value));
    append_header(list, "Expect:"); // no wait for "100 Continue"
    return list;
}

struct Received {
    std::string body;
    std::size_t limit = 0;
    bool has_whole_head = false;
    bool is_too_large = false;
};

// Called with one line of the head at a time. libcurl takes a head that was cut for a whole one.
std::size_t take_head(char* data, std::size_t, std::size_t size, void* target)
{
    const std::string_view line{data, size};
    if (line == "\r\n" || line == "\n") static_cast<Received*>(target)->has_whole_head = true;
    return size;
}

// Returning less than it was given makes libcurl end the transfer.
std::size_t take_body(char* data, std::size_t, std::size_t size, void* target)
{
    Received& received = *static_cast<Received*>(target);
    if (size > received.limit - received.body.size()) {
        received.is_too_large = true;
        return 0;
    }
    received.body.append(data, size);
    return size;
}

// What never changes from request to request.
void set_rules(CURL* handle)
{
    set_option(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    set_option(handle, CURLOPT_FOLLOWLOCATION, 0L);
    set_option(handle, CURLOPT_PROXY, "");
    set_option(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set_option(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    set_option(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    set_option(handle, CURLOPT_NOSIGNAL, 1L); // threads: no SIGALRM, no longjmp
    // HTTP/2 may repeat a request on a refused stream, behind our back.
    set_option(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set_option(handle, CURLOPT_HTTP09_ALLOWED, 0L);
    set_option(handle, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION);
    set_option(handle, CURLOPT_HEADERFUNCTION, &take_head);
    set_option(handle, CURLOPT_WRITEFUNCTION, &take_body);
}

// libcurl reads the body from here, and cannot go back to its begin: the request is not repeated.
struct BodyOnce {
    std::string_view left;
};

std::size_t give_body(char* target, std::size_t, std::size_t room, void* source)
{
    std::string_view& left = static_cast<BodyOnce*>(source)->left;
    const std::size_t size = left.copy(target, room);
    left.remove_prefix(size);
    return size;
}

void set_body(CURL* handle, const HttpRequest& request, BodyOnce& body)
{
    set_option(handle, CURLOPT_POST, 1L);
    set_option(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    if (request.sending == Sending::may_repeat) {
        set_option(handle, CURLOPT_POSTFIELDS, request.body.data());
        return;
    }
    set_option(handle, CURLOPT_MAXAGE_CONN, k_recent_s);
    set_option(handle, CURLOPT_UPLOAD_BUFFERSIZE, k_upload_buffer_bytes);
    set_option(handle, CURLOPT_READFUNCTION, &give_body);
    set_option(handle, CURLOPT_READDATA, static_cast<void*>(&body));
}

void set_request(CURL* handle, const HttpRequest& request, BodyOnce& body)
{
    set_option(handle, CURLOPT_URL, request.url.c_str());
    set_option(handle, CURLOPT_CONNECTTIMEOUT_MS,
               static_cast<long>(request.connect_timeout.count()));
    set_option(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.total_timeout.count()));
    if (request.method == HttpMethod::post)
        set_body(handle, request, body);
    else
        set_option(handle, CURLOPT_HTTPGET, 1L);
}

// Failures before the request could leave this host, whatever the time they took. A connection
// that is set up but unused sends nothing: libcurl counts request bytes from the first.
bool is_certainly_unsent(CURL* handle, CURLcode code)
{
    long request_bytes = 0;
    if (curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &request_bytes) != CURLE_OK) return false;
    if (request_bytes != 0) return false;
    // A list, not a switch: CURLcode has a hundred values, and any other means "unknown".
    return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT ||
           code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION ||
           code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM ||
           code == CURLE_OPERATION_TIMEDOUT;
}

// libcurl reads both forms of the header; 0 is none.
std::optional<std::chrono::seconds> retry_after(CURL* handle)
{
    curl_off_t wait_s = 0;
    if (curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait_s) != CURLE_OK || wait_s <= 0)
        return std::nullopt;
    return std::chrono::seconds{wait_s};
}

std::string describe(CURLcode code, const Received& received)
{
    if (received.is_too_large) return "answer too large";
    return curl_easy_strerror(code); // libcurl's fixed text: no URL, no header
}

} // namespace

CurlHttpClient::CurlHttpClient(const OperatorEgress& egress) : m_egress{egress}
{
    start_libcurl();
    m_handle.reset(curl_easy_init());
    if (!m_handle) throw base::Fault{"no libcurl handle"};
}

base::Result<HttpResponse, HttpFailure> CurlHttpClient::send(const HttpRequest& request)
{
    if (!m_egress.allows(request.url)) throw base::Fault{"a URL outside the configured origins"};
    if (request.connect_timeout.count() <= 0 || request.total_timeout.count() <= 0)
        throw base::Fault{"an HTTP request without a time limit"};

    CURL* const handle = m_handle.get();
    curl_easy_reset(handle); // options only: connections and DNS answers are kept
    set_rules(handle);
    BodyOnce body{request.body};
    set_request(handle, request, body);
    const HeaderList headers = header_list(request);
    set_option(handle, CURLOPT_HTTPHEADER, headers.get());
    Received received{.body = {}, .limit = request.response_limit};
    set_option(handle, CURLOPT_HEADERDATA, static_cast<void*>(&received));
    set_option(handle, CURLOPT_WRITEDATA, static_cast<void*>(&received));

    const CURLcode code = curl_easy_perform(handle);
    if (code != CURLE_OK) {
        const auto kind = is_certainly_unsent(handle, code) ? HttpFailureKind::not_sent
                                                            : HttpFailureKind::may_be_received;
        return base::refuse(HttpFailure{kind, describe(code, received)});
    }
    if (!received.has_whole_head)
        return base::refuse(HttpFailure{HttpFailureKind::may_be_received, "answer cut off"});
    long status = 0;
    if (curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK)
        throw base::Fault{"libcurl does not name the status"};
    return HttpResponse{static_cast<int>(status), std::move(received.body), retry_after(handle)};
}

} // namespace net
