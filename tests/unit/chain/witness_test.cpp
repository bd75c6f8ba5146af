// One endpoint by two names is one witness: it proves nothing to itself, and the second name is
// there for the first.
#include "reader_world.hpp"

#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::AuthorizationUse;
using chain::ReadRefusal;
using chain_test::k_first_url;
using chain_test::k_second_url;
using Kind = chain::EndpointTrouble::Kind;
using State = chain::TransactionSighting::State;

// All of them lead to where k_first_url does.
const std::string k_again[] = {k_first_url,
                               "https://one.example/",
                               "https://one.example:443/s3cret",
                               "https://ONE.example/s3cret",
                               "HTTPS://one.example./another-key",
                               "https://user@one.example/s3cret"};

class WitnessTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WitnessTest);
    CPPUNIT_TEST(one_endpoint_named_twice_proves_no_large_value);
    CPPUNIT_TEST(one_endpoint_named_twice_is_one_source_of_a_transaction);
    CPPUNIT_TEST(one_endpoint_named_twice_agrees_with_nobody_on_a_search);
    CPPUNIT_TEST(the_second_name_is_asked_when_the_first_is_silent);
    CPPUNIT_TEST(the_second_name_is_asked_when_the_first_lags);
    CPPUNIT_TEST(each_witness_is_heard_once_in_a_halt);
    CPPUNIT_TEST(another_origin_is_another_witness);
    CPPUNIT_TEST(fresh_witnesses_are_counted);
    CPPUNIT_TEST(what_has_no_origin_is_refused);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    // `urls` that are no node yet lead to the first one.
    void configure(const std::vector<std::string>& urls)
    {
        for (const std::string& url : urls) m_world.http.nodes.emplace(url, &m_world.first);
        m_world.settings.urls = urls;
        m_world.restart();
    }

public:
    void one_endpoint_named_twice_proves_no_large_value()
    {
        m_world.pay(m_world.large, 950);
        for (const std::string& url : k_again) {
            configure({k_first_url, url});
            const auto state = m_world.ask(m_world.large);
            CPPUNIT_ASSERT_MESSAGE(url, !state && state.error() == ReadRefusal::unreachable);
            const auto proof = m_world.reader->transfer_in(m_world.tx_hash, m_world.large);
            CPPUNIT_ASSERT_MESSAGE(url, !proof && proof.error() == ReadRefusal::unreachable);
            CPPUNIT_ASSERT(m_world.reader->troubles().at(0).kind == Kind::too_few);
            m_world.pay(m_world.expected, 950);
            CPPUNIT_ASSERT(m_world.ask(m_world.expected)->use == AuthorizationUse::paid);
            m_world.pay(m_world.large, 950);
        }
    }

    void one_endpoint_named_twice_is_one_source_of_a_transaction()
    {
        m_world.pay(m_world.large, 950);
        for (const std::string& url : k_again) {
            configure({k_first_url, url});
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::size_t{1},
                                         m_world.transactions->endpoint_count());
            const auto sighting = m_world.look();
            CPPUNIT_ASSERT(sighting->state == State::included);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(url, std::size_t{1}, sighting->sources);
        }
    }

    void one_endpoint_named_twice_agrees_with_nobody_on_a_search()
    {
        for (const std::string& url : k_again) {
            configure({k_first_url, url});
            const auto search = m_world.transactions->transfers(900, 990, m_world.recipients);
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{990}, search->told_to);
            CPPUNIT_ASSERT_MESSAGE(url, !search->agreed_to);
        }
    }

    void the_second_name_is_asked_when_the_first_is_silent()
    {
        m_world.pay(m_world.large, 950);
        configure({k_first_url, k_second_url, k_again[2]});
        m_world.http.broken[k_first_url] = {503, ""};
        CPPUNIT_ASSERT(m_world.ask(m_world.large)->use == AuthorizationUse::paid);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_world.look()->sources);
        // And not when it speaks: twice the same word costs twice the time.
        m_world.http.broken.clear();
        m_world.rest();
        m_world.first.asked.clear();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_world.reader->fresh_witnesses());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.times_asked("eth_getBlockByNumber"));
    }

    void the_second_name_is_asked_when_the_first_lags()
    {
        chain_test::ChainNode behind = m_world.first;
        behind.head -= 8;
        m_world.pay(m_world.large, 950);
        m_world.http.nodes[k_again[2]] = &behind;
        configure({k_again[2], k_first_url, k_second_url});
        CPPUNIT_ASSERT(m_world.ask(m_world.large)->use == AuthorizationUse::paid);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_world.reader->fresh_witnesses());
    }

    void each_witness_is_heard_once_in_a_halt()
    {
        m_world.pay(m_world.large, 950);
        m_world.clock.advance(std::chrono::hours{1});
        configure({k_first_url, k_again[2]});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.look()->sources);
        configure({k_first_url, k_again[2], k_second_url});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_world.look()->sources);
        CPPUNIT_ASSERT(m_world.ask(m_world.large)->use == AuthorizationUse::paid);
    }

    void another_origin_is_another_witness()
    {
        m_world.pay(m_world.large, 950);
        for (const char* url :
             {"https://one.example:8443/s3cret", "http://one.example/s3cret",
              "https://two.one.example/s3cret", "https://one.example.other/s3cret"}) {
            configure({k_first_url, url});
            CPPUNIT_ASSERT_MESSAGE(url, m_world.ask(m_world.large)->use == AuthorizationUse::paid);
        }
    }

    void fresh_witnesses_are_counted()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_world.reader->fresh_witnesses());
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.reader->fresh_witnesses());
        m_world.http.broken.clear();
        m_world.rest();
        m_world.second.head -= 8; // 16 s
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.reader->fresh_witnesses());
        m_world.second.head += 8;
        m_world.second.chain_id = 1;
        configure({k_first_url, k_second_url});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.reader->fresh_witnesses());
        // A chain that stands still has none: no buyer can pay on it either.
        m_world.second.chain_id = 8453;
        configure({k_first_url, k_second_url});
        m_world.clock.advance(std::chrono::minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, m_world.reader->fresh_witnesses());
    }

    void what_has_no_origin_is_refused()
    {
        CPPUNIT_ASSERT_THROW(configure({k_first_url, "one.example"}), base::Fault);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WitnessTest);

} // namespace
