#include "net/curl_http_client.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/libcurl.hpp"

namespace net {

namespace {

// Idle for longer, a server may be about to close it. libcurl counts whole seconds.
constexpr long k_recent_s = 1;
constexpr long k_longest_idle_s = 118; // libcurl's own

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
std::size_t take_received(char* data, std::size_t, std::size_t size, void* target)
{
    Received& received = *static_cast<Received*>(target);
    if (size > received.limit - received.body.size()) {
        received.is_too_large = true;
        return 0;
    }
    received.body.append(data, size);
    return size;
}

// How often the request went out, or began to.
struct Sent {
    int times = 0;
    Sending sending = Sending::may_repeat;
};

// Called when there is a connection, new or kept, and the request is next. libcurl repeats it by
// itself when a kept connection turns out to be closed.
int begin_sending(void* source, char*, char*, int, int)
{
    Sent& sent = *static_cast<Sent*>(source);
    if (sent.times != 0 && sent.sending == Sending::at_most_once) return CURL_PREREQFUNC_ABORT;
    ++sent.times;
    return CURL_PREREQFUNC_OK;
}

// What never changes from request to request.
void set_fixed_rules(CURL* handle)
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
    set_option(handle, CURLOPT_WRITEFUNCTION, &take_received);
    set_option(handle, CURLOPT_PREREQFUNCTION, &begin_sending);
}

// All that differs from request to request: what an earlier one has set must not stay.
void set_request(CURL* handle, const HttpRequest& request)
{
    set_option(handle, CURLOPT_URL, request.url.c_str());
    set_option(handle, CURLOPT_CONNECTTIMEOUT_MS,
               static_cast<long>(request.connect_timeout.count()));
    set_option(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.total_timeout.count()));
    set_option(handle, CURLOPT_MAXAGE_CONN,
               request.sending == Sending::at_most_once ? k_recent_s : k_longest_idle_s);
    if (request.method == HttpMethod::get) {
        set_option(handle, CURLOPT_HTTPGET, 1L);
        return;
    }
    set_option(handle, CURLOPT_POST, 1L);
    set_option(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    set_option(handle, CURLOPT_POSTFIELDS, request.body.data());
}

// Failures before the request could leave this host, whatever the time they took.
bool is_certainly_unsent(const Sent& sent, CURLcode code)
{
    if (sent.times != 0) return false;
    // A list, not a switch: CURLcode has a hundred values, and any other means "unknown".
    return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT ||
           code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION ||
           code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM ||
           code == CURLE_OPERATION_TIMEDOUT;
}

// libcurl reads both forms of the header; 0: there was none.
std::optional<std::chrono::seconds> retry_after(CURL* handle)
{
    curl_off_t wait_s = 0;
    if (curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait_s) != CURLE_OK || wait_s <= 0)
        return std::nullopt;
    return std::chrono::seconds{wait_s};
}

std::string header_of(CURL* handle, const std::string& name)
{
    constexpr int k_last_request = -1;
    curl_header* found = nullptr;
    if (name.empty() || curl_easy_header(handle, name.c_str(), 0, CURLH_HEADER, k_last_request,
                                         &found) != CURLHE_OK)
        return {};
    const std::string_view value{found->value};
    return value.size() > k_asked_header_max_bytes ? std::string{} : std::string{value};
}

std::string describe(CURLcode code, const Received& received)
{
    if (received.is_too_large) return "answer too large";
    if (code == CURLE_ABORTED_BY_CALLBACK) return "connection closed without an answer";
    return curl_easy_strerror(code); // libcurl's fixed text: no URL, no header
}

base::Result<HttpResponse, HttpFailure> outcome_of(CURL* handle, CURLcode code, const Sent& sent,
                                                   Received& received,
                                                   const std::string& asked_header)
{
    if (code != CURLE_OK) {
        const auto kind = is_certainly_unsent(sent, code) ? HttpFailureKind::not_sent
                                                          : HttpFailureKind::may_be_received;
        return base::refuse(HttpFailure{kind, describe(code, received), received.is_too_large});
    }
    if (!received.has_whole_head)
        return base::refuse(HttpFailure{HttpFailureKind::may_be_received, "answer cut off"});
    long status = 0;
    if (curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK)
        throw base::Fault{"libcurl does not name the status"};
    return HttpResponse{static_cast<int>(status), std::move(received.body), retry_after(handle),
                        header_of(handle, asked_header)};
}

} // namespace

CurlHttpClient::CurlHttpClient(const OperatorEgress& egress, const std::string& pin)
    : m_egress{egress}
{
    start_libcurl();
    if (!pin.empty()) append_line(m_pins, pin);
    m_handle.reset(curl_easy_init());
    if (!m_handle) throw base::Fault{"no libcurl handle"};
    set_up();
}

void CurlHttpClient::set_up()
{
    set_fixed_rules(m_handle.get());
    if (m_pins) set_option(m_handle.get(), CURLOPT_RESOLVE, m_pins.get());
}

base::Result<HttpResponse, HttpFailure> CurlHttpClient::send(const HttpRequest& request)
{
    if (!m_egress.allows(request.url)) throw base::Fault{"a URL outside the configured origins"};
    if (request.connect_timeout.count() <= 0 || request.total_timeout.count() <= 0)
        throw base::Fault{"an HTTP request without a time limit"};

    CURL* const handle = m_handle.get();
    set_request(handle, request);
    const HeaderList headers = header_list(request);
    set_option(handle, CURLOPT_HTTPHEADER, headers.get());
    Received received{.body = {}, .limit = request.response_limit};
    set_option(handle, CURLOPT_HEADERDATA, static_cast<void*>(&received));
    set_option(handle, CURLOPT_WRITEDATA, static_cast<void*>(&received));
    Sent sent{.sending = request.sending};
    set_option(handle, CURLOPT_PREREQDATA, static_cast<void*>(&sent));

    const CURLcode code = curl_easy_perform(handle);
    auto outcome = outcome_of(handle, code, sent, received, request.asked_header);
    // libcurl counts how often it repeats a request, from one reset of the options to the next, and
    // gives up at the fifth.
    if (code != CURLE_OK || sent.times > 1) {
        curl_easy_reset(handle);
        set_up();
    }
    return outcome;
}

} // namespace net
