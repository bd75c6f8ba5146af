// The servers, roots and names of a test of the check tls.
#pragma once

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/tls/tls.hpp"
#include "support/dns_server.hpp"
#include "support/temp_dir.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <deque>

namespace tls_case {

using namespace forensics;
using support::TlsServer;
namespace json = base::json;

// Knows the names it is told.
class FixedResolver final : public net::Resolver {
public:
    std::map<std::string, net::IpAddress> known;

    std::vector<net::Lookup> lookup(std::span<const std::string> names,
                                    std::chrono::steady_clock::time_point) override
    {
        std::vector<net::Lookup> answers;
        for (const std::string& name : names) {
            const auto at = known.find(name);
            if (at == known.end())
                answers.emplace_back(base::refuse(net::LookupRefusal::no_answer));
            else
                answers.emplace_back(std::vector{at->second});
        }
        return answers;
    }
};

struct Faked {
    const support::Authority* authority = nullptr; // nullptr: the public one
    std::string name;                              // empty: the host's
    int days_left = 60;
    bool with_proxy_key = false;
};

class TlsWorld : public CppUnit::TestFixture {
protected:
    support::TempDir m_directory;
    support::Authority m_public{"Public CA"};
    support::Authority m_local{"Local Proxy CA"};
    support::KeyRef m_proxy_key = support::make_key();
    std::deque<TlsServer> m_servers;
    std::deque<support::KeyRef> m_keys;
    std::deque<support::CertificateRef> m_leaves;
    support::LoopbackDial m_loopback;
    net::DatagramDial m_datagrams = [](const net::Endpoint&) {
        return base::refuse(net::EgressRefusal::unreachable);
    };
    FixedResolver m_resolver;
    Basket m_basket;
    Board m_board;
    net::BuyerEgress m_egress{{}};
    std::vector<Target> m_targets;
    const base::Instant m_now = base::SystemClock{}.now();
    int m_last = 0;

    // A server for `host` at an address of its own.
    net::IpAddress serve(const std::string& host, const Faked& faked = {})
    {
        const auto& authority = faked.authority != nullptr ? *faked.authority : m_public;
        m_keys.push_back(support::make_key());
        EVP_PKEY& key = faked.with_proxy_key ? *m_proxy_key : *m_keys.back();
        m_leaves.push_back(authority.issue({.names = {faked.name.empty() ? host : faked.name},
                                            .not_before = m_now - std::chrono::days{30},
                                            .not_after = m_now + std::chrono::days{faked.days_left},
                                            .scts = {},
                                            .raw_sct_list = {}},
                                           key));
        m_servers.emplace_back(TlsServer::Shown{.chain = {m_leaves.back().get()}, .key = &key});
        const auto address = *net::IpAddress::parse(base::concat("192.0.2.", ++m_last));
        m_loopback.lead(address, m_servers.back().port());
        return address;
    }

    void add_host(const std::string& host, const Faked& faked = {})
    {
        m_basket.tls->hosts.push_back({.host = host,
                                       .port = 443,
                                       .address = serve(host, faked),
                                       .expect_ct = true,
                                       .operator_name = host});
    }

    void add_target(const std::string& host, const Faked& faked = {})
    {
        m_targets.push_back({host, {serve(host, faked)}});
    }

    void pin(const std::string& host, const std::string& members)
    {
        m_basket.pins_json = m_directory.file("pins.json");
        base::replace_file(*m_basket.pins_json,
                           base::concat(R"({"schema_version":1,"hosts":[{"host":")", host,
                                        R"(","expires":"2100-01-01T00:00:00Z",)", members, "}]}"),
                           0600);
    }

    CheckResult look()
    {
        // The other checks have nothing to say unless a test has said it.
        m_board.names.close();
        m_board.distances.close();
        m_board.timestamps.close();
        m_board.clock.close();
        return look_at_tls({m_basket, m_targets,
                            std::chrono::steady_clock::now() + std::chrono::seconds{10}, m_egress,
                            m_board},
                           {m_loopback.dial(), m_datagrams, m_resolver});
    }

    static std::string member_of(const CheckResult& result, std::size_t host, const char* key)
    {
        const json_t* hosts_view = json::array_member(result.evidence.get(), "hosts");
        return std::string{
            json::text_member(json_array_get(hosts_view, host), key).value_or("(none)")};
    }

public:
    void setUp() override
    {
        m_basket.tls.emplace();
        m_basket.public_roots_pem = m_directory.file("public.pem");
        m_basket.trust_store_pem = m_directory.file("system.pem");
        const std::string common = support::pem_of(m_public.certificate());
        base::replace_file(*m_basket.public_roots_pem, common, 0600);
        base::replace_file(*m_basket.trust_store_pem,
                           common + support::pem_of(m_local.certificate()), 0600);
    }
};

} // namespace tls_case
