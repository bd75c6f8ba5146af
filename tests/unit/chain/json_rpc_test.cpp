// What is an answer of a JSON-RPC endpoint, what is its refusal, and what is only noise.
#include "chain/json_rpc.hpp"

#include "support/fake_http.hpp"
#include "support/http_server.hpp"

#include "base/concat.hpp"
#include "net/curl_http_client.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using chain::RpcError;
using chain::TransportFault;
using std::chrono::milliseconds;
using std::chrono::seconds;
using support::http_answer;
using support::HttpServer;
using Peer = support::HttpServer::Peer;

class JsonRpcTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(JsonRpcTest);
    CPPUNIT_TEST(what_is_no_answer_is_a_fault);
    CPPUNIT_TEST(only_status_200_answers);
    CPPUNIT_TEST(a_null_result_is_an_answer);
    CPPUNIT_TEST(a_null_error_and_an_id_as_text_do_no_harm);
    CPPUNIT_TEST(an_error_is_an_answer_of_its_own);
    CPPUNIT_TEST(an_error_outweighs_a_result);
    CPPUNIT_TEST(an_error_status_may_refuse_a_range);
    CPPUNIT_TEST(an_error_message_is_short_and_printable);
    CPPUNIT_TEST(each_call_has_its_own_id);
    CPPUNIT_TEST(calls_are_bounded);
    CPPUNIT_TEST(real_servers_that_misbehave_are_faults);
    CPPUNIT_TEST(a_real_pause_is_passed_on);
    CPPUNIT_TEST(a_huge_answer_is_no_fault);
    CPPUNIT_TEST_SUITE_END();

    support::FakeHttp m_http;
    chain::JsonRpcClient m_client{m_http, "https://rpc.example/v2/s3cret"};

    chain::RpcAnswer call() { return m_client.call("eth_x", json::array(), seconds{6}); }
    static std::string fault_of(const chain::RpcAnswer& answer)
    {
        CPPUNIT_ASSERT(!answer);
        const auto* fault = std::get_if<TransportFault>(&answer.error());
        CPPUNIT_ASSERT(fault != nullptr);
        CPPUNIT_ASSERT(fault->detail.find("s3cret") == std::string::npos);
        return fault->detail;
    }
    // One call over a real socket.
    static chain::RpcAnswer call(const HttpServer& server, milliseconds timeout = seconds{10})
    {
        const std::string url = server.url("/s3cret");
        const net::OperatorEgress gate{std::span{&url, 1}};
        net::CurlHttpClient http{gate};
        chain::JsonRpcClient client{http, url};
        return client.call("eth_x", json::array(), timeout);
    }

