#include "net/doh.hpp"

#include "base/closer.hpp"
#include "net/libcurl.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_max_answer = 4096;
constexpr std::string_view k_scheme = "https://";

// "host:port"
std::string place_of(const std::string& text)
{
    const auto url = parse_url(text);
    if (!url || !url->origin.starts_with(k_scheme))
        throw base::Fault{"a DNS server whose URL is none: " + text};
    return url->origin.substr(k_scheme.size());
}

// Returning less than it was given makes libcurl end the transfer.
std::size_t take_doh_answer(char* data, std::size_t, std::size_t size, void* target)
{
    std::string& body = *static_cast<std::string*>(target);
    if (size > k_max_answer - body.size()) return 0;
    body.append(data, size);
    return size;
}

// One question to one server.
class DohTransfer {
public:
    DohTransfer(const SocketGate& gate, const std::string& roots_pem, const DohProbe& probe,
                milliseconds time)
        : m_gate{&gate}, m_probe{&probe}, m_query{make_dns_query(probe.question, k_id)},
          m_easy{curl_easy_init()}
    {
        if (!m_easy) throw base::Fault{"no libcurl handle"};
        append_line(m_headers, "Content-Type: application/dns-message");
        append_line(m_headers, "Accept: application/dns-message");
        append_line(m_headers, "Expect:");
        pin();
        set_rules(roots_pem, time);
    }

    DohTransfer(const DohTransfer&) = delete;
    DohTransfer& operator=(const DohTransfer&) = delete;
    DohTransfer(DohTransfer&&) = delete;
    DohTransfer& operator=(DohTransfer&&) = delete;
    ~DohTransfer() = default;

    [[nodiscard]] CURL* handle() const { return m_easy.get(); }

    void finish(CURLcode code)
    {
        if (code != CURLE_OK) {
            m_result.error = curl_easy_strerror(code); // libcurl's fixed text
            return;
        }
        long status = 0;
        curl_off_t microseconds = 0;
        curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(handle(), CURLINFO_TOTAL_TIME_T, &microseconds);
        m_result.round_trip = milliseconds{microseconds / 1000};
        if (status == 200)
            m_result.reply = parse_dns_reply(base::bytes_of(m_body), m_probe->question, k_id);
        m_result.error = m_result.reply ? "" : "no DNS answer";
    }

    DohResult take() { return std::move(m_result); }

private:
    static constexpr std::uint16_t k_id = 0; // RFC 8484, section 4.1

    // The name leads to the address we know, without a question.
    void pin()
    {
        append_line(m_pins, base::concat(place_of(m_probe->url), ":", m_probe->address.text()));
    }

    void set_rules(const std::string& roots_pem, milliseconds time)
    {
        CURL* const easy = handle();
        set_option(easy, CURLOPT_URL, m_probe->url.c_str());
        set_option(easy, CURLOPT_PROTOCOLS_STR, "https");
        set_option(easy, CURLOPT_FOLLOWLOCATION, 0L);
        set_option(easy, CURLOPT_PROXY, "");
        set_option(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
        set_option(easy, CURLOPT_NOSIGNAL, 1L);
        set_option(easy, CURLOPT_SSL_VERIFYPEER, 1L);
        set_option(easy, CURLOPT_SSL_VERIFYHOST, 2L);
        set_option(easy, CURLOPT_CAINFO, roots_pem.c_str());
        set_option(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
        set_option(easy, CURLOPT_PIPEWAIT, 1L);
        set_option(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(time.count()));
        set_option(easy, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION);
        set_option(easy, CURLOPT_HTTPHEADER, m_headers.get());
        set_option(easy, CURLOPT_RESOLVE, m_pins.get());
        set_option(easy, CURLOPT_POST, 1L);
        set_option(easy, CURLOPT_POSTFIELDS, reinterpret_cast<const char*>(m_query.data()));
        set_option(easy, CURLOPT_POSTFIELDSIZE, static_cast<long>(m_query.size()));
        set_option(easy, CURLOPT_WRITEFUNCTION, &take_doh_answer);
        set_option(easy, CURLOPT_WRITEDATA, static_cast<void*>(&m_body));
        set_option(easy, CURLOPT_OPENSOCKETFUNCTION, &DohTransfer::open_socket);
        set_option(easy, CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    }

    static curl_socket_t open_socket(void* target, curlsocktype, curl_sockaddr* wanted)
    {
        return open_through(*static_cast<const DohTransfer*>(target)->m_gate, wanted);
    }

    const SocketGate* m_gate;
    const DohProbe* m_probe;
    base::Bytes m_query;
    std::string m_body;
    HeaderList m_headers;
    HeaderList m_pins;
    EasyRef m_easy; // below what it borrows: freed first
    DohResult m_result;
};

void require_multi(CURLMcode code)
{
    if (code != CURLM_OK) throw base::Fault{curl_multi_strerror(code)};
}

void take_finished(CURLM* multi, std::vector<std::unique_ptr<DohTransfer>>& transfers)
{
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        for (auto& each : transfers)
            if (each->handle() == message->easy_handle) each->finish(message->data.result);
    }
}

} // namespace

Endpoint doh_endpoint(const std::string& url, const IpAddress& address)
{
    const std::string place = place_of(url);
    const auto port = std::stoi(place.substr(place.rfind(':') + 1));
    return {address, static_cast<std::uint16_t>(port)};
}

std::vector<DohResult> probe_doh(const SocketGate& gate, const std::string& roots_pem,
                                 std::span<const DohProbe> probes,
                                 steady_clock::time_point deadline)
{
    start_libcurl();
    const auto left = [&] {
        return std::max(std::chrono::ceil<milliseconds>(deadline - steady_clock::now()),
                        milliseconds{1});
    };
    std::vector<std::unique_ptr<DohTransfer>> transfers; // libcurl keeps their addresses
    const MultiRef multi{curl_multi_init()};
    if (!multi) throw base::Fault{"no libcurl handle"};
    for (const DohProbe& probe : probes) {
        transfers.push_back(std::make_unique<DohTransfer>(gate, roots_pem, probe, left()));
        require_multi(curl_multi_add_handle(multi.get(), transfers.back()->handle()));
    }
    int running = 1;
    while (running > 0) {
        require_multi(curl_multi_perform(multi.get(), &running));
        take_finished(multi.get(), transfers);
        const auto wait_ms = static_cast<int>(std::min(left(), milliseconds{1000}).count());
        if (running > 0) require_multi(curl_multi_poll(multi.get(), nullptr, 0, wait_ms, nullptr));
    }
    std::vector<DohResult> results;
    for (auto& each : transfers) {
        require_multi(curl_multi_remove_handle(multi.get(), each->handle()));
        results.push_back(each->take());
    }
    return results;
}

} // namespace net
