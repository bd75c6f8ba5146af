#include "forensics/basket/basket.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "net/registrable_domain.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_file_limit = std::size_t{256} * 1024;
constexpr std::size_t k_text_limit = 4096;
constexpr std::size_t k_host_limit = 253; // RFC 1035
// Longest lists: all probes of a scan share its few seconds and descriptors.
constexpr std::size_t k_most_servers = 16;
constexpr std::size_t k_most_probes = 8;
constexpr std::size_t k_most_controls = 8;
constexpr std::size_t k_most_names = 32;
constexpr std::size_t k_most_hosts = 16;
constexpr std::size_t k_most_targets = 8;

// Reads members and keeps the first thing that is wrong; from then on it reads nothing real.
class Reader {
public:
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    void refuse(std::string_view place, std::string_view what)
    {
        if (m_problem.empty()) m_problem = base::concat(place, ": ", what);
    }

    std::optional<std::string> maybe_text(const json_t* object_view, const std::string& place,
                                          const char* key)
    {
        const json_t* view = json::member(object_view, key);
        if (view == nullptr || json_is_null(view)) return std::nullopt;
        const std::string here = base::concat(place, ".", key);
        if (!json_is_string(view)) {
            refuse(here, "no text");
            return std::nullopt;
        }
        const auto text = json::text_of(view);
        if (text.size() > k_text_limit || text.find('\0') != std::string_view::npos)
            refuse(here, "too long, or it holds NUL");
        return std::string{text};
    }

    std::string text(const json_t* object_view, const std::string& place, const char* key)
    {
        auto out = maybe_text(object_view, place, key);
        if (!out || out->empty()) refuse(base::concat(place, ".", key), "missing");
        return out.value_or("");
    }

    std::string host(const std::string& text, const std::string& place)
    {
        const auto is_host_char = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                   c == '_' || c == ':';
        };
        if (text.empty() || text.size() > k_host_limit ||
            !std::all_of(text.begin(), text.end(), is_host_char))
            refuse(place, "no host name in lower case ASCII");
        return text;
    }

    net::IpAddress address(std::string_view text, const std::string& place)
    {
        const auto out = net::IpAddress::parse(text);
        if (!out) refuse(place, "no IP address");
        return out.value_or(net::IpAddress{std::array<std::uint8_t, 4>{}});
    }

    std::optional<net::IpAddress> maybe_address(const json_t* object_view, const std::string& place)
    {
        const auto text = maybe_text(object_view, place, "ip");
        if (!text) return std::nullopt;
        return address(*text, base::concat(place, ".ip"));
    }

    template <typename T> struct Range {
        T least;
        T most;
    };

    template <typename T>
    T integer(const json_t* object_view, const std::string& place, const char* key, Range<T> range,
              std::optional<T> otherwise)
    {
        const std::string here = base::concat(place, ".", key);
        if (json::member(object_view, key) == nullptr) {
            if (!otherwise) refuse(here, "missing");
            return otherwise.value_or(range.least);
        }
        const auto number = json::integer_member(object_view, key);
        if (!number || *number < range.least || *number > range.most) {
            refuse(here, base::concat("no integer of ", range.least, " to ", range.most));
            return range.least;
        }
        return static_cast<T>(*number);
    }

    double seconds(const json_t* object_view, const std::string& place, const char* key,
                   double otherwise)
    {
        const json_t* view = json::member(object_view, key);
        if (view == nullptr) return otherwise;
        const double number = json_number_value(view);
        if (!json_is_number(view) || !(number > 0) || number > 3600)
            refuse(base::concat(place, ".", key), "no number of seconds over 0, up to 3600");
        return number;
    }

    // `element(view, place)` for each of at most `most`; a missing list is empty.
    template <typename F>
    auto list(const json_t* object_view, const std::string& place, const char* key,
              std::size_t most, F&& element)
    {
        std::vector<decltype(element(nullptr, place))> out;
        const std::string here = base::concat(place, ".", key);
        const json_t* view = json::member(object_view, key);
        if (view == nullptr) return out;
        if (!json_is_array(view) || json_array_size(view) > most) {
            refuse(here, base::concat("no list of at most ", most));
            return out;
        }
        for (std::size_t i = 0; i < json_array_size(view) && m_problem.empty(); ++i)
            out.push_back(element(json_array_get(view, i), base::concat(here, "[", i, "]")));
        return out;
    }

    std::string element_text(const json_t* view, const std::string& place)
    {
        if (!json_is_string(view)) {
            refuse(place, "no text");
            return {};
        }
        return std::string{json::text_of(view)};
    }

    auto addresses(const json_t* object_view, const std::string& place, const char* key,
                   std::size_t most)
    {
        return list(object_view, place, key, most,
                    [this](const json_t* view, const std::string& here) {
                        return address(element_text(view, here), here);
                    });
    }

    auto hosts(const json_t* object_view, const std::string& place, const char* key)
    {
        return list(object_view, place, key, k_most_names,
                    [this](const json_t* view, const std::string& here) {
                        return host(element_text(view, here), here);
                    });
    }

    // The host of an absolute URL of `scheme`.
    std::string url_host(const std::string& url, std::string_view scheme, const std::string& place)
    {
        const auto parts = net::parse_url(url);
        const std::string start = base::concat(scheme, "://");
        if (!parts || !parts->origin.starts_with(start)) {
            refuse(place, base::concat("no absolute ", scheme, " URL"));
            return {};
        }
        const std::size_t colon = parts->origin.rfind(':');
        return parts->origin.substr(start.size(), colon - start.size());
    }

    // As given, or the domain that is registered, or the host itself.
    std::string operator_of(const json_t* object_view, const std::string& place,
                            const std::string& host_name)
    {
        auto named = maybe_text(object_view, place, "operator");
        if (named && !named->empty()) return *named;
        return net::registrable_domain(host_name).value_or(host_name);
    }