public:
    void what_is_no_answer_is_a_fault()
    {
        const char* bodies[] = {
            "",
            "<html>s3cret</html>",
            "null",
            "[]",
            "\"0x1\"",
            "{}",
            R"({"jsonrpc":"2.0","id":1,"result":"0x)", // cut off
            R"({"jsonrpc":"2.0","id":1})",
            R"({"jsonrpc":"2.0","result":"0x1"})",
            R"({"jsonrpc":"2.0","id":null,"result":"0x1"})",
            R"({"jsonrpc":"2.0","id":"01","result":"0x1"})",
            R"({"jsonrpc":"2.0","id":"","result":"0x1"})",
            R"({"jsonrpc":"2.0","id":1.0,"result":"0x1"})",
            R"({"jsonrpc":"2.0","id":"2","error":{"code":1,"message":"m"}})",
            R"({"jsonrpc":"2.0","id":2,"result":"0x1"})",
            R"({"jsonrpc":"2.0","id":1,"result":"0x1","error":"s3cret"})",
            R"({"jsonrpc":"2.0","id":1,"error":null})",
            R"({"jsonrpc":"2.0","id":1,"error":"s3cret"})",
            R"({"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}})",
            R"({"jsonrpc":"2.0","id":1,"error":{"code":1}})",
            R"([{"jsonrpc":"2.0","id":1,"result":"0x1"}])",
            R"({"jsonrpc":"2.0","id":1,"id":1,"result":"0x1"})",
        };
        for (const char* body : bodies) {
            chain::JsonRpcClient fresh{m_http, "https://rpc.example/v2/s3cret"};
            m_http.will_answer(200, body);
            CPPUNIT_ASSERT_MESSAGE(
                body, !fault_of(fresh.call("eth_x", json::array(), seconds{6})).empty());
        }
        m_http.will_fail(net::HttpFailureKind::not_sent, "Couldn't connect to server");
        CPPUNIT_ASSERT_EQUAL(std::string{"Couldn't connect to server"}, fault_of(call()));
    }

    void only_status_200_answers()
    {
        for (const int status : {201, 204, 301, 400, 401, 404, 429, 500, 502, 503}) {
            m_http.answers.emplace_back(net::HttpResponse{
                status, R"({"jsonrpc":"2.0","id":1,"result":"0x1"})", seconds{9}});
            const auto answer = call();
            CPPUNIT_ASSERT_EQUAL(concat("status ", status), fault_of(answer));
            CPPUNIT_ASSERT(std::get<TransportFault>(answer.error()).retry_after == seconds{9});
        }
    }

    void a_null_result_is_an_answer()
    {
        m_http.will_answer(200, R"({"jsonrpc":"2.0","id":1,"result":null})");
        const auto answer = call();
        CPPUNIT_ASSERT(answer && json_is_null(answer->get()));
        // Members that we do not know, and none that says the version, do no harm.
        m_http.will_answer(200, R"({"id":2,"result":{"a":[]},"usage":1})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"a":[]})"}, json::dump(call()->get()));
    }

    void an_error_is_an_answer_of_its_own()
    {
        m_http.will_answer(
            200,
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"key s3cret","data":1}})");
        const auto answer = call();
        const auto& error = std::get<RpcError>(answer.error());
        m_http.will_answer(
            400, R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"10 blocks"}})");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32600}, std::get<RpcError>(call().error()).code);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32005}, error.code);
        CPPUNIT_ASSERT_EQUAL(std::string{"key s3cret"}, error.message);
        CPPUNIT_ASSERT_EQUAL(std::string{"error -32005"}, chain::describe(answer.error()));
    }

    void a_null_error_and_an_id_as_text_do_no_harm()
    {
        m_http.will_answer(200, R"({"jsonrpc":"2.0","id":1,"result":"0x1","error":null})");
        CPPUNIT_ASSERT(call().has_value());
        m_http.will_answer(200, R"({"jsonrpc":"2.0","id":"2","result":null,"error":null})");
        CPPUNIT_ASSERT(call().has_value());
        m_http.will_answer(200, R"({"id":"3","error":{"code":-32000,"message":"m"}})");
        CPPUNIT_ASSERT_EQUAL(std::string{"error -32000"}, chain::describe(call().error()));
    }

    void an_error_outweighs_a_result()
    {
        for (const char* result : {"\"0x1\"", "null"}) {
            chain::JsonRpcClient fresh{m_http, "https://rpc.example"};
            m_http.will_answer(200, concat(R"({"id":1,"result":)", result,
                                           R"(,"error":{"code":-32000,"message":"m"}})"));
            const auto answer = fresh.call("eth_x", json::array(), seconds{6});
            CPPUNIT_ASSERT(!answer && std::holds_alternative<RpcError>(answer.error()));
        }
    }

    void an_error_status_may_refuse_a_range()
    {
        const std::string range =
            R"("error":{"code":-32614,"message":"eth_getLogs is limited to a 5 range"}})";
        for (const int status : {400, 403, 413, 422, 500, 503})
            for (const char* start : {"{", "{\"id\":null,", "{\"id\":1,"}) {
                chain::JsonRpcClient fresh{m_http, "https://rpc.example"};
                m_http.answers.emplace_back(
                    net::HttpResponse{status, concat(start, range), seconds{9}});
                const auto answer = fresh.call("eth_getLogs", json::array(), seconds{6});
                const auto* error = std::get_if<RpcError>(&answer.error());
                CPPUNIT_ASSERT_MESSAGE(concat(status, start), error != nullptr);
                CPPUNIT_ASSERT_EQUAL(std::int64_t{-32614}, error->code);
            }
        // Where the words are of no range, the status says what it is.
        m_http.will_answer(503, R"({"id":1,"error":{"code":-32000,"message":"no backend"}})");
        CPPUNIT_ASSERT_EQUAL(std::string{"status 503"}, fault_of(call()));
        m_http.will_answer(429, concat("{\"id\":2,", range));
        CPPUNIT_ASSERT_EQUAL(std::string{"status 429"}, fault_of(call()));
    }

    void an_error_message_is_short_and_printable()
    {
        m_http.will_answer(200,
                           concat(R"({"id":1,"error":{"code":1,"message":"a\u0000\u001b\n\u00e9)",
                                  std::string(300, 'x'), "\"}}"));
        const auto answer = call();
        const auto& message = std::get<RpcError>(answer.error()).message;
        CPPUNIT_ASSERT_EQUAL(concat("a?????", std::string(194, 'x')), message);
    }

    void each_call_has_its_own_id()
    {
        m_http.will_answer(200, R"({"id":1,"result":"0x1"})");
        m_http.will_answer(200, R"({"id":1,"result":"0x1"})");
        CPPUNIT_ASSERT(call());
        CPPUNIT_ASSERT_EQUAL(std::string{"an answer to another request"}, fault_of(call()));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"jsonrpc":"2.0","id":2,"method":"eth_x","params":[]})"},
            m_http.requests[1].body);
    }

    void calls_are_bounded()
    {
        m_http.will_answer(500, "");
        m_http.will_answer(500, "");
        static_cast<void>(call());
        static_cast<void>(m_client.call("eth_x", json::array(), milliseconds{300}));
        CPPUNIT_ASSERT(m_http.requests[0].connect_timeout == seconds{2});
        CPPUNIT_ASSERT(m_http.requests[0].total_timeout == seconds{6});
        CPPUNIT_ASSERT(m_http.requests[1].connect_timeout == milliseconds{300});
        CPPUNIT_ASSERT(m_http.requests[1].total_timeout == milliseconds{300});
        CPPUNIT_ASSERT_EQUAL(std::size_t{8} * 1024 * 1024, m_http.requests[0].response_limit);
        CPPUNIT_ASSERT(m_http.requests[0].method == net::HttpMethod::post);
    }

    void real_servers_that_misbehave_are_faults()
    {
        const std::string good = R"({"jsonrpc":"2.0","id":1,"result":"0x1"})";
        // Each says its bytes and hangs up.
        for (const std::string& bytes : {std::string{}, http_answer(200, good).substr(0, 60),
                                         http_answer(500, good), std::string{"SSH-2.0-x\r\n"}}) {
            const HttpServer server{[&](Peer& peer, const std::string&) {
                peer.write(bytes);
                return false;
            }};
            CPPUNIT_ASSERT(!fault_of(call(server)).empty());
        }
        const HttpServer silent{[](Peer& peer, const std::string&) {
            peer.linger(); // until the client's time is up
            return false;
        }};
        CPPUNIT_ASSERT(!fault_of(call(silent, milliseconds{300})).empty());
        const HttpServer server{
            [&](Peer& peer, const std::string&) { return peer.write(http_answer(200, good)); }};
        CPPUNIT_ASSERT(call(server));
    }

    void a_real_pause_is_passed_on()
    {
        const HttpServer server{[](Peer& peer, const std::string&) {
            return peer.write(http_answer(429, "slow down", "Retry-After: 3\r\n"));
        }};
        const auto answer = call(server);
        CPPUNIT_ASSERT_EQUAL(std::string{"status 429"}, fault_of(answer));
        CPPUNIT_ASSERT(std::get<TransportFault>(answer.error()).retry_after == seconds{3});
    }

    void a_huge_answer_is_no_fault()
    {
        constexpr std::size_t k_limit = std::size_t{8} * 1024 * 1024;
        const std::string huge =
            concat(R"({"jsonrpc":"2.0","id":1,"result":")", std::string(k_limit, 'a'), "\"}");
        const HttpServer server{
            [&](Peer& peer, const std::string&) { return peer.write(http_answer(200, huge)); }};
        const auto answer = call(server);
        CPPUNIT_ASSERT(std::holds_alternative<chain::AnswerTooLarge>(answer.error()));
        CPPUNIT_ASSERT_EQUAL(std::string{"answer too large"}, chain::describe(answer.error()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonRpcTest);

} // namespace
