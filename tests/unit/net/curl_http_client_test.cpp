// libcurl against real sockets: what the server certainly did not see, and what it may have seen.
#include "net/curl_http_client.hpp"

#include "support/http_server.hpp"
#include "support/pki.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cstdlib>

namespace {

using net::HttpFailureKind;
using std::chrono::milliseconds;
using std::chrono::seconds;
using support::http_answer;
using support::HttpServer;
using Peer = support::HttpServer::Peer;
using TlsContext = std::unique_ptr<SSL_CTX, base::Closer<SSL_CTX_free>>;
using Tls = std::unique_ptr<SSL, base::Closer<SSL_free>>;

class CurlHttpClientTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CurlHttpClientTest);
    CPPUNIT_TEST(sends_nothing_outside_its_gate);
    CPPUNIT_TEST(sends_no_forged_headers);
    CPPUNIT_TEST(a_refused_connection_is_certainly_not_sent);
    CPPUNIT_TEST(a_connection_that_never_opens_is_certainly_not_sent);
    CPPUNIT_TEST(a_failed_tls_handshake_is_certainly_not_sent);
    CPPUNIT_TEST(an_unknown_certificate_is_certainly_not_sent);
    CPPUNIT_TEST(silence_may_be_received);
    CPPUNIT_TEST(a_slow_answer_may_be_received);
    CPPUNIT_TEST(a_closed_connection_may_be_received_and_is_not_repeated);
    CPPUNIT_TEST(a_cut_answer_may_be_received);
    CPPUNIT_TEST(an_endless_answer_may_be_received);
    CPPUNIT_TEST(garbage_may_be_received);
    CPPUNIT_TEST(a_redirect_is_an_answer);
    CPPUNIT_TEST(statuses_and_bodies_pass_through);
    CPPUNIT_TEST(a_wish_for_a_pause_is_passed_on);
    CPPUNIT_TEST(a_body_may_fill_its_limit);
    CPPUNIT_TEST(sends_what_it_was_given);
    CPPUNIT_TEST(keeps_its_connection_while_it_is_in_use);
    CPPUNIT_TEST(repeats_what_a_kept_connection_loses_however_often);
    CPPUNIT_TEST(looks_at_no_proxy_variables);
    CPPUNIT_TEST_SUITE_END();

    // A client whose gate is open for `url`, and one POST to it.
    struct Call {
        explicit Call(const std::string& url)
            : gate{std::span{&url, 1}}, client{gate}, request{.method = net::HttpMethod::post,
                                                              .url = url,
                                                              .headers = {{"Content-Type",
                                                                           "application/json"}},
                                                              .body = R"({"a":1})",
                                                              .connect_timeout = milliseconds{2000},
                                                              .total_timeout = milliseconds{5000},
                                                              .response_limit = 1000}
        {
        }

        net::OperatorEgress gate;
        net::CurlHttpClient client;
        net::HttpRequest request;

        auto send() { return client.send(request); }
    };

    static void assert_failure(HttpFailureKind kind, Call& call)
    {
        const auto answer = call.send();
        CPPUNIT_ASSERT(!answer);
        CPPUNIT_ASSERT_MESSAGE(answer.error().detail, answer.error().kind == kind);
        CPPUNIT_ASSERT(answer.error().detail.find("127.0.0.1") == std::string::npos);
    }
    static HttpServer::Handler always(std::string bytes, bool keep)
    {
        return [bytes = std::move(bytes), keep](Peer& peer, const std::string&) {
            return peer.write(bytes) && keep;
        };
    }

