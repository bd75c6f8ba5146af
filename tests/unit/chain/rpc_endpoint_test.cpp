// An endpoint rests after failures and comes back; one of another chain is not listened to.
#include "chain/rpc_endpoint.hpp"

#include "support/fake_http.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using chain::EndpointHealth;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

class EndpointHealthTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(EndpointHealthTest);
    CPPUNIT_TEST(rests_double_up_to_a_cap);
    CPPUNIT_TEST(a_wish_is_kept_up_to_a_minute);
    CPPUNIT_TEST(an_answer_ends_it);
    CPPUNIT_TEST_SUITE_END();

    // How long it rests when it fails now.
    static milliseconds rest_of(EndpointHealth& health, std::uint8_t dice,
                                std::optional<seconds> wish = std::nullopt)
    {
        const EndpointHealth::Time now{std::chrono::hours{1}};
        health.failed(now, wish, dice);
        milliseconds rest{0};
        while (!health.may_be_asked(now + rest)) ++rest;
        return rest;
    }

public:
    void rests_double_up_to_a_cap()
    {
        EndpointHealth health;
        for (const int most : {250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000}) {
            EndpointHealth lucky = health;
            CPPUNIT_ASSERT_EQUAL(std::int64_t{most / 2}, rest_of(lucky, 0).count());
            const auto rest = rest_of(health, 255);
            CPPUNIT_ASSERT(rest > milliseconds{most * 9 / 10} && rest <= milliseconds{most});
        }
    }

    void a_wish_is_kept_up_to_a_minute()
    {
        for (const auto& [wish, rest] : {std::pair{seconds{7}, seconds{7}},
                                         {seconds{60}, seconds{60}},
                                         {seconds{61}, seconds{60}},
                                         {seconds::max(), seconds{60}}}) {
            EndpointHealth health;
            CPPUNIT_ASSERT(rest_of(health, 0, wish) == rest);
        }
        EndpointHealth health;
        CPPUNIT_ASSERT(rest_of(health, 0, seconds{-5}) == milliseconds{125});
    }

    void an_answer_ends_it()
    {
        EndpointHealth health;
        for (int i = 0; i < 5; ++i) health.failed({}, std::nullopt, 0);
        CPPUNIT_ASSERT(!health.may_be_asked({}));
        health.answered();
        CPPUNIT_ASSERT(health.may_be_asked({}));
        CPPUNIT_ASSERT(rest_of(health, 0) == milliseconds{125});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EndpointHealthTest);

class RpcEndpointTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RpcEndpointTest);
    CPPUNIT_TEST(the_chain_id_is_asked_first_and_again_later);
    CPPUNIT_TEST(another_chain_is_set_aside_until_it_is_mended);
    CPPUNIT_TEST(an_unreadable_chain_id_is_a_failure);
    CPPUNIT_TEST(a_failure_is_followed_by_a_rest_and_one_probe);
    CPPUNIT_TEST(an_error_is_no_failure);
    CPPUNIT_TEST(too_large_an_answer_is_no_failure);
    CPPUNIT_TEST(nonsense_is_a_failure);
    CPPUNIT_TEST(nothing_is_sent_past_the_deadline);
    CPPUNIT_TEST_SUITE_END();

    support::FakeHttp m_http;
    chain::Deadline m_now{std::chrono::hours{5}};
    chain::RpcEndpoint m_endpoint{m_http,
                                  {.url = "https://rpc.example/s3cret",
                                   .ordinal = 2,
                                   .chain_id = 8453,
                                   .timeout = seconds{6}},
                                  [this] { return m_now; }};
    int m_id = 0;

    void will_return(std::string_view result)
    {
        m_http.will_answer(200, concat(R"({"id":)", ++m_id, R"(,"result":)", result, "}"));
    }
    void will_fail(int status = 503)
    {
        ++m_id;
        m_http.will_answer(status, "");
    }
    chain::RpcAnswer call() { return m_endpoint.call("eth_x", json::array(), m_now + seconds{15}); }

