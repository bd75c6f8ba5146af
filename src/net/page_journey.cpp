#include "net/page_journey.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/media_type.hpp"

#include <unistd.h>

#include <algorithm>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_journey_head_limit = std::size_t{64} * 1024;
constexpr std::size_t k_longest_url = 8'000;
constexpr long k_read = 200;
// The limit of a body that is not read, decompressed: a few megabytes on the wire would be
// gigabytes.
constexpr std::size_t k_redirect_limit = std::size_t{64} * 1024;

curl_socket_t open_for_journey(void* target, curlsocktype, curl_sockaddr* wanted)
{
    Journey& journey = *static_cast<Journey*>(target);
    const curl_socket_t socket = open_through(*journey.gate, wanted);
    journey.is_refused |= socket == CURL_SOCKET_BAD;
    if (socket == CURL_SOCKET_BAD || journey.wire.add(socket)) return socket;
    static_cast<void>(::close(socket));
    return CURL_SOCKET_BAD;
}

int close_counted(void* target, curl_socket_t socket)
{
    static_cast<Journey*>(target)->wire.close(socket);
    return 0;
}

std::size_t count_head(char*, std::size_t, std::size_t size, void* target)
{
    Journey& journey = *static_cast<Journey*>(target);
    journey.head_bytes += size;
    return journey.head_bytes > k_journey_head_limit ? 0 : size;
}

bool is_redirect(long status)
{
    return status >= 300 && status < 400 && status != 304;
}

// Called with what is decompressed. Returning less than it was given ends the transfer. Of a
// redirect libcurl says where it leads only at its end; of any other status than 200 none waits
// for that.
std::size_t take_journey_body(char* data, std::size_t, std::size_t size, void* target)
{
    Journey& journey = *static_cast<Journey*>(target);
    long status = 0;
    curl_easy_getinfo(journey.handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (is_redirect(status)) {
        journey.redirect_bytes += size;
        journey.is_too_large = journey.redirect_bytes > k_redirect_limit;
        return journey.is_too_large ? 0 : size;
    }
    journey.is_body_unwanted = status != k_read;
    if (journey.is_body_unwanted) return 0;
    if (size > journey.body_limit - journey.body.size()) {
        journey.is_too_large = true;
        return 0;
    }
    journey.body.append(data, size);
    return size;
}

// "+host:port:address,address", so that libcurl asks no resolver for the name.
std::string pin_of_vetted(const PageUrl& url, const VettedHost& host)
{
    std::string addresses;
    for (const IpAddress& address : host.addresses)
        addresses += base::concat(addresses.empty() ? "" : ",",
                                  address.is_v4() ? address.text() : '[' + address.text() + ']');
    return base::concat("+", url.host.text, ":", url.port, ":", addresses);
}

MediaType media_type_of(CURL* handle)
{
    const char* given = nullptr;
    if (curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &given) != CURLE_OK || given == nullptr)
        return {};
    return read_media_type(given);
}

bool is_text(std::string_view media_type)
{
    return media_type.starts_with("text/") || media_type == "application/json" ||
           media_type == "application/xhtml+xml";
}

PageRefusal refusal_of(const Journey& journey, CURLcode code)
{
    if (journey.is_refused) return PageRefusal::host_not_usable;
    if (journey.is_too_large) return PageRefusal::too_large;
    return code == CURLE_OPERATION_TIMEDOUT ? PageRefusal::not_in_time : PageRefusal::unreachable;
}

} // namespace

void Journey::end(PageRefusal refusal)
{
    result = base::refuse(refusal);
    url.reset();
}

void Journey::prepare(const VettedHost& host, const PageDoor& door, const PageLimits& limits,
                      milliseconds limit)
{
    handle.reset(curl_easy_init());
    CURL* const easy = handle.get();
    if (easy == nullptr) throw base::Fault{"no libcurl handle"};
    pinned.reset();
    // An address needs no name: the gate is asked for it all the same.
    if (!url->host.address) append_line(pinned, pin_of_vetted(*url, host));
    gate = &door.gate;
    head_bytes = 0;
    redirect_bytes = 0;
    is_body_unwanted = false;
    body.clear();
    body_limit = limits.page_bytes;
    set_option(easy, CURLOPT_URL, url->text.c_str());
    set_option(easy, CURLOPT_RESOLVE, pinned.get());
    set_option(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set_option(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set_option(easy, CURLOPT_PROXY, "");
    set_option(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set_option(easy, CURLOPT_NOSIGNAL, 1L);
    set_option(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set_option(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    set_option(easy, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION " (reads pages its buyers name)");
    set_option(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    if (!door.roots_file.empty()) set_option(easy, CURLOPT_CAINFO, door.roots_file.c_str());
    set_option(easy, CURLOPT_CONNECTTIMEOUT_MS,
               static_cast<long>(std::min(limits.connect, limit).count()));
    set_option(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
    set_option(easy, CURLOPT_PRIVATE, static_cast<void*>(this));
    set_option(easy, CURLOPT_OPENSOCKETFUNCTION, &open_for_journey);
    set_option(easy, CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set_option(easy, CURLOPT_CLOSESOCKETFUNCTION, &close_counted);
    set_option(easy, CURLOPT_CLOSESOCKETDATA, static_cast<void*>(this));
    // A socket counts for the page that opened it, and is closed with it.
    set_option(easy, CURLOPT_FORBID_REUSE, 1L);
    set_option(easy, CURLOPT_HEADERFUNCTION, &count_head);
    set_option(easy, CURLOPT_HEADERDATA, static_cast<void*>(this));
    set_option(easy, CURLOPT_WRITEFUNCTION, &take_journey_body);
    set_option(easy, CURLOPT_WRITEDATA, static_cast<void*>(this));
}

void Journey::redirect(const PageLimits& limits)
{
    const char* target = nullptr;
    curl_easy_getinfo(handle.get(), CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr || std::string_view{target}.size() > k_longest_url ||
        ++redirects > limits.redirects)
        return end(PageRefusal::too_many_redirects);
    const auto next = parse_page_url(target);
    if (!next) return end(PageRefusal::host_not_usable);
    url = *next;
}

void Journey::arrive(CURLcode code, const PageLimits& limits)
{
    left -= std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun);
    long status = 0;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK && is_redirect(status)) return redirect(limits);
    if (code != CURLE_OK && !is_body_unwanted) return end(refusal_of(*this, code));
    if (status != k_read) return end(PageRefusal::refused_by_server);
    auto [media_type, charset] = media_type_of(handle.get());
    if (!is_text(media_type)) return end(PageRefusal::not_text);
    if (body.empty()) return end(PageRefusal::empty);
    result = Page{url->text, std::move(media_type), std::move(charset), std::move(body)};
    url.reset();
}

} // namespace net