public:
    void sends_nothing_outside_its_gate()
    {
        const HttpServer server{always(http_answer(200, ""), true)};
        Call call{"http://127.0.0.1:1/"};
        for (const std::string& url : {server.url("/"), std::string{"file:///etc/passwd"}}) {
            call.request.url = url;
            CPPUNIT_ASSERT_THROW(static_cast<void>(call.send()), base::Fault);
        }
        CPPUNIT_ASSERT(server.requests().empty());
    }

    void sends_no_forged_headers()
    {
        const HttpServer server{always(http_answer(200, ""), true)};
        Call call{server.url("/")};
        for (const std::string value : {"a\r\nX: y", "a\nX: y", "s3cret\r"}) {
            call.request.headers = {{"Authorization", value}};
            try {
                static_cast<void>(call.send());
                CPPUNIT_FAIL("sent");
            } catch (const base::Fault& fault) {
                CPPUNIT_ASSERT(std::string{fault.what()}.find("s3cret") == std::string::npos);
            }
        }
        CPPUNIT_ASSERT(server.requests().empty());
    }

    void a_refused_connection_is_certainly_not_sent()
    {
        int port = 0;
        support::listen_on_loopback(1, port).close();
        Call call{base::concat("http://127.0.0.1:", port, "/")};
        assert_failure(HttpFailureKind::not_sent, call);
        Call nowhere{"http://nowhere.invalid/"};
        assert_failure(HttpFailureKind::not_sent, nowhere);
    }

    // A full accept queue: Linux drops further SYNs.
    void a_connection_that_never_opens_is_certainly_not_sent()
    {
        int port = 0;
        const base::Fd listener = support::listen_on_loopback(0, port);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        std::vector<base::Fd> queue;
        for (int i = 0; i < 4; ++i) {
            queue.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
            static_cast<void>(::connect(queue.back().get(), reinterpret_cast<sockaddr*>(&address),
                                        sizeof address));
        }
        Call call{base::concat("http://127.0.0.1:", port, "/")};
        call.request.connect_timeout = milliseconds{200};
        assert_failure(HttpFailureKind::not_sent, call);
        call.request.connect_timeout = milliseconds{2000};
        call.request.total_timeout = milliseconds{200};
        assert_failure(HttpFailureKind::not_sent, call);
    }

    void a_failed_tls_handshake_is_certainly_not_sent()
    {
        const auto port = [](const HttpServer& server) {
            return base::concat("https://127.0.0.1:", server.port(), "/");
        };
        int plain_port = 0;
        const base::Fd silent = support::listen_on_loopback(4, plain_port);
        Call waiting{base::concat("https://127.0.0.1:", plain_port, "/")};
        waiting.request.connect_timeout = milliseconds{200};
        assert_failure(HttpFailureKind::not_sent, waiting);

        // The client's first TLS bytes hold no blank line, so the server reads until it gives up.
        const HttpServer server{always(http_answer(200, ""), false)};
        Call call{port(server)};
        call.request.total_timeout = milliseconds{200};
        assert_failure(HttpFailureKind::not_sent, call);
        CPPUNIT_ASSERT(server.requests().empty());
    }

    void an_unknown_certificate_is_certainly_not_sent()
    {
        const support::Authority nobody{"Nobody's CA"};
        const auto key = support::make_key();
        const auto now = base::SystemClock{}.now();
        const auto leaf = nobody.issue({.names = {"127.0.0.1"},
                                        .not_before = now - std::chrono::hours{1},
                                        .not_after = now + std::chrono::hours{1},
                                        .scts = {},
                                        .raw_sct_list = {}},
                                       *key);
        int port = 0;
        const base::Fd listener = support::listen_on_loopback(4, port);
        int received = -1;
        std::thread server{[&] {
            const TlsContext context{SSL_CTX_new(TLS_server_method())};
            SSL_CTX_use_certificate(context.get(), leaf.get());
            SSL_CTX_use_PrivateKey(context.get(), key.get());
            const base::Fd peer{::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC)};
            const Tls tls{SSL_new(context.get())};
            SSL_set_fd(tls.get(), peer.get());
            char byte = 0;
            received = SSL_accept(tls.get()) == 1 ? SSL_read(tls.get(), &byte, 1) : 0;
        }};
        Call call{base::concat("https://127.0.0.1:", port, "/")};
        const auto answer = call.send();
        server.join();
        CPPUNIT_ASSERT(!answer);
        CPPUNIT_ASSERT(answer.error().kind == HttpFailureKind::not_sent);
        CPPUNIT_ASSERT(received <= 0);
    }

    void silence_may_be_received()
    {
        const HttpServer server{[](Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        Call call{server.url("/")};
        call.request.total_timeout = milliseconds{1500};
        assert_failure(HttpFailureKind::may_be_received, call);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, server.requests().size());
    }

    void a_slow_answer_may_be_received()
    {
        const HttpServer server{[](Peer& peer, const std::string&) {
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nslow");
            peer.linger();
            return false;
        }};
        Call call{server.url("/")};
        call.request.total_timeout = milliseconds{1500};
        assert_failure(HttpFailureKind::may_be_received, call);
    }

    void a_closed_connection_may_be_received_and_is_not_repeated()
    {
        // On a new connection, and on one that has just answered.
        for (const std::size_t answered : {0U, 1U}) {
            std::size_t seen = 0;
            const HttpServer server{[&](Peer& peer, const std::string&) {
                return seen++ < answered && peer.write(http_answer(200, "ok"));
            }};
            Call call{server.url("/")};
            for (std::size_t i = 0; i < answered; ++i) CPPUNIT_ASSERT(call.send());
            call.request.sending = net::Sending::at_most_once;
            for (const std::string& body : {std::string{"{}"}, std::string(100'000, 'x')}) {
                call.request.body = body;
                assert_failure(HttpFailureKind::may_be_received, call);
                CPPUNIT_ASSERT_EQUAL(body, server.requests().back().substr(
                                               server.requests().back().find("\r\n\r\n") + 4));
            }
            CPPUNIT_ASSERT_EQUAL(answered + 2, server.requests().size());
        }
    }

    void a_cut_answer_may_be_received()
    {
        for (const char* cut : {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"success\":true",
                                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
                                "HTTP/1.1 200 OK\r\nConte", "HTTP/1.1"}) {
            const HttpServer server{always(cut, false)};
            Call call{server.url("/")};
            assert_failure(HttpFailureKind::may_be_received, call);
        }
    }

    void an_endless_answer_may_be_received()
    {
        const HttpServer body{[](Peer& peer, const std::string&) {
            bool goes_on = peer.write("HTTP/1.1 200 OK\r\n\r\n");
            const std::string block(4096, 'x');
            while (goes_on) goes_on = peer.write(block);
            return false;
        }};
        Call call{body.url("/")};
        assert_failure(HttpFailureKind::may_be_received, call);

        const HttpServer head{[](Peer& peer, const std::string&) {
            bool goes_on = peer.write("HTTP/1.1 200 OK\r\n");
            const std::string line = "X: " + std::string(1000, 'x') + "\r\n";
            while (goes_on) goes_on = peer.write(line);
            return false;
        }};
        Call heads{head.url("/")};
        assert_failure(HttpFailureKind::may_be_received, heads);
    }

    void garbage_may_be_received()
    {
        for (const char* garbage : {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "\x16\x03\x01", "{}\r\n"}) {
            const HttpServer server{always(garbage, false)};
            Call call{server.url("/")};
            assert_failure(HttpFailureKind::may_be_received, call);
        }
    }

    void a_redirect_is_an_answer()
    {
        const HttpServer server{always(http_answer(307, "", "Location: /elsewhere\r\n"), true)};
        Call call{server.url("/")};
        CPPUNIT_ASSERT_EQUAL(307, call.send()->status);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, server.requests().size());
    }

    void statuses_and_bodies_pass_through()
    {
        for (const int status : {200, 400, 404, 500, 599}) {
            const HttpServer server{always(http_answer(status, "{\"b\":2}"), true)};
            Call call{server.url("/")};
            const auto answer = call.send();
            CPPUNIT_ASSERT_EQUAL(status, answer->status);
            CPPUNIT_ASSERT_EQUAL(std::string{"{\"b\":2}"}, answer->body);
        }
    }

    void a_wish_for_a_pause_is_passed_on()
    {
        const auto wish = [](std::string_view header) {
            const HttpServer server{always(http_answer(429, "", header), true)};
            return Call{server.url("/")}.send()->retry_after;
        };
        CPPUNIT_ASSERT(wish("Retry-After: 7\r\n") == seconds{7});
        CPPUNIT_ASSERT(wish("retry-after: 120\r\n") == seconds{120});
        const auto dated = wish("Retry-After: Fri, 31 Dec 2199 23:59:59 GMT\r\n");
        CPPUNIT_ASSERT(dated && *dated > std::chrono::hours{1});
        for (const char* none :
             {"", "Retry-After: 0\r\n", "Retry-After: -5\r\n", "Retry-After: soon\r\n",
              "Retry-After:\r\n", "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT\r\n"})
            CPPUNIT_ASSERT_MESSAGE(none, !wish(none));
    }

    void a_body_may_fill_its_limit()
    {
        const HttpServer full{always(http_answer(200, std::string(1000, 'x')), true)};
        Call fits{full.url("/")};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1000}, fits.send()->body.size());
        const HttpServer over{always(http_answer(200, std::string(1001, 'x')), true)};
        Call exceeds{over.url("/")};
        assert_failure(HttpFailureKind::may_be_received, exceeds);
    }

    void sends_what_it_was_given()
    {
        const HttpServer server{always(http_answer(200, ""), true)};
        Call call{server.url("/verify?x=1")};
        call.request.body = std::string(30'000, 'y');
        CPPUNIT_ASSERT(call.send());
        call.request.method = net::HttpMethod::get;
        CPPUNIT_ASSERT(call.send());
        const auto requests = server.requests();
        CPPUNIT_ASSERT(requests[0].starts_with("POST /verify?x=1 HTTP/1.1\r\n"));
        CPPUNIT_ASSERT(requests[0].ends_with("\r\n\r\n" + call.request.body));
        CPPUNIT_ASSERT(requests[0].find("Content-Type: application/json\r\n") != std::string::npos);
        for (const char* absent : {"Expect:", "Cookie:", "Authorization:", "Accept-Encoding:"})
            CPPUNIT_ASSERT_MESSAGE(absent, requests[0].find(absent) == std::string::npos);
        CPPUNIT_ASSERT(requests[1].starts_with("GET /verify?x=1 HTTP/1.1\r\n"));
        CPPUNIT_ASSERT(requests[1].ends_with("\r\n\r\n"));
    }

    void keeps_its_connection_while_it_is_in_use()
    {
        const HttpServer server{always(http_answer(200, "ok"), true)};
        Call call{server.url("/")};
        CPPUNIT_ASSERT(call.send() && call.send() && call.send());
        CPPUNIT_ASSERT_EQUAL(1, server.connections());
        call.request.sending = net::Sending::at_most_once;
        CPPUNIT_ASSERT(call.send() && call.send());
        CPPUNIT_ASSERT_EQUAL(1, server.connections());
        // Idle for longer than that, it may be gone any moment.
        std::this_thread::sleep_for(std::chrono::milliseconds{2'100});
        CPPUNIT_ASSERT(call.send());
        CPPUNIT_ASSERT_EQUAL(2, server.connections());
    }

    // Each connection answers once, and is closed when it is asked again.
    void repeats_what_a_kept_connection_loses_however_often()
    {
        std::size_t seen = 0;
        const HttpServer server{[&](Peer& peer, const std::string&) {
            return ++seen % 2 == 1 && peer.write(http_answer(200, "ok"));
        }};
        Call call{server.url("/")};
        for (int i = 0; i < 20; ++i) CPPUNIT_ASSERT(call.send());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1 + 19 * 2}, server.requests().size());
        // What was not repeated counts for libcurl, too.
        for (int i = 0; i < 20; ++i) {
            call.request.sending = net::Sending::at_most_once;
            assert_failure(HttpFailureKind::may_be_received, call);
            call.request.sending = net::Sending::may_repeat;
            CPPUNIT_ASSERT(call.send());
        }
    }

    void looks_at_no_proxy_variables()
    {
        const HttpServer server{always(http_answer(200, ""), true)};
        Call call{server.url("/")};
        for (const char* name : {"http_proxy", "ALL_PROXY"})
            ::setenv(name, "http://127.0.0.1:1", 1);
        const auto answer = call.send();
        for (const char* name : {"http_proxy", "ALL_PROXY"}) ::unsetenv(name);
        CPPUNIT_ASSERT(answer);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CurlHttpClientTest);

} // namespace
