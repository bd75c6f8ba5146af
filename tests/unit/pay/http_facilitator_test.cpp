// Which facilitator is asked, with what, and when the next one may be.
#include "pay/http_facilitator.hpp"

#include "support/fake_http.hpp"
#include "support/payment.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

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
        .urls = {"https://one.example/secretpath/", "https://two.example"}, .bearer = "s3cret"};
    pay::HttpFacilitator m_facilitator{m_http, m_settings};

    static pay::Deadline in(milliseconds span) { return std::chrono::steady_clock::now() + span; }
    pay::VerifyOutcome verify()
    {
        return m_facilitator.verify(m_payload, m_terms, in(seconds{55}));
    }
    pay::SettleOutcome settle(std::size_t endpoint = 0)
    {
        return m_facilitator.settle(m_payload, m_terms, endpoint, in(seconds{55}));
    }

public:
    void without_urls_there_is_no_facilitator()
    {
        const pay::FacilitatorSettings none{};
        CPPUNIT_ASSERT_THROW((pay::HttpFacilitator{m_http, none}), base::Fault);
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
        CPPUNIT_ASSERT(m_http.requests[0].connection == net::Connection::may_reuse);
        CPPUNIT_ASSERT(m_http.requests[1].connection == net::Connection::fresh);
    }

    void calls_are_bounded_by_timeout_and_deadline()
    {
        m_settings.bearer.clear();
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
            for (const auto& header : request.headers)
                CPPUNIT_ASSERT(header.name != "Authorization");
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HttpFacilitatorTest);

} // namespace
