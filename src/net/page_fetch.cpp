#include "net/page_fetch.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/libcurl.hpp"
#include "net/page_url.hpp"

#include <algorithm>
#include <optional>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_head_limit = std::size_t{64} * 1024;

// One page on its way. Its handle points here: it stays where it is.
struct Journey {
    std::optional<PageUrl> url; // where it goes next; nullopt: it has ended
    std::optional<PageResult> result;
    milliseconds left{0};
    int redirects = 0;

    // Of the connection under way.
    EasyRef handle;
    HeaderList pinned;
    const SocketGate* gate = nullptr;
    steady_clock::time_point begun;
    std::size_t head_bytes = 0;
    std::size_t body_limit = 0;
    std::string body;
    bool is_refused = false;
    bool is_too_large = false;

    void end(PageRefusal refusal)
    {
        result = base::refuse(refusal);
        url.reset();
    }
};

curl_socket_t open_gated(void* target, curlsocktype, curl_sockaddr* wanted)
{
    Journey& journey = *static_cast<Journey*>(target);
    const curl_socket_t socket = open_through(*journey.gate, wanted);
    journey.is_refused |= socket == CURL_SOCKET_BAD;
    return socket;
}

std::size_t count_head(char*, std::size_t, std::size_t size, void* target)
{
    Journey& journey = *static_cast<Journey*>(target);
    journey.head_bytes += size;
    return journey.head_bytes > k_head_limit ? 0 : size;
}

// Called with what is decompressed. Returning less than it was given ends the transfer.
std::size_t take_part(char* data, std::size_t, std::size_t size, void* target)
{
    Journey& journey = *static_cast<Journey*>(target);
    if (size > journey.body_limit - journey.body.size()) {
        journey.is_too_large = true;
        return 0;
    }
    journey.body.append(data, size);
    return size;
}

// "+host:port:address,address", so that libcurl asks nobody for the name.
std::string pin_of(const PageUrl& url, const VettedHost& host)
{
    std::string addresses;
    for (const IpAddress& address : host.addresses)
        addresses += base::concat(addresses.empty() ? "" : ",",
                                  address.is_v4() ? address.text() : '[' + address.text() + ']');
    return base::concat("+", url.host.text, ":", url.port, ":", addresses);
}

