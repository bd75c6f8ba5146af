// The check dns against a resolver that lies in each of the known ways, with a control over HTTPS
// that does not.
#include "forensics/dns/dns.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "support/dns_server.hpp"
#include "support/temp_dir.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using Addresses = std::vector<net::IpAddress>;
namespace json = base::json;

net::IpAddress ip(const char* text)
{
    return *net::IpAddress::parse(text);
}

// What a server says of names; everything else does not exist.
using Zone = std::map<std::string, Addresses>;

// An HTTPS record (RFC 9460): priority 1, the name itself, no parameters.
base::Bytes with_service(base::ByteView query)
{
    base::Bytes out = support::dns_response(query, {});
    ++out[7];
    for (const int byte : {0xc0, 12, 0, 65, 0, 1, 0, 0, 0, 60, 0, 3, 0, 1, 0})
        out.push_back(static_cast<std::uint8_t>(byte));
    return out;
}

base::Bytes by_zone(const Zone& zone, base::ByteView query)
{
    if (support::dns_question_of(query).type == 65 && zone.contains("https"))
        return with_service(query);
    const auto at = zone.find(support::dns_question_of(query).name);
    return at == zone.end() ? support::dns_response(query, {}, 3)
                            : support::dns_response(query, at->second);
}

class DnsCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DnsCheckTest);
    CPPUNIT_TEST(without_controls_there_is_no_verdict);
    CPPUNIT_TEST(an_honest_resolver_is_fine);
    CPPUNIT_TEST(a_private_address_is_a_forgery);
    CPPUNIT_TEST(other_addresses_are_proven_or_disproven);
    CPPUNIT_TEST(a_second_answer_is_heard);
    CPPUNIT_TEST(a_name_that_is_denied);
    CPPUNIT_TEST(names_that_nobody_has_are_found);
    CPPUNIT_TEST(who_answers_where_nobody_is);
    CPPUNIT_TEST(a_forger_with_an_eye_on_one_name);
    CPPUNIT_TEST(a_silent_resolver_is_no_forger);
    CPPUNIT_TEST(no_packet_at_all);
    CPPUNIT_TEST(the_second_resolver_stands_in);
    CPPUNIT_TEST(bogus_counts_where_others_are_secure);
    CPPUNIT_TEST(signatures_that_only_the_controls_hand_on);
    CPPUNIT_TEST(an_https_record_that_is_taken_away);
    CPPUNIT_TEST(a_cut_answer_is_had_whole);
    CPPUNIT_TEST(a_cut_answer_that_stays_cut_says_nothing);
    CPPUNIT_TEST(a_lie_beside_a_cut_answer_is_found);
    CPPUNIT_TEST(who_does_not_know_edns_is_asked_without);
    CPPUNIT_TEST_SUITE_END();

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

    void without_controls_there_is_no_verdict()
    {
        m_basket.dns->control_doh.clear();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, look().reasons.front());
        m_basket.dns.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, look().reasons.front());
    }

    void an_honest_resolver_is_fine()
    {
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT(result.reasons.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        const auto names = m_board.names.so_far();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, names.size());
        CPPUNIT_ASSERT(!names[0].is_forged && names[0].by_system == Addresses{ip("8.8.8.8")});
    }

    void a_private_address_is_a_forgery()
    {
        m_lies["b.example"] = {ip("192.168.7.7")};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"bogon"}, class_of(result, "b.example"));
        // Our own network stays ours.
        CPPUNIT_ASSERT(json::dump(result.evidence.get()).find("192.168.7.7") == std::string::npos);
        CPPUNIT_ASSERT(m_board.names.so_far()[1].is_forged);
    }

    void other_addresses_are_proven_or_disproven()
    {
        m_lies["a.example"] = {ip("9.9.9.1")};
        m_lies["b.example"] = {ip("9.9.9.2")};
        serve(ip("9.9.9.1"), "a.example");
        const auto doubt = look();
        CPPUNIT_ASSERT_EQUAL(std::string{"proven"}, class_of(doubt, "a.example"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unproven"}, class_of(doubt, "b.example"));
        CPPUNIT_ASSERT(doubt.verdict == Verdict::warn);
        serve(ip("9.9.9.2"), "b.example");
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        serve(ip("9.9.9.2"), "other.example");
        CPPUNIT_ASSERT_EQUAL(std::string{"disproven"}, class_of(look(), "b.example"));
    }

    void a_second_answer_is_heard()
    {
        m_say = [this](base::ByteView query) {
            const auto forged = support::dns_response(query, {ip("9.9.9.9")});
            return std::vector<base::Bytes>{forged, by_zone(m_truth, query)};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"double"}, class_of(result, "a.example"));
    }

    void a_name_that_is_denied()
    {
        m_lies.erase("b.example");
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"nx_forged"}, class_of(result, "b.example"));
    }

    void names_that_nobody_has_are_found()
    {
        m_say = [this](base::ByteView query) {
            const bool is_known = m_truth.contains(support::dns_question_of(query).name);
            return std::vector<base::Bytes>{
                is_known ? by_zone(m_truth, query) : support::dns_response(query, {ip("9.9.9.9")})};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"nxdomain_rewriting"}, result.reasons.front());
    }

    void who_answers_where_nobody_is()
    {
        m_is_intercepted = true;
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"port53_intercepted"}, result.reasons.front());
    }

    void a_forger_with_an_eye_on_one_name()
    {
        m_is_intercepted = true;
        m_forged = {{"b.example", {ip("9.9.9.9")}}, {"a.example", {ip("8.8.8.8")}}};
        const auto forged = look();
        CPPUNIT_ASSERT(forged.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"injection"}, forged.reasons.front());
        // A resolver on the way that is led to another of the site's servers tells no lie.
        serve(ip("9.9.9.9"), "b.example");
        const auto led = look();
        CPPUNIT_ASSERT(led.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"port53_intercepted"}, led.reasons.front());
    }

    void a_silent_resolver_is_no_forger()
    {
        m_say = [](base::ByteView) { return std::vector<base::Bytes>{}; };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"resolver_down"}, result.reasons.front());
        CPPUNIT_ASSERT(!result.is_silent); // the control was there
    }

    void no_packet_at_all()
    {
        m_say = [](base::ByteView) { return std::vector<base::Bytes>{}; };
        m_loopback = {};
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, result.reasons.front());
        CPPUNIT_ASSERT(result.is_silent);
    }

    void the_second_resolver_stands_in()
    {
        m_resolvers = {ip("127.0.0.54"), m_resolver_ip};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "b.example"));
    }

    void bogus_counts_where_others_are_secure()
    {
        using enum net::DnssecState;
        m_basket.dns->dnssec_signed_names = {"a.example", "b.example"};
        m_dnssec = {{"a.example", bogus}, {"b.example", bogus}};
        m_dnssec["b.example"] = secure;
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"bogus"}, class_of(result, "a.example"));
    }

    void signatures_that_only_the_controls_hand_on()
    {
        using enum net::DnssecState;
        m_basket.dns->dnssec_signed_names = {"a.example", "b.example"};
        m_dnssec = {{"a.example", bogus}, {"b.example", bogus}};
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"signatures_removed"}, result.reasons.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        // Signatures travel with EDNS: who does not know it hides none.
        m_say = without_edns();
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        m_dnssec = {{"a.example", unknown}, {"b.example", unknown}};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
    }

    void an_https_record_that_is_taken_away()
    {
        m_truth["https"] = {};
        m_targets = {{"a.example", {ip("8.8.8.8")}}};
        // One control is no proof: it may be the one that is wrong.
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        serve_control(ip("192.0.2.3"), "other.example");
        m_basket.dns->control_doh.push_back(
            {"https://other.example/dns-query", ip("192.0.2.3"), "other.example", ""});
        const auto removed = look();
        CPPUNIT_ASSERT(removed.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"https_record_removed"}, removed.reasons.front());
        m_lies["https"] = {};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        // A resolver that only fails at such questions takes nothing away.
        m_lies.erase("https");
        m_say = [this](base::ByteView query) {
            const bool is_service = support::dns_question_of(query).type == 65;
            return std::vector<base::Bytes>{is_service ? support::dns_response(query, {}, 2)
                                                       : by_zone(m_lies, query)};
        };
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        m_targets = {};
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
    }

    void a_cut_answer_is_had_whole()
    {
        m_say = [](base::ByteView query) { return std::vector<base::Bytes>{cut(query)}; };
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
        m_lies["b.example"] = {ip("192.168.7.7")};
        CPPUNIT_ASSERT_EQUAL(std::string{"bogon"}, class_of(look(), "b.example"));
    }

    void a_cut_answer_that_stays_cut_says_nothing()
    {
        m_say = [](base::ByteView query) { return std::vector<base::Bytes>{cut(query)}; };
        for (const base::Bytes& garbage : {base::Bytes{}, base::Bytes(40, 0xff)}) {
            m_say_whole = [&](base::ByteView) { return std::vector<base::Bytes>{garbage}; };
            const auto result = look();
            CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
            CPPUNIT_ASSERT_EQUAL(std::string{"resolver_fails"}, result.reasons.front());
            CPPUNIT_ASSERT_EQUAL(std::string{"failed"}, class_of(result, "a.example"));
        }
    }

    void a_lie_beside_a_cut_answer_is_found()
    {
        m_say = [](base::ByteView query) {
            return std::vector<base::Bytes>{support::dns_response(query, {ip("9.9.9.9")}),
                                            cut(query)};
        };
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"double"}, class_of(result, "b.example"));
    }

    void who_does_not_know_edns_is_asked_without()
    {
        m_say = without_edns();
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(json::dump(result.evidence.get()), std::string{"OK"},
                                     std::string{name_of(result.verdict)});
        CPPUNIT_ASSERT_EQUAL(std::string{"same"}, class_of(result, "a.example"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsCheckTest);

} // namespace
