#include "net/http_probes.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/libcurl.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds k_probe_limit{4000};
constexpr std::size_t k_probe_head_limit = std::size_t{16} * 1024;

// One transfer. Its handle points here: it stays where it is.
struct ProbeTransfer {
    EasyRef handle;
    HeaderList request_headers;
    HeaderList pinned;
    SocketGate gate;
    HttpProbeAnswer answer;
    std::size_t head_bytes = 0;
    bool has_whole_head = false;
    bool is_refused = false;
};

curl_socket_t open_for_probe(void* target, curlsocktype, curl_sockaddr* wanted)
{
    ProbeTransfer& transfer = *static_cast<ProbeTransfer*>(target);
    const curl_socket_t socket = open_through(transfer.gate, wanted);
    transfer.is_refused |= socket == CURL_SOCKET_BAD;
    return socket;
}

std::string_view trimmed_line(std::string_view text)
{
    constexpr std::string_view k_blank = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(k_blank);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(k_blank) - begin + 1);
}

// One line of the head at a time. A head of a 1xx answer is followed by another.
std::size_t take_line(char* data, std::size_t, std::size_t size, void* target)
{
    ProbeTransfer& transfer = *static_cast<ProbeTransfer*>(target);
    const std::string_view line{data, size};
    transfer.head_bytes += size;
    if (transfer.head_bytes > k_probe_head_limit) return 0;
    if (line.starts_with("HTTP/")) transfer.answer.headers.clear();
    if (trimmed_line(line).empty()) transfer.has_whole_head = true;
    if (auto header = parse_header_line(line))
        transfer.answer.headers.push_back(std::move(*header));
    return size;
}

std::size_t take_probe_body(char* data, std::size_t, std::size_t size, void* target)
{
    HttpProbeAnswer& answer = static_cast<ProbeTransfer*>(target)->answer;
    const std::size_t room = k_probe_body_limit - answer.body.size();
    answer.body.append(data, std::min(size, room));
    if (size <= room) return size;
    answer.is_body_cut = true;
    return 0;
}

// "host:port:address", so that libcurl asks no resolver for the name.
std::string pin_of_probe(const HttpProbe& probe)
{
    const auto parts = parse_url(probe.url);
    if (!parts) throw base::Fault{"a probe without an http URL"};
    const std::string authority = parts->origin.substr(parts->origin.find("://") + 3);
    const std::string address = probe.address.text();
    return base::concat("+", authority, ":", probe.address.is_v4() ? address : "[" + address + "]");
}

void prepare(ProbeTransfer& transfer, const HttpProbe& probe, milliseconds limit)
{
    transfer.handle.reset(curl_easy_init());
    CURL* const handle = transfer.handle.get();
    if (handle == nullptr) throw base::Fault{"no libcurl handle"};
    append_line(transfer.request_headers, "Cache-Control: no-cache");
    append_line(transfer.pinned, pin_of_probe(probe));
    set_option(handle, CURLOPT_URL, probe.url.c_str());
    set_option(handle, CURLOPT_RESOLVE, transfer.pinned.get());
    set_option(handle, CURLOPT_HTTPHEADER, transfer.request_headers.get());
    set_option(handle, CURLOPT_PROTOCOLS_STR, "http");
    set_option(handle, CURLOPT_FOLLOWLOCATION, 0L);
    set_option(handle, CURLOPT_PROXY, "");
    set_option(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set_option(handle, CURLOPT_NOSIGNAL, 1L);
    set_option(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set_option(handle, CURLOPT_HTTP09_ALLOWED, 0L);
    set_option(handle, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION);
    set_option(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
    set_option(handle, CURLOPT_OPENSOCKETFUNCTION, &open_for_probe);
    set_option(handle, CURLOPT_OPENSOCKETDATA, static_cast<void*>(&transfer));
    set_option(handle, CURLOPT_HEADERFUNCTION, &take_line);
    set_option(handle, CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
    set_option(handle, CURLOPT_WRITEFUNCTION, &take_probe_body);
    set_option(handle, CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
}

void perform(CURLM* multi)
{
    int running = 1;
    while (running > 0) {
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            throw base::Fault{"libcurl cannot go on"};
        if (running > 0 && curl_multi_poll(multi, nullptr, 0, 1000, nullptr) != CURLM_OK)
            throw base::Fault{"libcurl cannot wait"};
    }
}

// How each transfer ended does not matter: what came before does.
HttpProbeResult result_of(ProbeTransfer& transfer)
{
    if (transfer.is_refused) return base::refuse(HttpProbeRefusal::not_global);
    long status = 0;
    if (curl_easy_getinfo(transfer.handle.get(), CURLINFO_RESPONSE_CODE, &status) != CURLE_OK ||
        status == 0 || !transfer.has_whole_head)
        return base::refuse(HttpProbeRefusal::silent);
    transfer.answer.status = static_cast<int>(status);
    return std::move(transfer.answer);
}

} // namespace

std::string_view HttpProbeAnswer::header(std::string_view name) const
{
    for (const HttpHeader& each : headers)
        if (each.name == name) return each.value;
    return {};
}

std::optional<HttpHeader> parse_header_line(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.starts_with("HTTP/")) return std::nullopt;
    return HttpHeader{base::lower_case(line.substr(0, colon)),
                      std::string{trimmed_line(line.substr(colon + 1))}};
}

std::vector<HttpProbeResult> fetch_all(std::span<const HttpProbe> probes, const BuyerEgress& egress,
                                       steady_clock::time_point deadline)
{
    start_libcurl();
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    const auto limit = std::clamp(left, milliseconds{1}, k_probe_limit);
    std::vector<ProbeTransfer> transfers(probes.size());
    // After the transfers: it lets go of their handles first.
    const MultiRef multi{curl_multi_init()};
    if (!multi) throw base::Fault{"no libcurl handle"};
    for (std::size_t i = 0; i < probes.size(); ++i) {
        transfers[i].gate = gate_through(egress);
        prepare(transfers[i], probes[i], limit);
        if (curl_multi_add_handle(multi.get(), transfers[i].handle.get()) != CURLM_OK)
            throw base::Fault{"libcurl takes no more transfers"};
    }
    perform(multi.get());
    std::vector<HttpProbeResult> out;
    for (ProbeTransfer& transfer : transfers) {
        curl_multi_remove_handle(multi.get(), transfer.handle.get());
        out.push_back(result_of(transfer));
    }
    return out;
}

} // namespace net
