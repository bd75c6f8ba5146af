// The scanner's reference data: what is refused, with the place; what may be left out.
#include "forensics/basket/basket.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace forensics = forensics;

std::string detail_of(const std::string& text)
{
    const auto basket = forensics::parse_basket(text, "/srv/assay");
    return basket ? std::string{"taken"} : basket.error().detail;
}

forensics::Basket basket_of(const std::string& members)
{
    auto basket = forensics::parse_basket(R"({"schema_version":1,)" + members + "}", "/srv/assay");
    CPPUNIT_ASSERT_MESSAGE(basket ? "" : basket.error().detail, basket);
    return std::move(*basket);
}

class BasketTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BasketTest);
    CPPUNIT_TEST(refuses_what_is_no_basket);
    CPPUNIT_TEST(refusals_name_the_place);
    CPPUNIT_TEST(lists_are_bounded);
    CPPUNIT_TEST(missing_sections_stay_missing);
    CPPUNIT_TEST(paths_start_at_the_file);
    CPPUNIT_TEST(sections_are_read);
    CPPUNIT_TEST(an_operator_is_the_registrable_domain);
    CPPUNIT_TEST(a_file_is_read);
    CPPUNIT_TEST_SUITE_END();

public:
    void refuses_what_is_no_basket()
    {
        for (const auto text :
             {"", "{", "[]", "null", "1", "{}", R"({"schema_version":2})",
              R"({"schema_version":"1"})", R"({"schema_version":1,"schema_version":1})",
              "{\"schema_version\":1}x", "\xFF"})
            CPPUNIT_ASSERT_MESSAGE(text, detail_of(text) != "taken");
        CPPUNIT_ASSERT_EQUAL(std::string{"longer than 256 KiB"},
                             detail_of(std::string(300'000, ' ')));
    }

    void refusals_name_the_place()
    {
        const std::pair<const char*, const char*> rows[] = {
            {R"("ntp":[])", "ntp: no object"},
            {R"("ntp":{"servers":{}})", "ntp.servers: no list of at most 16"},
            {R"("ntp":{"servers":[{}]})", "ntp.servers[0].host: missing"},
            {R"("ntp":{"servers":["a"]})", "ntp.servers[0].host: missing"},
            {R"("ntp":{"servers":[{"host":"a b"}]})",
             "ntp.servers[0].host: no host name in lower case ASCII"},
            {R"("ntp":{"servers":[{"host":"a.b"},{"host":"c.d","ip":"x"}]})",
             "ntp.servers[1].ip: no IP address"},
            {R"("ntp":{"port":0})", "ntp.port: no integer of 1 to 65535"},
            {R"("ntp":{"port":"123"})", "ntp.port: no integer of 1 to 65535"},
            {R"("ntp":{"ok_offset_s":-1})",
             "ntp.ok_offset_s: no number of seconds over 0, up to 3600"},
            {R"("ntp":{"ok_offset_s":2})", "ntp.critical_offset_s: less than ok_offset_s"},
            {R"("portal":{"probes":[{"url":"https://a.example/","expect_status":200}]})",
             "portal.probes[0].url: no absolute http URL"},
            {R"("portal":{"probes":[{"url":"http://a.example/"}]})",
             "portal.probes[0].expect_status: missing"},
            {R"("portal":{"probes":[{"url":"http://a.example/","expect_status":200,)"
             R"("expect_body":3}]})",
             "portal.probes[0].expect_body: no text"},
            {R"("dns":{"control_doh":[{"url":"http://d.example/q","ip":"9.9.9.9"}]})",
             "dns.control_doh[0].url: no absolute https URL"},
            {R"("dns":{"control_doh":[{"url":"https://d.example/q"}]})",
             "dns.control_doh[0].ip: missing"},
            {R"("dns":{"control_udp":["9.9.9"]})", "dns.control_udp[0]: no IP address"},
            {R"("dns":{"names":[7]})", "dns.names[0]: no text"},
            {R"("tls":{"hosts":[{"host":"a.example","port":65536}]})",
             "tls.hosts[0].port: no integer of 1 to 65535"},
            {R"("route":{"max_ttl":33})", "route.max_ttl: no integer of 1 to 32"},
            {R"("pins_json":1)", "basket.pins_json: no text"},
        };
        for (const auto& [members, expected] : rows)
            CPPUNIT_ASSERT_EQUAL(std::string{expected},
                                 detail_of(R"({"schema_version":1,)" + std::string{members} + "}"));
    }

    void lists_are_bounded()
    {
        std::string many = R"("9.9.9.9")";
        for (int i = 0; i < 8; ++i) many += R"(,"9.9.9.9")";
        CPPUNIT_ASSERT_EQUAL(
            std::string{"route.targets: no list of at most 8"},
            detail_of(R"({"schema_version":1,"route":{"targets":[)" + many + "]}}"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"basket.pins_json: too long, or it holds NUL"},
            detail_of(R"({"schema_version":1,"pins_json":")" + std::string(5000, 'x') + "\"}"));
    }

    void missing_sections_stay_missing()
    {
        const auto basket = basket_of(R"("unknown":{"x":[1]})");
        CPPUNIT_ASSERT(!basket.ntp && !basket.portal && !basket.dns && !basket.tls &&
                       !basket.route && !basket.ct_log_list_json);
    }

    void paths_start_at_the_file()
    {
        const auto basket =
            basket_of(R"("pins_json":"data/../pins.json","trust_store_pem":"/etc/ssl/x.pem")");
        CPPUNIT_ASSERT_EQUAL(std::string{"/srv/assay/pins.json"}, *basket.pins_json);
        CPPUNIT_ASSERT_EQUAL(std::string{"/etc/ssl/x.pem"}, *basket.trust_store_pem);
    }

    void sections_are_read()
    {
        const auto basket = basket_of(
            R"("ntp":{"servers":[{"host":"t.example","ip":"9.9.9.9","operator":"T"}],"port":1123,)"
            R"("ok_offset_s":0.2},)"
            R"("portal":{"probes":[{"url":"http://p.example:8080/g","expect_status":204,)"
            R"("expect_body":""}]},)"
            R"("dns":{"control_doh":[{"url":"https://d.example/dns-query","ip":"2620:fe::fe"}],)"
            R"("names":["a.example"],"non_resolver_ips":["11.0.0.1"]},)"
            R"("tls":{"hosts":[{"host":"a.example","port":8443,"expect_ct":true}]},)"
            R"("route":{"targets":["11.0.0.1","11.0.0.2"],"max_ttl":9})");
        CPPUNIT_ASSERT_EQUAL(std::uint16_t{1123}, basket.ntp->port);
        CPPUNIT_ASSERT_EQUAL(0.2, basket.ntp->ok_offset_sec);
        CPPUNIT_ASSERT_EQUAL(1.0, basket.ntp->critical_offset_sec);
        CPPUNIT_ASSERT_EQUAL(std::string{"T"}, basket.ntp->servers[0].operator_name);
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.9"}, basket.ntp->servers[0].address->text());
        CPPUNIT_ASSERT_EQUAL(std::string{"p.example"}, basket.portal->probes[0].host);
        CPPUNIT_ASSERT_EQUAL(std::string{}, *basket.portal->probes[0].expect_body);
        CPPUNIT_ASSERT_EQUAL(std::string{"2620:fe::fe"}, basket.dns->control_doh[0].address.text());
        CPPUNIT_ASSERT(basket.tls->hosts[0].expect_ct && basket.tls->hosts[0].port == 8443);
        CPPUNIT_ASSERT_EQUAL(std::uint16_t{443}, basket.route->tcp_port);
        CPPUNIT_ASSERT_EQUAL(9, basket.route->max_ttl);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, basket.route->targets.size());
    }

    void an_operator_is_the_registrable_domain()
    {
        const auto basket = basket_of(R"("tls":{"hosts":[{"host":"www.bbc.co.uk"},)"
                                      R"({"host":"co.uk"},{"host":"a.b.wikipedia.org"},)"
                                      R"({"host":"11.1.6.1"}]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"bbc.co.uk"}, basket.tls->hosts[0].operator_name);
        CPPUNIT_ASSERT_EQUAL(std::string{"co.uk"}, basket.tls->hosts[1].operator_name);
        CPPUNIT_ASSERT_EQUAL(std::string{"wikipedia.org"}, basket.tls->hosts[2].operator_name);
        CPPUNIT_ASSERT_EQUAL(std::string{"11.1.6.1"}, basket.tls->hosts[3].operator_name);
    }

    void a_file_is_read()
    {
        const support::TempDir directory;
        CPPUNIT_ASSERT_THROW(
            static_cast<void>(forensics::read_basket(directory.file("absent.json"))), base::Fault);
        const auto path = directory.file("basket.json");
        base::replace_file(path, R"({"schema_version":1,"pins_json":"p.json"})", 0600);
        const auto basket = forensics::read_basket(path);
        CPPUNIT_ASSERT_EQUAL(directory.file("p.json"), *basket->pins_json);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BasketTest);

} // namespace
