// A resolver, controls and what they say, for a test of the check dns.
#pragma once

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/dns/dns.hpp"
#include "support/dns_server.hpp"
#include "support/temp_dir.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace dns_case {

using namespace forensics;
using Addresses = std::vector<net::IpAddress>;
namespace json = base::json;

inline net::IpAddress ip(const char* text)
{
    return *net::IpAddress::parse(text);
}

// What a server says of names; everything else does not exist.
using Zone = std::map<std::string, Addresses>;

// An HTTPS record (RFC 9460): priority 1, the name itself, no parameters.
inline base::Bytes with_service(base::ByteView query)
{
    base::Bytes out = support::dns_response(query, {});
    ++out[7];
    for (const int byte : {0xc0, 12, 0, 65, 0, 1, 0, 0, 0, 60, 0, 3, 0, 1, 0})
        out.push_back(static_cast<std::uint8_t>(byte));
    return out;
}

inline base::Bytes by_zone(const Zone& zone, base::ByteView query)
{
    if (support::dns_question_of(query).type == 65 && zone.contains("https"))
        return with_service(query);
    const auto at = zone.find(support::dns_question_of(query).name);
    return at == zone.end() ? support::dns_response(query, {}, 3)
                            : support::dns_response(query, at->second);
}

class DnsWorld : public CppUnit::TestFixture {
protected:
    support::TempDir m_directory;
    support::Authority m_public{"Public CA"};
    support::KeyRef m_key = support::make_key();
    const net::IpAddress m_resolver_ip = ip("127.0.0.53");
    std::vector<net::IpAddress> m_resolvers{m_resolver_ip};
    const net::IpAddress m_control_ip = ip("192.0.2.1");
    const net::IpAddress m_nowhere = ip("198.41.0.99");
    std::vector<Target> m_targets;
    Zone m_truth{{"a.example", {ip("8.8.8.8"), ip("2600::1")}}, {"b.example", {ip("8.8.4.4")}}};
    Zone m_lies = m_truth;
    std::function<std::vector<base::Bytes>(base::ByteView)> m_say = [this](base::ByteView query) {
        return std::vector<base::Bytes>{by_zone(m_lies, query)};
    };
    std::function<std::vector<base::Bytes>(base::ByteView)> m_say_whole = m_say; // over TCP
    bool m_is_intercepted = false;
    Zone m_forged = m_truth; // by what answers then
    std::map<std::string, net::DnssecState> m_dnssec;
    support::LoopbackDial m_loopback;
    Basket m_basket;
    Board m_board;
    std::vector<std::unique_ptr<support::TlsServer>> m_servers;
    std::vector<support::CertificateRef> m_leaves;

    // A TLS server at `address` with a public certificate for `name`.
    void serve(const net::IpAddress& address, const std::string& name,
               std::function<std::string(std::string_view)> answer = {})
    {
        const auto now = base::SystemClock{}.now();
        m_leaves.push_back(m_public.issue({.names = {name},
                                           .not_before = now - std::chrono::days{1},
                                           .not_after = now + std::chrono::days{1},
                                           .scts = {},
                                           .raw_sct_list = {}},
                                          *m_key));
        support::TlsServer::Shown shown{.chain = {m_leaves.back().get()}, .key = m_key.get()};
        shown.answer = std::move(answer);
        m_servers.push_back(std::make_unique<support::TlsServer>(shown));
        m_loopback.lead(address, m_servers.back()->port());
    }

    CheckResult look()
    {
        const support::DnsServer resolver{m_say, m_say_whole};
        m_loopback.lead(m_resolver_ip, resolver.tcp_port());
        const support::DnsServer forger{[this](base::ByteView query) {
            return std::vector<base::Bytes>{by_zone(m_forged, query)};
        }};
        DnsWays ways;
        const std::chrono::milliseconds at_once{100};
        ways.hold_on = {at_once, at_once};
        ways.connections = m_loopback.dial();
        ways.gate = m_loopback.gate();
        ways.datagrams =
            [&](const net::Endpoint& to) -> base::Result<base::Fd, net::EgressRefusal> {
            if (to.address == m_resolver_ip) return resolver.connect();
            if (to.address == m_nowhere && m_is_intercepted) return forger.connect();
            return base::refuse(net::EgressRefusal::unreachable);
        };
        if (!m_dnssec.empty())
            ways.validate = [this](const net::IpAddress& over, std::span<const std::string> names,
                                   std::chrono::steady_clock::time_point) {
                std::vector<net::DnssecOutcome> outcomes;
                for (const std::string& name : names)
                    outcomes.push_back(
                        {over == m_resolver_ip ? m_dnssec.at(name) : net::DnssecState::secure, ""});
                return outcomes;
            };
        const net::BuyerEgress egress{m_resolvers};
        return look_at_dns({m_basket, m_targets,
                            std::chrono::steady_clock::now() + std::chrono::seconds{20}, egress,
                            m_board},
                           ways);
    }

    static base::Bytes cut(base::ByteView query)
    {
        base::Bytes out = support::dns_response(query, {});
        out[2] |= 0x02U; // TC
        return out;
    }

    // FORMERR to what has a record behind the question, as EDNS is.
    [[nodiscard]] std::function<std::vector<base::Bytes>(base::ByteView)> without_edns() const
    {
        return [this](base::ByteView query) {
            const bool has_edns = query[11] != 0;
            return std::vector<base::Bytes>{has_edns ? support::dns_response(query, {}, 1)
                                                     : by_zone(m_lies, query)};
        };
    }

    static std::string class_of(const CheckResult& result, const std::string& name)
    {
        const json_t* names_view = json::array_member(result.evidence.get(), "names");
        for (std::size_t i = 0; i < json_array_size(names_view); ++i) {
            const json_t* each_view = json_array_get(names_view, i);
            if (json::text_member(each_view, "name") == name &&
                json::text_member(each_view, "type") == "A")
                return std::string{*json::text_member(each_view, "class")};
        }
        return "(none)";
    }

public:
    void setUp() override
    {
        m_basket.public_roots_pem = m_directory.file("public.pem");
        base::replace_file(*m_basket.public_roots_pem, support::pem_of(m_public.certificate()),
                           0600);
        m_basket.dns.emplace();
        m_basket.dns->names = {"a.example", "b.example"};
        m_basket.dns->control_doh = {
            {"https://dns.example/dns-query", m_control_ip, "dns.example", "dns.example"}};
        m_basket.dns->control_udp = {ip("192.0.2.2")};
        m_basket.dns->nxdomain_suffixes = {"com"};
        m_basket.dns->non_resolvers = {m_nowhere};
        serve_control(m_control_ip, "dns.example");
    }

    void serve_control(const net::IpAddress& address, const std::string& host)
    {
        serve(address, host, [this](std::string_view request) {
            const auto query = base::bytes_of(request.substr(request.find("\r\n\r\n") + 4));
            const base::Bytes body = by_zone(m_truth, query);
            return base::concat("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ",
                                body.size(), "\r\n\r\n", base::text_of(body));
        });
    }
};

} // namespace dns_case
