// Which facilitator is asked, with what, and when the next one may be.
#include "pay/http_facilitator.hpp"

#include "support/fake_clock.hpp"
#include "support/fake_http.hpp"
#include "support/payment.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

using net::HttpFailureKind;
using pay::SettleDone;
using pay::SettleRefused;
using pay::SettleUnknown;
using pay::VerifyInvalid;
using pay::VerifyUnreachable;
using pay::VerifyValid;
using std::chrono::milliseconds;
using std::chrono::seconds;

class HttpFacilitatorTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HttpFacilitatorTest);
    CPPUNIT_TEST(without_urls_there_is_no_facilitator);
    CPPUNIT_TEST(the_health_must_be_that_of_these_endpoints);
    CPPUNIT_TEST(nothing_is_sent_past_the_deadline);
    CPPUNIT_TEST(verify_moves_on_while_there_is_no_answer);
    CPPUNIT_TEST(verify_takes_the_first_answer);
    CPPUNIT_TEST(settle_never_moves_on_once_it_may_be_received);
    CPPUNIT_TEST(settle_moves_on_when_it_certainly_was_not);
    CPPUNIT_TEST(settle_begins_where_verify_succeeded);
    CPPUNIT_TEST(settle_reports_unknown_when_nobody_could_be_reached);
    CPPUNIT_TEST(details_hold_no_secrets);
    CPPUNIT_TEST(the_payload_goes_out_as_it_came_in);
    CPPUNIT_TEST(calls_are_bounded_by_timeout_and_deadline);
    CPPUNIT_TEST(verify_leaves_the_next_endpoint_its_share);
    CPPUNIT_TEST(an_endpoint_that_keeps_failing_is_skipped);
    CPPUNIT_TEST(a_refused_payment_is_a_healthy_answer);
    CPPUNIT_TEST(the_only_endpoint_is_asked_however_ill_it_is);
    CPPUNIT_TEST(retry_after_sends_verify_elsewhere);
    CPPUNIT_TEST(an_endpoint_that_never_settles_is_skipped);
    CPPUNIT_TEST(settle_goes_where_verify_succeeded_however_ill_it_is);
    CPPUNIT_TEST(each_call_has_a_token_of_its_own);
    CPPUNIT_TEST_SUITE_END();

    const pay::Terms m_terms = support::sample_terms();
    const support::PaymentText m_text = support::good_payment(
        support::Wallet{3}, m_terms, base::instant_from_ms(1'790'000'000'000));
    const pay::PaymentPayload m_payload = m_text.parsed();
    const std::string m_success =
        base::concat(R"({"success":true,"transaction":"0x)", std::string(64, 'c'),
                     R"(","network":"eip155:8453"})");
    support::FakeHttp m_http;
    pay::FacilitatorSettings m_settings{
        .urls = {"https://one.example/secretpath/", "https://two.example"},
        .auth = pay::FacilitatorAuth::bearer("s3cret").value()};
    pay::FacilitatorHealth m_health{2, 7};
    support::FakeClock m_clock;
    pay::HttpFacilitator m_facilitator{m_http, m_settings, m_health, m_clock};

    static pay::Deadline in(milliseconds span) { return std::chrono::steady_clock::now() + span; }
    pay::VerifyOutcome verify()
    {
        return m_facilitator.verify(m_payload, m_terms, in(seconds{55}));
    }
    pay::SettleOutcome settle(std::size_t endpoint = 0)
    {
        return m_facilitator.settle(m_payload, m_terms, endpoint, in(seconds{55}));
    }

    // Where a call went.
    std::vector<std::string> urls_of(const pay::VerifyOutcome&)
    {
        std::vector<std::string> urls;
        for (const auto& request : m_http.requests) urls.push_back(request.url);
        m_http.requests.clear();
        return urls;
    }
    static constexpr const char* k_valid = R"({"isValid":true})";
    const std::string m_one = "https://one.example/secretpath/verify";
    const std::string m_two = "https://two.example/verify";