void prepare(Journey& journey, const VettedHost& host, const PageDoor& door,
             const PageLimits& limits, milliseconds limit)
{
    journey.handle.reset(curl_easy_init());
    CURL* const handle = journey.handle.get();
    if (handle == nullptr) throw base::Fault{"no libcurl handle"};
    journey.pinned.reset();
    // An address needs no name: the gate is asked for it all the same.
    if (!journey.url->host.address) append_line(journey.pinned, pin_of(*journey.url, host));
    journey.gate = &door.gate;
    journey.head_bytes = 0;
    journey.body.clear();
    journey.body_limit = limits.page_bytes;
    set_option(handle, CURLOPT_URL, journey.url->text.c_str());
    set_option(handle, CURLOPT_RESOLVE, journey.pinned.get());
    set_option(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    set_option(handle, CURLOPT_FOLLOWLOCATION, 0L);
    set_option(handle, CURLOPT_PROXY, "");
    set_option(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set_option(handle, CURLOPT_NOSIGNAL, 1L);
    set_option(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set_option(handle, CURLOPT_HTTP09_ALLOWED, 0L);
    set_option(handle, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION " (reads pages its buyers name)");
    set_option(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    if (!door.roots_file.empty()) set_option(handle, CURLOPT_CAINFO, door.roots_file.c_str());
    set_option(handle, CURLOPT_CONNECTTIMEOUT_MS,
               static_cast<long>(std::min(limits.connect, limit).count()));
    set_option(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
    set_option(handle, CURLOPT_PRIVATE, static_cast<void*>(&journey));
    set_option(handle, CURLOPT_OPENSOCKETFUNCTION, &open_gated);
    set_option(handle, CURLOPT_OPENSOCKETDATA, static_cast<void*>(&journey));
    set_option(handle, CURLOPT_HEADERFUNCTION, &count_head);
    set_option(handle, CURLOPT_HEADERDATA, static_cast<void*>(&journey));
    set_option(handle, CURLOPT_WRITEFUNCTION, &take_part);
    set_option(handle, CURLOPT_WRITEDATA, static_cast<void*>(&journey));
}

std::string lower_case(std::string_view text)
{
    std::string out{text};
    std::ranges::transform(out, out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

// Of "Text/HTML; charset=\"UTF-8\"": "text/html" and "utf-8".
std::pair<std::string, std::string> media_type_of(CURL* handle)
{
    const char* given = nullptr;
    if (curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &given) != CURLE_OK || given == nullptr)
        return {};
    const std::string text = lower_case(given);
    constexpr std::string_view k_parameter = "charset=";
    constexpr std::string_view k_around = " \t\"'";
    const auto trimmed = [&](std::string_view part) {
        const auto begin = part.find_first_not_of(k_around);
        if (begin == std::string_view::npos) return std::string{};
        return std::string{part.substr(begin, part.find_last_not_of(k_around) - begin + 1)};
    };
    const std::string_view view = text;
    const auto semicolon = view.find(';');
    const auto charset = view.find(k_parameter);
    std::string name;
    if (charset != std::string_view::npos) {
        const auto behind = view.substr(charset + k_parameter.size());
        name = trimmed(behind.substr(0, behind.find(';')));
    }
    return {trimmed(view.substr(0, semicolon)), name};
}

bool is_text(std::string_view media_type)
{
    return media_type.starts_with("text/") || media_type == "application/json" ||
           media_type == "application/xhtml+xml";
}

PageRefusal refusal_of(const Journey& journey, CURLcode code)
{
    if (journey.is_refused) return PageRefusal::not_public;
    if (journey.is_too_large) return PageRefusal::too_large;
    return code == CURLE_OPERATION_TIMEDOUT ? PageRefusal::not_in_time : PageRefusal::unreachable;
}

void redirect(Journey& journey, const PageLimits& limits)
{
    const char* target = nullptr;
    curl_easy_getinfo(journey.handle.get(), CURLINFO_REDIRECT_URL, &target);
    if (target == nullptr || ++journey.redirects > limits.redirects)
        return journey.end(PageRefusal::too_many_redirects);
    const auto next = parse_page_url(target);
    if (!next) return journey.end(PageRefusal::not_public);
    journey.url = *next;
}

// What a connection that has ended means for its page.
void arrive(Journey& journey, CURLcode code, const PageLimits& limits)
{
    journey.left -= std::chrono::duration_cast<milliseconds>(steady_clock::now() - journey.begun);
    long status = 0;
    curl_easy_getinfo(journey.handle.get(), CURLINFO_RESPONSE_CODE, &status);
    const bool is_redirect = status >= 300 && status < 400 && status != 304;
    // A redirect's own body, however long, is nobody's.
    if (is_redirect && (code == CURLE_OK || journey.is_too_large) && !journey.is_refused)
        return redirect(journey, limits);
    if (code != CURLE_OK) return journey.end(refusal_of(journey, code));
    if (status != 200) return journey.end(PageRefusal::refused_by_server);
    auto [media_type, charset] = media_type_of(journey.handle.get());
    if (!is_text(media_type)) return journey.end(PageRefusal::not_text);
    if (journey.body.empty()) return journey.end(PageRefusal::empty);
    journey.result =
        Page{journey.url->text, std::move(media_type), std::move(charset), std::move(journey.body)};
    journey.url.reset();
}

// Every journey's next connection, so many at once.
class Round {
public:
    Round(const PageDoor& door, const PageLimits& limits, steady_clock::time_point deadline)
        : m_door{door}, m_limits{limits}, m_deadline{deadline}
    {
        if (!m_multi) throw base::Fault{"no libcurl handle"};
    }

    void travel(std::vector<std::pair<Journey*, VettedHost>> departures)
    {
        std::size_t next = 0;
        std::size_t under_way = 0;
        while (next < departures.size() || under_way > 0) {
            for (; next < departures.size() && under_way < m_limits.at_once; ++next)
                if (depart(*departures[next].first, departures[next].second)) ++under_way;
            int running = 0;
            if (curl_multi_perform(m_multi.get(), &running) != CURLM_OK)
                throw base::Fault{"libcurl cannot go on"};
            under_way -= take_arrivals();
            if (under_way > 0 &&
                curl_multi_poll(m_multi.get(), nullptr, 0, 1000, nullptr) != CURLM_OK)
                throw base::Fault{"libcurl cannot wait"};
        }
    }

private:
    bool depart(Journey& journey, const VettedHost& host)
    {
        journey.begun = steady_clock::now();
        const auto left = std::chrono::floor<milliseconds>(m_deadline - journey.begun);
        const auto limit = std::min(left, journey.left);
        if (limit <= milliseconds{0}) {
            journey.end(PageRefusal::not_in_time);
            return false;
        }
        prepare(journey, host, m_door, m_limits, limit);
        if (curl_multi_add_handle(m_multi.get(), journey.handle.get()) != CURLM_OK)
            throw base::Fault{"libcurl takes no more transfers"};
        return true;
    }

    std::size_t take_arrivals()
    {
        std::size_t out = 0;
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(m_multi.get(), &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode code = message->data.result;
            CURL* const handle = message->easy_handle;
            void* target = nullptr;
            curl_easy_getinfo(handle, CURLINFO_PRIVATE, &target);
            Journey& journey = *static_cast<Journey*>(target);
            curl_multi_remove_handle(m_multi.get(), handle);
            arrive(journey, code, m_limits);
            journey.handle.reset();
            ++out;
        }
        return out;
    }

    const PageDoor& m_door;
    const PageLimits& m_limits;
    steady_clock::time_point m_deadline;
    MultiRef m_multi{curl_multi_init()};
};

// Who goes on: each host is looked up once, all at the same time.
std::vector<std::pair<Journey*, VettedHost>> vetted(std::vector<Journey>& journeys,
                                                    const PageDoor& door)
{
    std::vector<std::string> hosts;
    for (const Journey& journey : journeys)
        if (journey.url && std::ranges::find(hosts, journey.url->host.text) == hosts.end())
            hosts.push_back(journey.url->host.text);
    if (hosts.empty()) return {};
    const auto verdicts = door.vet(hosts);
    std::vector<std::pair<Journey*, VettedHost>> out;
    for (Journey& journey : journeys) {
        if (!journey.url) continue;
        const auto place = std::ranges::find(hosts, journey.url->host.text) - hosts.begin();
        const auto& verdict = verdicts.at(static_cast<std::size_t>(place));
        if (verdict)
            out.emplace_back(&journey, *verdict);
        else
            journey.end(verdict.error() == TargetRefusal::unresolvable ? PageRefusal::unresolvable
                                                                       : PageRefusal::not_public);
    }
    return out;
}

} // namespace

std::string_view name_of(PageRefusal refusal)
{
    switch (refusal) {
    case PageRefusal::not_public: return "not_public";
    case PageRefusal::unresolvable: return "unresolvable";
    case PageRefusal::unreachable: return "unreachable";
    case PageRefusal::not_in_time: return "not_in_time";
    case PageRefusal::too_many_redirects: return "too_many_redirects";
    case PageRefusal::refused_by_server: return "refused_by_server";
    case PageRefusal::not_text: return "not_text";
    case PageRefusal::too_large: return "too_large";
    case PageRefusal::empty: return "empty";
    }
    __builtin_unreachable();
}

std::vector<PageResult> fetch_pages(std::span<const std::string> urls, const PageDoor& door,
                                    const PageLimits& limits)
{
    start_libcurl();
    const auto deadline = steady_clock::now() + limits.all;
    std::vector<Journey> journeys(urls.size());
    for (std::size_t i = 0; i < urls.size(); ++i) {
        journeys[i].left = limits.page;
        const auto url = parse_page_url(urls[i]);
        if (url)
            journeys[i].url = *url;
        else
            journeys[i].end(PageRefusal::not_public);
    }
    // As often as the longest chain of redirects wants it.
    for (;;) {
        auto departures = vetted(journeys, door);
        if (departures.empty()) break;
        Round{door, limits, deadline}.travel(std::move(departures));
    }
    std::vector<PageResult> out;
    std::size_t in_all = 0;
    for (Journey& journey : journeys) {
        PageResult& result = journey.result.value();
        if (result && in_all + result->body.size() > limits.all_bytes)
            result = base::refuse(PageRefusal::too_large);
        else if (result)
            in_all += result->body.size();
        out.push_back(std::move(result));
    }
    return out;
}

} // namespace net