public:
    void the_chain_id_is_asked_first_and_again_later()
    {
        will_return("\"0X02105\"");
        will_return("true");
        CPPUNIT_ASSERT(call());
        CPPUNIT_ASSERT(m_http.requests[0].body.find("eth_chainId") != std::string::npos);
        m_now += minutes{9};
        will_return("true");
        CPPUNIT_ASSERT(call());
        m_now += minutes{1};
        will_return("\"0x2105\"");
        will_return("true");
        CPPUNIT_ASSERT(call());
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, m_http.requests.size());
        CPPUNIT_ASSERT(m_http.requests[3].body.find("eth_chainId") != std::string::npos);
    }

    void another_chain_is_set_aside_until_it_is_mended()
    {
        will_return("\"0x14a34\"");
        CPPUNIT_ASSERT(!call());
        CPPUNIT_ASSERT(m_endpoint.serves_wrong_chain());
        CPPUNIT_ASSERT_EQUAL(std::string{"serves another chain"}, chain::describe(call().error()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_http.requests.size());
        m_now += minutes{1};
        will_return("\"0x2105\"");
        will_return("true");
        CPPUNIT_ASSERT(call());
        CPPUNIT_ASSERT(!m_endpoint.serves_wrong_chain());
    }

    void an_unreadable_chain_id_is_a_failure()
    {
        for (const char* result : {"null", "8453", "\"8453\"", "\"0x\"", "{}"}) {
            will_return(result);
            CPPUNIT_ASSERT_MESSAGE(result, !call());
            CPPUNIT_ASSERT(!m_endpoint.serves_wrong_chain());
            m_now += seconds{30};
        }
        will_return("\"0x2105\"");
        will_return("true");
        CPPUNIT_ASSERT(call());
    }

    void a_failure_is_followed_by_a_rest_and_one_probe()
    {
        will_return("\"0x2105\"");
        will_fail();
        CPPUNIT_ASSERT_EQUAL(std::string{"status 503"}, chain::describe(call().error()));
        CPPUNIT_ASSERT_EQUAL(std::string{"status 503"}, chain::describe(call().error()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_http.requests.size());
        m_now += milliseconds{250};
        will_fail(429);
        m_http.answers.back()->retry_after = seconds{20};
        CPPUNIT_ASSERT(!call());
        m_now += milliseconds{19'999};
        CPPUNIT_ASSERT(!call());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, m_http.requests.size());
        m_now += milliseconds{1};
        will_return("true");
        will_return("true");
        CPPUNIT_ASSERT(call());
        CPPUNIT_ASSERT(call());
    }

    void an_error_is_no_failure()
    {
        will_return("\"0x2105\"");
        for (int i = 0; i < 3; ++i)
            m_http.will_answer(
                200, concat(R"({"id":)", ++m_id, R"(,"error":{"code":-32000,"message":"x"}})"));
        for (int i = 0; i < 3; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"error -32000"}, chain::describe(call().error()));
    }

    void too_large_an_answer_is_no_failure()
    {
        const auto will_tell_too_much = [&] {
            ++m_id;
            m_http.answers.emplace_back(base::refuse(net::HttpFailure{
                net::HttpFailureKind::may_be_received, "answer too large", /*is_too_large=*/true}));
        };
        will_return("\"0x2105\"");
        for (int i = 0; i < 3; ++i) will_tell_too_much();
        will_return("true");
        for (int i = 0; i < 3; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"answer too large"}, chain::describe(call().error()));
        CPPUNIT_ASSERT(call());
        // But of what no other has a hand in.
        m_now += minutes{10};
        will_tell_too_much();
        CPPUNIT_ASSERT(!call());
        const auto sent = m_http.requests.size();
        CPPUNIT_ASSERT(!call());
        CPPUNIT_ASSERT_EQUAL(sent, m_http.requests.size());
    }

    void nonsense_is_a_failure()
    {
        will_return("\"0x2105\"");
        will_return("7");
        CPPUNIT_ASSERT(call());
        m_endpoint.gave_nonsense("an unreadable answer");
        CPPUNIT_ASSERT_EQUAL(std::string{"an unreadable answer"}, chain::describe(call().error()));
    }

    void nothing_is_sent_past_the_deadline()
    {
        CPPUNIT_ASSERT(!m_endpoint.call("eth_x", json::array(), m_now));
        CPPUNIT_ASSERT(m_http.requests.empty());
        will_return("\"0x2105\"");
        will_return("true");
        CPPUNIT_ASSERT(m_endpoint.call("eth_x", json::array(), m_now + seconds{2}));
        CPPUNIT_ASSERT(m_http.requests[1].total_timeout == seconds{2});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RpcEndpointTest);

} // namespace
