// What a page of a stranger costs: bytes on the wire, time and connections have an end, and no page
// pays for another one's.
#include "net/media_type.hpp"
#include "net/page_fetch.hpp"

#include "base/concat.hpp"
#include "support/http_server.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <memory>

namespace {

using net::IpAddress;
using support::http_answer;
using support::HttpServer;
using Peer = support::HttpServer::Peer;

constexpr std::string_view k_plain_text = "Content-Type: text/plain\r\n";
constexpr std::size_t k_mib = std::size_t{1} << 20U;
// What was sent and never read may be this: the buffers of both sockets.
constexpr std::size_t k_in_buffers = 8 * k_mib;

class PageCostsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PageCostsTest);
    CPPUNIT_TEST(words_of_a_server_are_tokens_or_nothing);
    CPPUNIT_TEST(a_strange_charset_costs_nothing);
    CPPUNIT_TEST(bytes_that_become_nothing_have_an_end);
    CPPUNIT_TEST(all_pages_together_receive_no_more_than_all_may);
    CPPUNIT_TEST(a_body_nobody_reads_is_not_received);
    CPPUNIT_TEST(a_redirects_body_is_not_received);
    CPPUNIT_TEST(a_silent_host_is_left_and_others_are_not);
    CPPUNIT_TEST(each_page_has_its_turn_while_time_runs_out);
    CPPUNIT_TEST_SUITE_END();

    support::LoopbackDial dial;
    net::PageLimits limits;
    int asked_gate = 0;

    // A server at an address of its own, as a URL of it.
    std::string serve(int number, const HttpServer& server)
    {
        const auto address = base::concat("93.184.216.", number);
        dial.lead(*IpAddress::parse(address), server.port());
        return base::concat("http://", address, "/");
    }

    std::vector<std::string> fetch(const std::vector<std::string>& urls)
    {
        const net::PageDoor door{
            .vet =
                [](std::span<const std::string> hosts) {
                    std::vector<base::Result<net::VettedHost, net::TargetRefusal>> out;
                    for (const std::string& host : hosts)
                        out.emplace_back(
                            net::VettedHost{.host = host, .addresses = {*IpAddress::parse(host)}});
                    return out;
                },
            .gate =
                [this, inner = dial.gate()](net::Endpoint& endpoint) {
                    ++asked_gate;
                    return inner(endpoint);
                }};
        std::vector<std::string> out;
        for (const auto& result : net::fetch_pages(urls, door, limits))
            out.push_back(result ? result->body : std::string{net::name_of(result.error())});
        return out;
    }

    std::string fetch_one(const std::string& url) { return fetch({url}).front(); }

    // `head`, then `part` again and again, as long as it is taken.
    struct Endless {
        explicit Endless(std::string head, const std::string& part)
            : server{[this, head = std::move(head), block = repeated(part)](Peer& peer,
                                                                            const std::string&) {
                  peer.write(head);
                  while (peer.write(block)) sent += block.size();
                  return false;
              }}
        {
        }

        static std::string repeated(const std::string& part)
        {
            std::string out;
            while (out.size() < 60'000) out += part;
            return out;
        }

        std::atomic<std::size_t> sent{0};
        HttpServer server;
    };

    static HttpServer::Handler always(const std::string& answer)
    {
        return [answer](Peer& peer, const std::string&) { return peer.write(answer); };
    }

    static bool hang(Peer& peer, const std::string&)
    {
        peer.linger();
        return false;
    }

public:
    void words_of_a_server_are_tokens_or_nothing()
    {
        const std::tuple<std::string, const char*, const char*> rows[] = {
            {"text/html", "text/html", ""},
            {"Text/HTML; level=1; Charset=\"ISO-8859-1\"", "text/html", "iso-8859-1"},
            {"text/html;charset= utf-8 ;x=y", "text/html", "utf-8"},
            {"text/html; charset=\xff", "text/html", ""},
            {"text/html; charset=utf 8", "text/html", ""},
            {"text/html; charset=\x01\x02", "text/html", ""},
            {"text/html; charset=" + std::string(64, 'x'), "text/html",
             "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
            {"text/html; charset=" + std::string(65, 'x'), "text/html", ""},
            {"text/\xe4; charset=utf-8", "", "utf-8"},
            {"text/" + std::string(60, 'x'), "", ""},
            {"", "", ""},
            {";;;charset=", "", ""},
        };
        for (const auto& [header, name, charset] : rows) {
            const auto read = net::read_media_type(header);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(header, std::string{name}, read.name);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(header, std::string{charset}, read.charset);
        }
    }

    void a_strange_charset_costs_nothing()
    {
        HttpServer server{
            always(http_answer(200, "x", "Content-Type: text/plain; charset=\xff\r\n"))};
        CPPUNIT_ASSERT_EQUAL(std::string{"x"}, fetch_one(serve(1, server)));
    }

    void bytes_that_become_nothing_have_an_end()
    {
        const std::string ok = base::concat("HTTP/1.1 200 OK\r\n", k_plain_text);
        const std::string chunked = "Transfer-Encoding: chunked\r\n";
        const std::string gzip_begin{"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10};
        const std::string empty_block{"\0\0\0\xff\xff", 5};
        const std::pair<std::string, std::string> rows[] = {
            {ok + "Content-Encoding: gzip\r\n\r\n" + gzip_begin, empty_block},
            {ok + chunked + "\r\n1;", "x=y;"},
            {"HTTP/1.1 302 Go\r\nLocation: /\r\n" + chunked + "\r\n1;", "x=y;"},
            {"HTTP/1.1 302 Go\r\nLocation: /\r\n\r\n", "x"},
            {"HTTP/1.1 302 Go\r\nLocation: /\r\nContent-Encoding: gzip\r\n\r\n" + gzip_begin,
             empty_block},
        };
        for (const auto& [head, part] : rows) {
            Endless endless{head, part};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(head, std::string{"too_large"},
                                         fetch_one(serve(1, endless.server)));
            CPPUNIT_ASSERT_MESSAGE(head, endless.sent < limits.page_wire_bytes + k_in_buffers);
        }
    }

    void all_pages_together_receive_no_more_than_all_may()
    {
        limits.all_wire_bytes = 12 * k_mib;
        const std::string head = base::concat("HTTP/1.1 200 OK\r\n", k_plain_text,
                                              "Transfer-Encoding: chunked\r\n\r\n1;");
        std::vector<std::unique_ptr<Endless>> servers;
        std::vector<std::string> urls;
        for (int i = 0; i < 6; ++i) {
            servers.push_back(std::make_unique<Endless>(head, "x=y;"));
            urls.push_back(serve(i, servers.back()->server));
        }
        std::size_t sent = 0;
        for (const std::string& told : fetch(urls))
            CPPUNIT_ASSERT_EQUAL(std::string{"too_large"}, told);
        for (const auto& each : servers) sent += each->sent;
        CPPUNIT_ASSERT(sent < limits.all_wire_bytes + 6 * k_in_buffers);
    }

    // Nor is it taken apart: a few megabytes on the wire would be gigabytes.
    void a_redirects_body_is_not_received()
    {
        const std::string gzip_begin{"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10};
        const std::string stored_block =
            std::string{"\0\xff\xff\0\0", 5} + std::string(65'535, 'x');
        const std::string head = "HTTP/1.1 302 Go\r\nLocation: /\r\n";
        const std::pair<std::string, std::string> rows[] = {
            {head + "\r\n", "x"},
            {head + "Content-Encoding: gzip\r\n\r\n" + gzip_begin, stored_block},
        };
        for (const auto& [begin, part] : rows) {
            Endless endless{begin, part};
            CPPUNIT_ASSERT_EQUAL(std::string{"too_large"}, fetch_one(serve(1, endless.server)));
            CPPUNIT_ASSERT(endless.sent < k_in_buffers);
        }
    }

    void a_body_nobody_reads_is_not_received()
    {
        Endless missing{base::concat("HTTP/1.1 404 No\r\n", k_plain_text, "\r\n"), "x"};
        CPPUNIT_ASSERT_EQUAL(std::string{"refused_by_server"}, fetch_one(serve(1, missing.server)));
        CPPUNIT_ASSERT(missing.sent < k_in_buffers);
    }

    void a_silent_host_is_left_and_others_are_not()
    {
        limits.first_byte = std::chrono::milliseconds{300};
        HttpServer silent{hang};
        HttpServer quick{always(http_answer(200, "quick", k_plain_text))};
        std::vector<std::string> urls(19, serve(1, silent));
        urls.push_back(serve(2, quick));
        const auto told = fetch(urls);
        for (std::size_t i = 0; i < 19; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"not_in_time"}, told[i]);
        CPPUNIT_ASSERT_EQUAL(std::string{"quick"}, told[19]);
        // As many as at once; two more may leave while the first four are found silent one by one.
        CPPUNIT_ASSERT(asked_gate >= 4 + 1 && asked_gate <= 6 + 1);
    }

    void each_page_has_its_turn_while_time_runs_out()
    {
        limits.all = std::chrono::milliseconds{2'000};
        limits.at_once = 1;
        std::vector<std::unique_ptr<HttpServer>> servers;
        std::vector<std::string> urls;
        for (int host = 0; host < 4; ++host) {
            servers.push_back(std::make_unique<HttpServer>(hang));
            urls.push_back(serve(host, *servers.back()));
        }
        HttpServer quick{always(http_answer(200, "quick", k_plain_text))};
        urls.push_back(serve(9, quick));
        const auto told = fetch(urls);
        CPPUNIT_ASSERT_EQUAL(std::string{"quick"}, told.back());
        CPPUNIT_ASSERT_EQUAL(std::string{"not_in_time"}, told.front());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PageCostsTest);

} // namespace
