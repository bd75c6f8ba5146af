// Facilitators that answer too much, too slowly, from elsewhere or with nonsense, over real
// connections: verify hears nothing, settle does not know, and neither repeats a secret.
#include "pay/http_facilitator.hpp"

#include "support/fake_clock.hpp"
#include "support/http_server.hpp"
#include "support/payment.hpp"

#include "base/concat.hpp"
#include "net/curl_http_client.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <thread>

namespace {

using base::concat;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using support::http_answer;
using support::HttpServer;

constexpr const char* k_key = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt9VL/tPJZAc6Du"
                              "Fy89qmIyWvAhpo9wdRGg==";
const std::string k_good =
    concat(R"({"isValid":true,"success":true,"network":"eip155:8453","transaction":"0x)",
           std::string(64, 'c'), "\"}");

class HttpFacilitatorLimitsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HttpFacilitatorLimitsTest);
    CPPUNIT_TEST(answers_over_64_kib_are_none);
    CPPUNIT_TEST(redirects_are_not_followed);
    CPPUNIT_TEST(the_total_time_holds_whatever_trickles_in);
    CPPUNIT_TEST(garbage_is_no_answer);
    CPPUNIT_TEST(answers_cut_off_are_none);
    CPPUNIT_TEST(a_slow_first_endpoint_leaves_time_for_the_second);
    CPPUNIT_TEST(too_little_time_says_nothing_about_an_endpoint);
    CPPUNIT_TEST(nothing_told_holds_a_secret);
    CPPUNIT_TEST(an_answer_within_the_limits_is_taken);
    CPPUNIT_TEST_SUITE_END();

    const pay::Terms terms = support::sample_terms();
    const support::PaymentText text =
        support::good_payment(support::Wallet{3}, terms, base::instant_from_ms(1'790'000'000'000));
    const pay::PaymentPayload payload = text.parsed();
    support::FakeClock clock;

    struct Heard {
        pay::VerifyOutcome verify;
        pay::SettleOutcome settle;

        [[nodiscard]] bool nothing() const
        {
            return std::holds_alternative<pay::VerifyUnreachable>(verify) &&
                   std::holds_alternative<pay::SettleUnknown>(settle);
        }
        [[nodiscard]] std::string details() const
        {
            return concat(std::get<pay::VerifyUnreachable>(verify).detail, '\n',
                          std::get<pay::SettleUnknown>(settle).detail);
        }
    };
    Heard ask(const pay::FacilitatorSettings& settings, milliseconds time = seconds{30})
    {
        const net::OperatorEgress egress{settings.urls};
        net::CurlHttpClient http{egress};
        pay::FacilitatorHealth health{settings.urls.size()};
        pay::HttpFacilitator facilitator{http, settings, health, clock};
        auto verified = facilitator.verify(payload, terms, steady_clock::now() + time);
        return {std::move(verified),
                facilitator.settle(payload, terms, 0, steady_clock::now() + time)};
    }
    Heard ask(const HttpServer& server, milliseconds time = seconds{30})
    {
        return ask(pay::FacilitatorSettings{.urls = {server.url("")}}, time);
    }
    // What is made of these bytes on the wire.
    Heard hear(const std::string& bytes)
    {
        HttpServer server{[&](HttpServer::Peer& peer, const std::string&) {
            peer.write(bytes);
            return false;
        }};
        return ask(server);
    }

