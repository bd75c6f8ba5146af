// Two spellings of one place have one origin, and two places have two.
#include "base/origin.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class OriginTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OriginTest);
    CPPUNIT_TEST(spellings_of_one_place_are_one);
    CPPUNIT_TEST(other_schemes_hosts_and_ports_are_others);
    CPPUNIT_TEST(what_is_no_url_has_none);
    CPPUNIT_TEST_SUITE_END();

public:
    void spellings_of_one_place_are_one()
    {
        for (const char* url :
             {"https://rpc.example", "https://rpc.example/", "https://rpc.example/v2/another-key",
              "https://rpc.example:443", "https://rpc.example:0443/", "https://rpc.example:",
              "HTTPS://RPC.Example", "https://rpc.example.", "https://rpc.example.:443/x",
              "https://user:pass@rpc.example", "https://user@other.example@rpc.example/",
              "https://rpc.example?key=1", "https://rpc.example#there"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::string{"https://rpc.example:443"},
                                         base::origin_of(url).value_or(""));
        for (const char* url :
             {"http://127.0.0.1", "http://127.1:80", "http://2130706433/", "http://0x7f000001",
              "http://0177.0.0.1", "http://[::ffff:127.0.0.1]:80", "http://[::FFFF:7f00:1]"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::string{"http://127.0.0.1:80"},
                                         base::origin_of(url).value_or(""));
        for (const char* url : {"http://[::1]:8545", "http://[0:0:0:0:0:0:0:1]:8545/key"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::string{"http://[::1]:8545"},
                                         base::origin_of(url).value_or(""));
    }

    void other_schemes_hosts_and_ports_are_others()
    {
        for (const char* url :
             {"http://rpc.example:443", "https://rpc.example:8443", "https://rpc2.example",
              "https://a.rpc.example", "https://rpc.example@other.example"})
            CPPUNIT_ASSERT_MESSAGE(url, base::origin_of(url).value() != "https://rpc.example:443");
    }

    void what_is_no_url_has_none()
    {
        for (const char* url :
             {"", "rpc.example", "ftp://rpc.example", "https://", "https://:443", "https:///path",
              "https://[::1", "https://a:x", "https://a:65536", "https://."})
            CPPUNIT_ASSERT_MESSAGE(url, !base::origin_of(url));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OriginTest);

} // namespace
