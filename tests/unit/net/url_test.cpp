// Where a URL leads, and which URLs the operator's gate lets out.
#include "net/operator_egress.hpp"
#include "net/url.hpp"

#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class UrlTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(UrlTest);
    CPPUNIT_TEST(refuses_what_is_not_an_absolute_http_url);
    CPPUNIT_TEST(tells_origin_and_path);
    CPPUNIT_TEST(the_gate_opens_for_configured_origins_only);
    CPPUNIT_TEST(the_gate_knows_an_origin_however_the_operator_spells_it);
    CPPUNIT_TEST(the_gate_refuses_a_broken_configuration);
    CPPUNIT_TEST_SUITE_END();

public:
    void refuses_what_is_not_an_absolute_http_url()
    {
        for (const char* text :
             {"", "/", "assay.example", "assay.example/x", "//assay.example/", "file:///etc/passwd",
              "ftp://assay.example/", "gopher://x/", "javascript:alert(1)", "https://",
              "http://user@assay.example/", "http://u:p@assay.example/",
              "http://assay.example:0x1/", "http://assay.example:99999/", "http://a b/",
              "http://assay.example /"})
            CPPUNIT_ASSERT_MESSAGE(text, !net::parse_url(text));
        CPPUNIT_ASSERT(!net::parse_url({"http://a\0.example/", 18}));
    }

    void tells_origin_and_path()
    {
        const auto url = net::parse_url("HTTPS://Assay.Example/a/./b/../c?q=1#f");
        CPPUNIT_ASSERT_EQUAL(std::string{"https://assay.example:443"}, url->origin);
        CPPUNIT_ASSERT_EQUAL(std::string{"/a/c"}, url->path);
        CPPUNIT_ASSERT_EQUAL(std::string{"http://127.0.0.1:8402"},
                             net::parse_url("http://127.0.0.1:8402")->origin);
        CPPUNIT_ASSERT_EQUAL(std::string{"http://[::1]:80"},
                             net::parse_url("http://[::1]/")->origin);
        CPPUNIT_ASSERT_EQUAL(std::string{"/"}, net::parse_url("http://a.example")->path);
    }

    void the_gate_opens_for_configured_origins_only()
    {
        const std::vector<std::string> urls{"https://fac.example/x402", "http://127.0.0.1:4402"};
        const net::OperatorEgress gate{urls};
        CPPUNIT_ASSERT(gate.allows("https://fac.example/other?q"));
        CPPUNIT_ASSERT(gate.allows("https://FAC.example:443/x402/verify"));
        CPPUNIT_ASSERT(gate.allows("http://127.0.0.1:4402/settle"));
        for (const char* url :
             {"http://fac.example/x402", "https://fac.example:8443/", "https://fac.example.evil/",
              "http://127.0.0.1:4403/", "http://127.0.0.1/", "https://x@fac.example/", "", "x"})
            CPPUNIT_ASSERT_MESSAGE(url, !gate.allows(url));
        CPPUNIT_ASSERT(!net::OperatorEgress{{}}.allows("https://fac.example/"));
    }

    void the_gate_knows_an_origin_however_the_operator_spells_it()
    {
        for (const std::string url : {"HTTPS://Fac.Example?q", "https:/fac.example/x",
                                      "https:///fac.example:443/x", "https://fac.example#f"}) {
            if (!net::parse_url(url)) continue; // libcurl takes one slash or three, or does not
            const net::OperatorEgress gate{std::span{&url, 1}};
            CPPUNIT_ASSERT_MESSAGE(url, gate.allows("https://fac.example/x"));
            CPPUNIT_ASSERT_MESSAGE(url, !gate.allows("https://elsewhere.example/x"));
            CPPUNIT_ASSERT_MESSAGE(url, !gate.allows("https://fac.example.evil/x"));
            CPPUNIT_ASSERT_MESSAGE(url, !gate.allows("https://fac.example@evil/x"));
        }
    }

    void the_gate_refuses_a_broken_configuration()
    {
        for (const std::string url :
             {"fac.example", "ftp://fac.example", "https://u:p@fac.example"})
            CPPUNIT_ASSERT_THROW((net::OperatorEgress{std::span{&url, 1}}), base::Fault);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(UrlTest);

} // namespace