public:
    void answers_over_64_kib_are_none()
    {
        const std::string filler(64 * 1024, ' ');
        CPPUNIT_ASSERT(hear(http_answer(200, k_good + filler)).nothing());
        CPPUNIT_ASSERT(hear(concat("HTTP/1.1 200 X\r\n\r\n", k_good, filler)).nothing());
        CPPUNIT_ASSERT(hear(concat("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n20000\r\n",
                                   k_good, filler, filler))
                           .nothing());
        CPPUNIT_ASSERT(
            hear("HTTP/1.1 200 X\r\nContent-Length: 9999999999999\r\n\r\n" + k_good).nothing());
    }

    void redirects_are_not_followed()
    {
        HttpServer elsewhere{[](HttpServer::Peer& peer, const std::string&) {
            peer.write(http_answer(200, k_good));
            return false;
        }};
        for (const int status : {300, 301, 302, 303, 307, 308})
            CPPUNIT_ASSERT(
                hear(http_answer(status, k_good, concat("Location: ", elsewhere.url("/"), "\r\n")))
                    .nothing());
        CPPUNIT_ASSERT_EQUAL(0, elsewhere.connections());
    }

    void the_total_time_holds_whatever_trickles_in()
    {
        // One byte at a time: never idle, never done.
        HttpServer server{[](HttpServer::Peer& peer, const std::string&) {
            peer.write("HTTP/1.1 200 X\r\nContent-Length: 60000\r\n\r\n{");
            while (peer.write(" ")) std::this_thread::sleep_for(milliseconds{2});
            return false;
        }};
        const auto begun = steady_clock::now();
        const auto heard = ask(server, milliseconds{150});
        CPPUNIT_ASSERT(heard.nothing());
        CPPUNIT_ASSERT(steady_clock::now() - begun < seconds{5});

        pay::FacilitatorSettings settings{.urls = {server.url("")}, .timeout = milliseconds{100}};
        CPPUNIT_ASSERT(ask(settings).nothing());
        CPPUNIT_ASSERT(steady_clock::now() - begun < seconds{5});
    }

    void garbage_is_no_answer()
    {
        std::string nested = k_good;
        nested.pop_back();
        nested += concat(R"(,"a":)", std::string(10'000, '['), std::string(10'000, ']'), '}');
        std::string objects = k_good;
        objects.pop_back();
        for (int i = 0; i < 5'000; ++i) objects += R"(,"a":{"b":0)";
        objects += std::string(5'001, '}');
        std::string twice = k_good;
        twice.insert(1, R"("isValid":true,"success":true,)");
        std::string words = k_good;
        for (auto at = words.find("true"); at != std::string::npos; at = words.find("true", at + 6))
            words.replace(at, 4, "\"true\"");
        std::string bytes = k_good;
        bytes.insert(1, "\"a\":\"\xc3\x28\",");
        std::string surrogate = k_good;
        surrogate.insert(1, R"("a":"\ud800",)");
        for (const std::string& body :
             {nested, objects, twice, words, bytes, surrogate, k_good + k_good, "[" + k_good + "]",
              k_good.substr(0, k_good.size() - 1), "\xef\xbb\xbf" + k_good, std::string{}})
            for (const int status : {200, 400}) {
                const auto heard = hear(http_answer(status, body));
                CPPUNIT_ASSERT_MESSAGE(body.substr(0, 200), heard.nothing());
                CPPUNIT_ASSERT(heard.details().find(concat("status ", status, ", unreadable")) !=
                               std::string::npos);
            }
    }

    void answers_cut_off_are_none()
    {
        const std::string whole = http_answer(200, k_good);
        for (std::size_t size = 0; size < whole.size(); size += 7)
            CPPUNIT_ASSERT(hear(whole.substr(0, size)).nothing());
    }

    void a_slow_first_endpoint_leaves_time_for_the_second()
    {
        HttpServer slow{[](HttpServer::Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        HttpServer quick{[](HttpServer::Peer& peer, const std::string&) {
            return peer.write(http_answer(200, k_good));
        }};
        const auto heard = ask(pay::FacilitatorSettings{.urls = {slow.url(""), quick.url("")}},
                               milliseconds{4'000});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, std::get<pay::VerifyValid>(heard.verify).endpoint);
        // It may have received the settlement: no other is asked.
        CPPUNIT_ASSERT(std::holds_alternative<pay::SettleUnknown>(heard.settle));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, quick.requests().size());
    }

    void too_little_time_says_nothing_about_an_endpoint()
    {
        HttpServer slow{[](HttpServer::Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        const pay::FacilitatorSettings settings{.urls = {slow.url(""), slow.url("")}};
        const net::OperatorEgress egress{settings.urls};
        net::CurlHttpClient http{egress};
        pay::FacilitatorHealth health{2};
        pay::HttpFacilitator facilitator{http, settings, health, clock};
        for (int i = 0; i < pay::FacilitatorHealth::k_failures_to_open; ++i)
            static_cast<void>(
                facilitator.verify(payload, terms, steady_clock::now() + milliseconds{20}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2},
                             health.next({false, false}, steady_clock::now())->choices());
    }

    void nothing_told_holds_a_secret()
    {
        std::string authorization;
        // Says back all it was told, wherever an answer has room for it.
        const auto echo = [&](int status) {
            return [&, status](HttpServer::Peer& peer, const std::string& request) {
                const auto at = request.find("Authorization: ") + 15;
                authorization = request.substr(at, request.find("\r\n", at) - at);
                const auto said = concat("pathsecret ", authorization);
                peer.write(concat("HTTP/1.1 ", status, ' ', said, "\r\nLocation: /", said,
                                  "\r\nRetry-After: ", said, "\r\nX-Error: ", said, "\r\n\r\n",
                                  R"({"isValid":"no","invalidReason":")", said,
                                  R"(","success":false,"transaction":"","errorReason":")", said,
                                  R"(","errorMessage":")", said, R"(","payer":")", said, "\"}"));
                return false;
            };
        };
        for (const bool is_cdp : {false, true})
            for (const int status : {200, 302, 400, 401, 403, 429, 500, 503}) {
                HttpServer server{echo(status)};
                pay::FacilitatorSettings settings{
                    .urls = {server.url("/pathsecret/x")},
                    .auth = (is_cdp ? pay::FacilitatorAuth::cdp("keyid", k_key)
                                    : pay::FacilitatorAuth::bearer("bearersecret"))
                                .value()};
                const auto details = ask(settings).details();
                CPPUNIT_ASSERT(authorization.starts_with("Bearer "));
                for (const std::string& secret :
                     {std::string{"pathsecret"}, std::string{"bearersecret"}, std::string{"Bearer"},
                      std::string{"keyid"}, authorization.substr(7, 12), std::string{"nWGxne"}})
                    CPPUNIT_ASSERT_MESSAGE(details, details.find(secret) == std::string::npos);
            }
    }

    void an_answer_within_the_limits_is_taken()
    {
        const std::string filler(64 * 1024 - k_good.size(), ' ');
        // Announced, or /settle might go out on a connection that is being closed: unknown, then.
        const auto heard = hear(http_answer(200, k_good + filler, "Connection: close\r\n"));
        CPPUNIT_ASSERT(std::holds_alternative<pay::VerifyValid>(heard.verify));
        CPPUNIT_ASSERT(std::holds_alternative<pay::SettleDone>(heard.settle));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HttpFacilitatorLimitsTest);

} // namespace