public:
    void without_urls_there_is_no_facilitator()
    {
        const pay::FacilitatorSettings none{};
        pay::FacilitatorHealth of_none{0};
        CPPUNIT_ASSERT_THROW((pay::HttpFacilitator{m_http, none, of_none, m_clock}), base::Fault);
    }

    void the_health_must_be_that_of_these_endpoints()
    {
        pay::FacilitatorHealth of_others{3};
        CPPUNIT_ASSERT_THROW((pay::HttpFacilitator{m_http, m_settings, of_others, m_clock}),
                             base::Fault);
    }

    void nothing_is_sent_past_the_deadline()
    {
        const auto outcome = m_facilitator.verify(m_payload, m_terms, in(milliseconds{-1}));
        CPPUNIT_ASSERT(std::holds_alternative<VerifyUnreachable>(outcome));
        const auto settled = m_facilitator.settle(m_payload, m_terms, 0, in(milliseconds{0}));
        CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settled));
        CPPUNIT_ASSERT(m_http.requests.empty());
    }

    void verify_moves_on_while_there_is_no_answer()
    {
        m_http.will_fail(HttpFailureKind::may_be_received, "Timeout was reached");
        m_http.will_answer(200, R"({"isValid":true})");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, std::get<VerifyValid>(verify()).endpoint);
        m_http.will_answer(502, "<html>");
        m_http.will_answer(200, R"({"isValid":"true"})");
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator 2: status 200, unreadable"},
                             std::get<VerifyUnreachable>(verify()).detail);
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, m_http.requests.size());
    }

    void verify_takes_the_first_answer()
    {
        m_http.will_answer(200, R"({"isValid":false,"invalidReason":"insufficient_funds"})");
        CPPUNIT_ASSERT(std::holds_alternative<VerifyInvalid>(verify()));
        m_http.will_answer(200, R"({"isValid":true})");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, std::get<VerifyValid>(verify()).endpoint);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_http.requests.size());
    }

    void settle_never_moves_on_once_it_may_be_received()
    {
        m_http.will_fail(HttpFailureKind::may_be_received, "Timeout was reached");
        CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settle()));
        m_http.will_answer(503, "");
        CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settle()));
        m_http.will_answer(429, "slow down");
        CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settle()));
        m_http.will_answer(400, R"({"success":false,"errorReason":"insufficient_funds",)"
                                R"("transaction":"","network":"eip155:8453"})");
        CPPUNIT_ASSERT(std::holds_alternative<SettleRefused>(settle()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, m_http.requests.size());
    }

    void settle_moves_on_when_it_certainly_was_not()
    {
        m_http.will_fail(HttpFailureKind::not_sent, "Couldn't connect to server");
        m_http.will_answer(200, m_success);
        CPPUNIT_ASSERT(std::holds_alternative<SettleDone>(settle()));
        CPPUNIT_ASSERT_EQUAL(std::string{"https://two.example/settle"}, m_http.requests[1].url);
    }

    void settle_begins_where_verify_succeeded()
    {
        m_http.will_fail(HttpFailureKind::not_sent, "Couldn't connect to server");
        m_http.will_answer(200, m_success);
        CPPUNIT_ASSERT(std::holds_alternative<SettleDone>(settle(1)));
        CPPUNIT_ASSERT_EQUAL(std::string{"https://two.example/settle"}, m_http.requests[0].url);
        CPPUNIT_ASSERT_EQUAL(std::string{"https://one.example/secretpath/settle"},
                             m_http.requests[1].url);
    }

    void settle_reports_unknown_when_nobody_could_be_reached()
    {
        m_http.will_fail(HttpFailureKind::not_sent, "Couldn't connect to server");
        m_http.will_fail(HttpFailureKind::not_sent, "Couldn't resolve host name");
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator 2: Couldn't resolve host name"},
                             std::get<SettleUnknown>(settle()).detail);
    }

    void details_hold_no_secrets()
    {
        for (const int status : {200, 401, 500}) {
            m_http.will_answer(status, R"({"error":"token s3cret at /secretpath is wrong"})");
            m_http.will_answer(status, "s3cret");
            const std::string detail = std::get<VerifyUnreachable>(verify()).detail;
            m_http.will_answer(status, R"({"success":false,"errorReason":"s3cret/secretpath",)"
                                       R"("transaction":"","network":"eip155:8453"})");
            const std::string settled = std::get<SettleUnknown>(settle()).detail;
            for (const std::string& text : {detail, settled}) {
                CPPUNIT_ASSERT(text.find("s3cret") == text.npos);
                CPPUNIT_ASSERT(text.find("secretpath") == text.npos);
            }
        }
    }

    void the_payload_goes_out_as_it_came_in()
    {
        m_http.will_answer(200, R"({"isValid":true})");
        m_http.will_answer(200, m_success);
        CPPUNIT_ASSERT(std::holds_alternative<VerifyValid>(verify()));
        CPPUNIT_ASSERT(std::holds_alternative<SettleDone>(settle()));
        for (const net::HttpRequest& request : m_http.requests) {
            CPPUNIT_ASSERT_EQUAL(base::concat(R"({"x402Version":2,"paymentPayload":)",
                                              m_text.json(), R"(,"paymentRequirements":)",
                                              m_terms.requirements, "}"),
                                 request.body);
            CPPUNIT_ASSERT(request.method == net::HttpMethod::post);
            bool has_bearer = false;
            for (const auto& header : request.headers)
                has_bearer |= header.name == "Authorization" && header.value == "Bearer s3cret";
            CPPUNIT_ASSERT(has_bearer);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"https://one.example/secretpath/verify"},
                             m_http.requests[0].url);
        CPPUNIT_ASSERT(m_http.requests[0].sending == net::Sending::may_repeat);
        CPPUNIT_ASSERT(m_http.requests[1].sending == net::Sending::at_most_once);
    }

    void calls_are_bounded_by_timeout_and_deadline()
    {
        m_settings.auth = {};
        m_http.will_answer(200, R"({"isValid":true})");
        m_http.will_answer(200, R"({"isValid":true})");
        CPPUNIT_ASSERT(std::holds_alternative<VerifyValid>(verify()));
        static_cast<void>(m_facilitator.verify(m_payload, m_terms, in(seconds{3})));
        CPPUNIT_ASSERT(m_http.requests[0].total_timeout == seconds{20});
        CPPUNIT_ASSERT(m_http.requests[0].connect_timeout == seconds{5});
        CPPUNIT_ASSERT(m_http.requests[1].total_timeout <= seconds{3});
        CPPUNIT_ASSERT(m_http.requests[1].connect_timeout <= seconds{3});
        for (const auto& request : m_http.requests) {
            CPPUNIT_ASSERT_EQUAL(std::size_t{64} * 1024, request.response_limit);
            CPPUNIT_ASSERT_EQUAL(std::string{"EXTENSION-RESPONSES"}, request.asked_header);
            for (const auto& header : request.headers)
                CPPUNIT_ASSERT(header.name != "Authorization");
        }
    }

    void verify_leaves_the_next_endpoint_its_share()
    {
        m_http.will_fail(HttpFailureKind::may_be_received, "Timeout was reached");
        m_http.will_answer(200, k_valid);
        static_cast<void>(m_facilitator.verify(m_payload, m_terms, in(seconds{30})));
        CPPUNIT_ASSERT(m_http.requests[0].total_timeout <= seconds{15});
        CPPUNIT_ASSERT(m_http.requests[1].total_timeout > seconds{15});
        // Settle has all of it: another endpoint may not take over.
        m_http.will_answer(200, m_success);
        static_cast<void>(m_facilitator.settle(m_payload, m_terms, 0, in(seconds{19})));
        CPPUNIT_ASSERT(m_http.requests[2].total_timeout > seconds{18});
    }

    void an_endpoint_that_keeps_failing_is_skipped()
    {
        for (int i = 0; i < pay::FacilitatorHealth::k_failures_to_open; ++i) {
            if (i == 0) m_http.will_fail(HttpFailureKind::not_sent, "Couldn't connect to server");
            if (i == 1) m_http.will_answer(503, "");
            if (i == 2) m_http.will_answer(200, "<html>");
            m_http.will_answer(200, k_valid);
            CPPUNIT_ASSERT(urls_of(verify()) == (std::vector{m_one, m_two}));
        }
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_two});
        // Unless there is no other.
        m_http.will_answer(502, "");
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == (std::vector{m_two, m_one}));
        // Its answer has made it well again.
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_one});
    }

    void a_refused_payment_is_a_healthy_answer()
    {
        for (int i = 0; i < 10; ++i) {
            m_http.will_answer(i % 2 == 0 ? 200 : 402,
                               R"({"isValid":false,"invalidReason":"insufficient_funds"})");
            CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_one});
        }
    }

    void the_only_endpoint_is_asked_however_ill_it_is()
    {
        const pay::FacilitatorSettings one{.urls = {"https://one.example"}};
        pay::FacilitatorHealth health{1};
        pay::HttpFacilitator facilitator{m_http, one, health, m_clock};
        for (int i = 0; i < 20; ++i) {
            m_http.will_answer(500, "");
            CPPUNIT_ASSERT(std::holds_alternative<VerifyUnreachable>(
                facilitator.verify(m_payload, m_terms, in(seconds{30}))));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, m_http.requests.size());
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(std::holds_alternative<VerifyValid>(
            facilitator.verify(m_payload, m_terms, in(seconds{30}))));
    }

    void retry_after_sends_verify_elsewhere()
    {
        m_http.answers.emplace_back(net::HttpResponse{429, "", seconds{30}});
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == (std::vector{m_one, m_two}));
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_two});
        m_http.answers.emplace_back(net::HttpResponse{429, "", seconds{30}});
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator 2: status 429"},
                             std::get<VerifyUnreachable>(verify()).detail);
        m_http.requests.clear();
        // None may be asked, and none is.
        CPPUNIT_ASSERT_EQUAL(std::string{"every facilitator is down or has asked us to wait"},
                             std::get<VerifyUnreachable>(verify()).detail);
        CPPUNIT_ASSERT(m_http.requests.empty());
    }

    void an_endpoint_that_never_settles_is_skipped()
    {
        for (const char* answer : {"", "<html>", R"({"success":"true","transaction":""})"}) {
            m_http.will_answer(200, k_valid);
            CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_one});
            m_http.will_answer(200, answer);
            CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settle()));
            m_http.requests.clear();
        }
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_two});
        // What speaks the protocol is well, whatever it says.
        for (int i = 0; i < 5; ++i) {
            m_http.will_answer(200, R"({"success":false,"errorReason":"settlement_pending",)"
                                    R"("transaction":"","network":"eip155:8453"})");
            CPPUNIT_ASSERT(std::holds_alternative<SettleUnknown>(settle(1)));
        }
        m_http.requests.clear();
        m_http.will_answer(200, k_valid);
        CPPUNIT_ASSERT(urls_of(verify()) == std::vector{m_two});
    }

    void settle_goes_where_verify_succeeded_however_ill_it_is()
    {
        for (int i = 0; i < 5; ++i) m_health.failed(0, pay::FacilitatorHealth::Call::settle, {});
        m_health.limited(0, std::chrono::steady_clock::now(), seconds{60});
        m_http.will_answer(200, m_success);
        CPPUNIT_ASSERT(std::holds_alternative<SettleDone>(settle(0)));
        CPPUNIT_ASSERT_EQUAL(std::string{"https://one.example/secretpath/settle"},
                             m_http.requests[0].url);
    }

    void each_call_has_a_token_of_its_own()
    {
        // The key of RFC 8037, appendix A.1.
        m_settings.auth =
            pay::FacilitatorAuth::cdp("kid", "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt"
                                             "9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==")
                .value();
        m_http.will_answer(502, "");
        m_http.will_answer(200, k_valid);
        m_http.will_answer(200, m_success);
        static_cast<void>(verify());
        static_cast<void>(settle(1));
        std::set<std::string> tokens;
        for (const auto& request : m_http.requests)
            for (const auto& header : request.headers)
                if (header.name == "Authorization") tokens.insert(header.value);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, tokens.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HttpFacilitatorTest);

} // namespace
