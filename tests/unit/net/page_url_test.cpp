// URLs that buyers may have read: what leads inside by its text alone is refused here.
#include "net/page_url.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class PageUrlTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PageUrlTest);
    CPPUNIT_TEST(what_leads_elsewhere_is_refused);
    CPPUNIT_TEST(what_leads_outside_is_kept);
    CPPUNIT_TEST_SUITE_END();

    static std::string read(std::string_view text)
    {
        const auto url = net::parse_page_url(text);
        return url ? url->text + " " + std::to_string(url->port)
                   : std::string{net::word(url.error())};
    }

public:
    void what_leads_elsewhere_is_refused()
    {
        const std::pair<const char*, const char*> rows[] = {
            {"", "url_parsing"},
            {"example.com", "url_parsing"},
            {"/etc/passwd", "url_parsing"},
            {"file:///etc/passwd", "url_parsing"},
            {"ftp://a.example.com/x", "url_parsing"},
            {"gopher://a.example.com:70/_x", "url_parsing"},
            {"javascript:alert(1)", "url_parsing"},
            {"http://user@a.example.com/", "url_parsing"},
            {"http://user:secret@a.example.com/", "url_parsing"},
            {"http://", "url_parsing"},
            {"http:///x", "host_invalid"},
            {"http://a.example.com:99999/", "url_parsing"},
            {"http://a.example.com:8080/", "url_port"},
            {"http://a.example.com:22/", "url_port"},
            {"https://a.example.com:0/", "url_port"},
            {"http://localhost/", "host_reserved"},
            {"http://router/", "host_invalid"},
            {"http://a..example.com/", "host_invalid"},
            {"http://printer.local/", "host_reserved"},
            {"http://db.home.arpa/", "host_reserved"},
            {"http://127.0.0.1/", "host_not_public"},
            {"http://127.1/", "host_not_public"},
            {"http://2130706433/", "host_not_public"},
            {"http://0x7f000001/", "host_not_public"},
            {"http://0177.0.0.1/", "host_not_public"},
            {"http://0/", "host_not_public"},
            {"http://10.1.2.3/", "host_not_public"},
            {"http://172.16.0.1/", "host_not_public"},
            {"http://192.168.1.1/admin", "host_not_public"},
            {"http://169.254.169.254/latest/meta-data/", "host_not_public"},
            {"http://100.64.0.1/", "host_not_public"},
            {"http://198.18.0.1/", "host_not_public"},
            {"http://224.0.0.1/", "host_not_public"},
            {"http://255.255.255.255/", "host_not_public"},
            {"http://[::1]/", "host_not_public"},
            {"http://[::]/", "host_not_public"},
            {"http://[::ffff:127.0.0.1]/", "host_not_public"},
            {"http://[::ffff:10.0.0.1]/", "host_not_public"},
            {"http://[64:ff9b::a00:1]/", "host_not_public"},
            {"http://[2002:7f00:1::]/", "host_not_public"},
            {"http://[fe80::1]/", "host_not_public"},
            {"http://[fd00::1]/", "host_not_public"},
            {"http://[2001:db8::1]/", "host_not_public"},
            {"http://[fec0::1]/", "host_not_public"},
        };
        for (const auto& [url, told] : rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::string{told}, read(url));
        using std::string_view_literals::operator""sv;
        CPPUNIT_ASSERT_EQUAL(std::string{"url_parsing"}, read("http://a.example.com/\0"sv));
        CPPUNIT_ASSERT(!net::parse_page_url("http://a.example.com\r\nHost: b/"));
        CPPUNIT_ASSERT(!net::parse_page_url("http://127.0.0.1%2f@a.example.com/"));
        CPPUNIT_ASSERT(!net::parse_page_url("http://a.example.com:80:22/"));
        CPPUNIT_ASSERT(!net::parse_page_url(std::string(100'000, 'a')));
    }

    void what_leads_outside_is_kept()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"https://www.python.org/a/c?q=1&r=2 443"},
                             read("HTTPS://WWW.Python.org/a/b/../c?q=1&r=2#part"));
        CPPUNIT_ASSERT_EQUAL(std::string{"http://www.python.org/ 80"},
                             read("http://www.python.org"));
        CPPUNIT_ASSERT_EQUAL(std::string{"http://www.python.org:443/ 443"},
                             read("http://www.python.org:443/"));
        CPPUNIT_ASSERT_EQUAL(std::string{"https://xn--mnchen-3ya.de/ 443"},
                             read("https://m\xc3\xbcnchen.de/"));
        CPPUNIT_ASSERT_EQUAL(std::string{"http://93.184.216.34/ 80"}, read("http://93.184.216.34"));
        CPPUNIT_ASSERT_EQUAL(std::string{"http://[2606:2800:220:1::1]/ 80"},
                             read("http://[2606:2800:220:1:0:0:0:1]/"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PageUrlTest);

} // namespace
