// Which errors of endpoints a smaller question mends, and which only waiting does.
#include "chain/rpc_refusals.hpp"

#include "reader_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::ReadRefusal;
using chain::refusal_of;
using chain::RefusalOf;
using chain::RpcError;

class RpcRefusalsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RpcRefusalsTest);
    CPPUNIT_TEST(a_range_is_of_the_question);
    CPPUNIT_TEST(a_rate_is_of_the_asker);
    CPPUNIT_TEST(other_errors_are_neither);
    CPPUNIT_TEST(a_range_is_halved_whatever_the_status);
    CPPUNIT_TEST(a_refused_rate_puts_the_endpoint_to_rest);
    CPPUNIT_TEST(a_contract_puts_no_endpoint_to_rest);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    static void all_are(RefusalOf expected, std::initializer_list<RpcError> errors)
    {
        for (const RpcError& error : errors)
            CPPUNIT_ASSERT_MESSAGE(error.message, refusal_of(error) == expected);
    }
    auto scan() { return m_world.transactions->transfers(900, 1000, m_world.recipients); }

public:
    void a_range_is_of_the_question()
    {
        all_are(RefusalOf::question,
                {{-32614, "eth_getLogs is limited to a 5 range"},
                 {-32600, "You can make eth_getLogs requests with up to a 10 block range"},
                 {-32005, "query returned more than 10000 results"},
                 {-32602, "Log response size exceeded"},
                 {-32000, "exceed maximum block range: 50000"},
                 {-32701, "Please limit the query to at most 1000 blocks"},
                 {35, "ranges over 10000 blocks are not supported on freetier"},
                 {-32000, "too many logs requested"},
                 {-32000, "response is too big"},
                 {-32000, "query timeout"},
                 {-32603, "request timed out"}});
    }

    void a_rate_is_of_the_asker()
    {
        all_are(RefusalOf::asker,
                {{-32005, "rate limit exceeded"},
                 {-32005, "daily request count exceeded, request rate limited"},
                 {-32000, "daily request limit reached"},
                 {-32029, "Too Many Requests"},
                 {-32000, "compute units per second exceeded"},
                 {-32007, "50/second request limit reached - reduce calls per second"},
                 {-32016, "over rate limit of this range of addresses"},
                 {-32000, "eth_getLogs: call limit exceeded"},
                 {-32005, ""},
                 {429, "capacity: see the block explorer"}});
    }

    void other_errors_are_neither()
    {
        all_are(RefusalOf::other, {{-32000, "execution aborted"},
                                   {-32601, "the method does not exist"},
                                   {-32000, "unknown block"},
                                   {-32000, "header not found"},
                                   {-32603, "internal error"}});
    }

    void a_range_is_halved_whatever_the_status()
    {
        m_world.http.nodes.erase(chain_test::k_second_url);
        m_world.settings.urls = {chain_test::k_first_url};
        m_world.restart();
        m_world.pay(m_world.expected, 950);
        m_world.first.range_error = "eth_getLogs is limited to a 5 range";
        m_world.first.largest_range = 5;
        for (const int status : {200, 400, 413, 500}) {
            m_world.http.error_status = status;
            const auto told = scan();
            CPPUNIT_ASSERT_MESSAGE(std::to_string(status), told.has_value());
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told->hints.size());
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, told->told_to);
        }
    }

    void a_refused_rate_puts_the_endpoint_to_rest()
    {
        m_world.http.nodes.erase(chain_test::k_second_url);
        for (const char* method : {"eth_getLogs", "eth_getBlockByNumber"}) {
            m_world.first.errors = {{method, R"("code":-32005,"message":"rate limit exceeded")"}};
            m_world.first.asked.clear();
            CPPUNIT_ASSERT(scan().error() == ReadRefusal::unreachable);
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.times_asked(method));
            // It is left alone for a while.
            CPPUNIT_ASSERT(scan().error() == ReadRefusal::unreachable);
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.times_asked(method));
            m_world.rest();
        }
        m_world.first.errors.clear();
        CPPUNIT_ASSERT(scan().has_value());
    }

    void a_contract_puts_no_endpoint_to_rest()
    {
        m_world.http.nodes.erase(chain_test::k_second_url);
        m_world.first.errors = {{"eth_call", R"("code":-32000,"message":"rate limit exceeded")"}};
        CPPUNIT_ASSERT(!m_world.ask(m_world.expected));
        CPPUNIT_ASSERT(scan().has_value());
        m_world.first.errors = {{"eth_call", R"("code":-32005,"message":"rate limit exceeded")"}};
        CPPUNIT_ASSERT(!m_world.ask(m_world.expected));
        CPPUNIT_ASSERT(scan().error() == ReadRefusal::unreachable);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RpcRefusalsTest);

} // namespace
