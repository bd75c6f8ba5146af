// One header of an answer, for a caller that asks for it by name.
#include "net/curl_http_client.hpp"

#include "support/http_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class AskedHeaderTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AskedHeaderTest);
    CPPUNIT_TEST(it_is_passed_on_whole_or_not_at_all);
    CPPUNIT_TEST_SUITE_END();

    static std::string header(const std::string& sent, const std::string& asked)
    {
        const support::HttpServer server{[&](support::HttpServer::Peer& peer, const std::string&) {
            return peer.write(support::http_answer(200, "", sent));
        }};
        const std::string url = server.url("/");
        const net::OperatorEgress gate{std::span{&url, 1}};
        net::CurlHttpClient client{gate};
        const auto answer = client.send({.method = net::HttpMethod::get,
                                         .url = url,
                                         .headers = {},
                                         .body = {},
                                         .connect_timeout = std::chrono::milliseconds{5000},
                                         .total_timeout = std::chrono::milliseconds{20'000},
                                         .response_limit = 1000,
                                         .asked_header = asked});
        CPPUNIT_ASSERT(answer);
        return answer->asked_header;
    }

public:
    void it_is_passed_on_whole_or_not_at_all()
    {
        const std::string sent = "extension-responses:  e30= \r\nX-Other: 1\r\nX-Other: 2\r\n";
        CPPUNIT_ASSERT_EQUAL(std::string{"e30="}, header(sent, "EXTENSION-RESPONSES"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, header(sent, "X-Other"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, header(sent, ""));
        CPPUNIT_ASSERT_EQUAL(std::string{}, header(sent, "X-Absent"));
        const auto long_one = [](std::size_t size) {
            return header("X-Long: " + std::string(size, 'x') + "\r\n", "X-Long").size();
        };
        constexpr std::size_t k_most = net::k_asked_header_max_bytes;
        CPPUNIT_ASSERT_EQUAL(k_most, long_one(k_most));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, long_one(k_most + 1));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AskedHeaderTest);

} // namespace