private:
    std::string m_problem;
};

NtpSection ntp_section(Reader& reader, const json_t* view)
{
    NtpSection out;
    out.servers = reader.list(view, "ntp", "servers", k_most_servers,
                              [&](const json_t* server, const std::string& place) {
                                  const std::string host = reader.host(
                                      reader.text(server, place, "host"), place + ".host");
                                  return NtpServer{host, reader.maybe_address(server, place),
                                                   reader.operator_of(server, place, host)};
                              });
    out.port = reader.integer<std::uint16_t>(view, "ntp", "port", {1, 65'535}, out.port);
    out.ok_offset_sec = reader.seconds(view, "ntp", "ok_offset_s", out.ok_offset_sec);
    out.critical_offset_sec =
        reader.seconds(view, "ntp", "critical_offset_s", out.critical_offset_sec);
    if (out.critical_offset_sec < out.ok_offset_sec)
        reader.refuse("ntp.critical_offset_s", "less than ok_offset_s");
    return out;
}

PortalSection portal_section(Reader& reader, const json_t* view)
{
    PortalSection out;
    out.probes = reader.list(
        view, "portal", "probes", k_most_probes,
        [&](const json_t* probe, const std::string& place) {
            PortalProbe made;
            made.url = reader.text(probe, place, "url");
            made.host = reader.url_host(made.url, "http", place + ".url");
            made.expect_status = reader.integer<int>(probe, place, "expect_status", {200, 599}, {});
            made.expect_body = reader.maybe_text(probe, place, "expect_body");
            made.expect_body_contains = reader.maybe_text(probe, place, "expect_body_contains");
            made.own_headers = reader.hosts(probe, place, "own_headers");
            made.address = reader.maybe_address(probe, place);
            made.operator_name = reader.operator_of(probe, place, made.host);
            return made;
        });
    return out;
}

DnsSection dns_section(Reader& reader, const json_t* view)
{
    DnsSection out;
    out.control_doh = reader.list(
        view, "dns", "control_doh", k_most_controls,
        [&](const json_t* control, const std::string& place) {
            ControlDoh made{reader.text(control, place, "url"),
                            reader.address(reader.text(control, place, "ip"), place + ".ip")};
            made.host = reader.url_host(made.url, "https", place + ".url");
            made.operator_name = reader.maybe_text(control, place, "operator").value_or("");
            made.expect_dot = json::boolean_member(control, "expect_dot").value_or(false);
            return made;
        });
    out.control_udp = reader.addresses(view, "dns", "control_udp", k_most_controls);
    out.names = reader.hosts(view, "dns", "names");
    out.dnssec_signed_names = reader.hosts(view, "dns", "dnssec_signed_names");
    out.nxdomain_suffixes = reader.hosts(view, "dns", "nxdomain_suffixes");
    out.non_resolvers = reader.addresses(view, "dns", "non_resolver_ips", k_most_controls);
    return out;
}

TlsSection tls_section(Reader& reader, const json_t* view)
{
    TlsSection out;
    out.hosts = reader.list(
        view, "tls", "hosts", k_most_hosts, [&](const json_t* host, const std::string& place) {
            TlsHost made;
            made.host = reader.host(reader.text(host, place, "host"), place + ".host");
            made.port = reader.integer<std::uint16_t>(host, place, "port", {1, 65'535}, made.port);
            made.address = reader.maybe_address(host, place);
            made.expect_ct = json::boolean_member(host, "expect_ct").value_or(false);
            made.expect_quic = json::boolean_member(host, "expect_quic").value_or(false);
            made.operator_name = reader.operator_of(host, place, made.host);
            return made;
        });
    return out;
}

RouteSection route_section(Reader& reader, const json_t* view)
{
    RouteSection out;
    out.targets = reader.addresses(view, "route", "targets", k_most_targets);
    out.tcp_port =
        reader.integer<std::uint16_t>(view, "route", "tcp_port", {1, 65'535}, out.tcp_port);
    out.max_ttl = reader.integer<int>(view, "route", "max_ttl", {1, 32}, out.max_ttl);
    return out;
}

std::optional<std::string> path_member(Reader& reader, const json_t* view, const char* key,
                                       std::string_view directory)
{
    const auto path = reader.maybe_text(view, "basket", key);
    if (!path || path->empty()) return std::nullopt;
    return (std::filesystem::path{directory} / *path).lexically_normal().string();
}

template <typename Section>
std::optional<Section> section(Reader& reader, const json_t* view, const char* key,
                               Section (*read)(Reader&, const json_t*))
{
    const json_t* member_view = json::member(view, key);
    if (member_view == nullptr) return std::nullopt;
    if (json_is_object(member_view)) return read(reader, member_view);
    reader.refuse(key, "no object");
    return std::nullopt;
}

} // namespace

base::Result<Basket, BasketRefusal> parse_basket(std::string_view text, std::string_view directory)
{
    if (text.size() > k_file_limit) return base::refuse(BasketRefusal{"longer than 256 KiB"});
    const auto parsed = json::parse(text);
    if (!parsed) return base::refuse(BasketRefusal{parsed.error().detail});
    const json_t* view = parsed->get();
    Reader reader;
    if (json::integer_member(view, "schema_version") != 1)
        return base::refuse(BasketRefusal{"schema_version: not 1"});
    Basket out;
    out.trust_store_pem = path_member(reader, view, "trust_store_pem", directory);
    out.public_roots_pem = path_member(reader, view, "public_roots_pem", directory);
    out.ct_log_list_json = path_member(reader, view, "ct_log_list_json", directory);
    out.pins_json = path_member(reader, view, "pins_json", directory);
    out.interception_issuers_json =
        path_member(reader, view, "interception_issuers_json", directory);
    out.dnssec_trust_anchor = path_member(reader, view, "dnssec_trust_anchor", directory);
    out.health_json = path_member(reader, view, "health_json", directory);
    out.ntp = section(reader, view, "ntp", ntp_section);
    out.portal = section(reader, view, "portal", portal_section);
    out.dns = section(reader, view, "dns", dns_section);
    out.tls = section(reader, view, "tls", tls_section);
    out.route = section(reader, view, "route", route_section);
    if (!reader.problem().empty()) return base::refuse(BasketRefusal{reader.problem()});
    out.sha256 = base::sha256(base::bytes_of(text));
    return out;
}

base::Result<Basket, BasketRefusal> read_basket(const std::string& path)
{
    const auto absolute = std::filesystem::absolute(path);
    return parse_basket(base::read_file(path, k_file_limit), absolute.parent_path().string());
}

} // namespace forensics
