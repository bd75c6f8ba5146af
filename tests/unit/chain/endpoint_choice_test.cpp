// Which endpoints are believed: fresh ones of our chain, in order, and two of them when it matters.
#include "reader_world.hpp"

#include "support/http_server.hpp"
#include "support/sample_config.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/curl_http_client.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::AuthorizationUse;
using chain::EndpointTrouble;
using chain::ReadRefusal;
using chain_test::k_first_url;
using chain_test::k_second_url;
using chain_test::Payment;
using std::chrono::seconds;
using Kind = chain::EndpointTrouble::Kind;

class EndpointChoiceTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(EndpointChoiceTest);
    CPPUNIT_TEST(without_endpoints_there_is_no_reader);
    CPPUNIT_TEST(settings_come_from_the_configuration);
    CPPUNIT_TEST(a_silent_endpoint_is_passed_over);
    CPPUNIT_TEST(all_silent_is_unreachable);
    CPPUNIT_TEST(a_lagging_endpoint_has_no_weight);
    CPPUNIT_TEST(a_lagging_endpoint_alone_is_stale);
    CPPUNIT_TEST(a_chain_that_stands_still_is_readable);
    CPPUNIT_TEST(a_chain_that_stands_still_is_not_its_laggard);
    CPPUNIT_TEST(one_endpoint_is_its_own_measure);
    CPPUNIT_TEST(a_head_that_is_still_to_come_is_no_answer);
    CPPUNIT_TEST(another_chain_is_set_aside_and_reported);
    CPPUNIT_TEST(large_values_need_two);
    CPPUNIT_TEST(large_values_with_one_configured_are_never_proven);
    CPPUNIT_TEST(contradictions_are_disagreements);
    CPPUNIT_TEST(a_block_ahead_is_no_contradiction);
    CPPUNIT_TEST(any_use_is_not_outvoted);
    CPPUNIT_TEST(a_back_end_behind_its_head_does_not_say_unused);
    CPPUNIT_TEST(silence_is_reported_after_three_questions);
    CPPUNIT_TEST(a_question_has_an_end);
    CPPUNIT_TEST(a_real_server_answers);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    std::optional<AuthorizationUse> use(const chain::ExpectedTransfer& transfer)
    {
        const auto state = m_world.ask(transfer);
        if (!state) return std::nullopt;
        return state->use;
    }
    ReadRefusal refusal(const chain::ExpectedTransfer& transfer)
    {
        const auto state = m_world.ask(transfer);
        CPPUNIT_ASSERT(!state);
        return state.error();
    }
    static void lag(chain_test::ChainNode& node, std::int64_t by_s)
    {
        node.head -= static_cast<std::uint64_t>(by_s / 2);
    }

public:
    void without_endpoints_there_is_no_reader()
    {
        m_world.settings.urls.clear();
        CPPUNIT_ASSERT_THROW(m_world.restart(), base::Fault);
    }

    void settings_come_from_the_configuration()
    {
        const auto settings = chain::reader_settings(support::sample_config());
        CPPUNIT_ASSERT_EQUAL(std::string{"https://rpc.assay.example"}, settings.urls.at(0));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{8453}, settings.chain_id);
        CPPUNIT_ASSERT(settings.timeout == seconds{6});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, settings.confirmations);
        CPPUNIT_ASSERT_EQUAL(std::string{"5.00"}, settings.single_source_max.decimal_text());
        const auto payment = support::sample_config().payment;
        CPPUNIT_ASSERT(settings.token == payment.asset);
    }

    void a_silent_endpoint_is_passed_over()
    {
        m_world.pay(m_world.expected, 950);
        m_world.http.broken[k_first_url] = {503, ""};
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::paid);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, m_world.reader->head()->number);
    }

    void all_silent_is_unreachable()
    {
        m_world.http.nodes.clear();
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.reader->head().error() == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, m_world.expected).error() ==
                       ReadRefusal::unreachable);
    }

    void a_lagging_endpoint_has_no_weight()
    {
        m_world.pay(m_world.expected, 995);
        lag(m_world.first, 16);
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::paid);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, m_world.reader->head()->number);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, m_world.first.times_asked("eth_call"));
    }

    void a_lagging_endpoint_alone_is_stale()
    {
        lag(m_world.first, 16);
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::stale);
        CPPUNIT_ASSERT(m_world.reader->head().error() == ReadRefusal::stale);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, m_world.expected).error() ==
                       ReadRefusal::stale);
    }

    void a_chain_that_stands_still_is_readable()
    {
        m_world.pay(m_world.expected, 950);
        m_world.clock.advance(seconds{14});
        CPPUNIT_ASSERT(m_world.reader->head()->is_fresh);
        m_world.clock.advance(std::chrono::minutes{116});
        const auto head = m_world.reader->head();
        CPPUNIT_ASSERT((*head == chain::ChainHead{1000, 1'780'002'000, false}));
        const auto state = m_world.ask(m_world.expected);
        CPPUNIT_ASSERT(state->use == AuthorizationUse::paid);
        CPPUNIT_ASSERT(!state->head.is_fresh);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, m_world.expected)->has_value());
    }

    void a_chain_that_stands_still_is_not_its_laggard()
    {
        m_world.pay(m_world.expected, 999);
        lag(m_world.first, 100);
        m_world.clock.advance(std::chrono::minutes{10});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, m_world.reader->head()->number);
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::paid);
        CPPUNIT_ASSERT(refusal(m_world.large) == ReadRefusal::stale);
    }

    void one_endpoint_is_its_own_measure()
    {
        m_world.settings.urls = {k_first_url};
        m_world.restart();
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::unused);
        m_world.clock.advance(seconds{60});
        CPPUNIT_ASSERT(!m_world.reader->head()->is_fresh);
    }

    void a_head_that_is_still_to_come_is_no_answer()
    {
        // Our clock is a second past both heads.
        const auto ahead_by = [this](std::int64_t by_s) {
            m_world.first.timestamp = [by_s](std::uint64_t number) {
                return chain_test::ChainNode::k_genesis_s + 2 * static_cast<std::int64_t>(number) +
                       1 + by_s;
            };
        };
        m_world.pay(m_world.expected, 950);
        ahead_by(5);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1'780'002'006}, m_world.reader->head()->timestamp_s);
        for (const std::int64_t by_s : {6, 3600, 1'000'000'000}) {
            ahead_by(by_s);
            // And the other one does not look as if it lagged.
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1'780'002'000}, m_world.reader->head()->timestamp_s);
            CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::paid);
        }
        const auto troubles = m_world.reader->troubles();
        CPPUNIT_ASSERT_EQUAL(std::string{"rpc endpoint 1: its head is ahead of our clock"},
                             troubles.at(0).detail);
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::unreachable);
    }

    void another_chain_is_set_aside_and_reported()
    {
        m_world.pay(m_world.expected, 950);
        m_world.second.payments.clear();
        m_world.second.chain_id = 84532;
        m_world.first.chain_id = 84532;
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.asked.size());
        auto troubles = m_world.reader->troubles();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, troubles.size());
        CPPUNIT_ASSERT(troubles[0].kind == Kind::wrong_chain);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"rpc endpoint 1: serves another chain than payment.network"},
            troubles[0].detail);
        m_world.rest();
        m_world.first.chain_id = 8453;
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::paid);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.reader->troubles().size());
        // The one that is set aside does not make the chain look as if it stood still or lagged.
        m_world.clock.advance(seconds{60});
        CPPUNIT_ASSERT(!m_world.reader->head()->is_fresh);
    }

    void large_values_need_two()
    {
        m_world.pay(m_world.large, 950);
        CPPUNIT_ASSERT(use(m_world.large) == AuthorizationUse::paid);
        CPPUNIT_ASSERT(*m_world.reader->transfer_in(m_world.tx_hash, m_world.large) ==
                       m_world.proof(950));
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT(refusal(m_world.large) == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, m_world.large).error() ==
                       ReadRefusal::unreachable);
        // The bound itself needs one.
        auto bound = m_world.expected;
        bound.value = m_world.settings.single_source_max;
        m_world.pay(bound, 950);
        CPPUNIT_ASSERT(use(bound) == AuthorizationUse::paid);
    }

    void large_values_with_one_configured_are_never_proven()
    {
        m_world.pay(m_world.large, 950);
        m_world.settings.urls = {k_first_url};
        m_world.restart();
        CPPUNIT_ASSERT(m_world.reader->troubles().empty());
        CPPUNIT_ASSERT(refusal(m_world.large) == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.first.asked.empty());
        CPPUNIT_ASSERT(m_world.reader->troubles().at(0).kind == Kind::too_few);
    }

    void contradictions_are_disagreements()
    {
        const auto& large = m_world.large;
        // A forged receipt on one of two: the other saw no use of it, or another transaction.
        m_world.first.payments.insert_or_assign(m_world.tx_hash,
                                                Payment{.transfer = large, .block = 950});
        CPPUNIT_ASSERT(refusal(large) == ReadRefusal::disagreement);
        CPPUNIT_ASSERT(!m_world.reader->transfer_in(m_world.tx_hash, large)->has_value());
        auto elsewhere = large;
        elsewhere.pay_to = chain_test::address(0xcc);
        m_world.second.payments.insert_or_assign(m_world.tx_hash,
                                                 Payment{.transfer = elsewhere, .block = 950});
        CPPUNIT_ASSERT(refusal(large) == ReadRefusal::disagreement);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, large).error() ==
                       ReadRefusal::disagreement);
        m_world.second.payments.insert_or_assign(m_world.tx_hash,
                                                 Payment{.transfer = large, .block = 951});
        CPPUNIT_ASSERT(refusal(large) == ReadRefusal::disagreement);
        CPPUNIT_ASSERT(m_world.reader->transfer_in(m_world.tx_hash, large).error() ==
                       ReadRefusal::disagreement);
    }

    void a_block_ahead_is_no_contradiction()
    {
        m_world.pay(m_world.large, 999);
        m_world.second.head = 998;
        CPPUNIT_ASSERT(use(m_world.large) == AuthorizationUse::used_unseen);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{998}, m_world.ask(m_world.large)->head.number);
        m_world.second.head = 1000;
        CPPUNIT_ASSERT(use(m_world.large) == AuthorizationUse::paid);
    }

    void any_use_is_not_outvoted()
    {
        m_world.first.always_used = true;
        CPPUNIT_ASSERT(use(m_world.expected) == AuthorizationUse::used_unseen);
        CPPUNIT_ASSERT(use(m_world.large) == AuthorizationUse::used_unseen);
    }

    void a_back_end_behind_its_head_does_not_say_unused()
    {
        // A head of block 1001, but the state is asked of a back end that has come to 1000.
        m_world.first.results["eth_getBlockByNumber"] =
            base::concat(R"({"number":"0x3e9","timestamp":"0x7fffffff","hash":")",
                         m_world.first.hash_of(1001).text(), "\"}");
        m_world.http.nodes.erase(k_second_url);
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::unreachable);
    }

    void silence_is_reported_after_three_questions()
    {
        m_world.http.broken[k_first_url] = {401, "s3cret"};
        for (int i = 0; i < 2; ++i) CPPUNIT_ASSERT(m_world.reader->head());
        CPPUNIT_ASSERT(m_world.reader->troubles().empty());
        CPPUNIT_ASSERT(m_world.reader->head());
        const auto troubles = m_world.reader->troubles();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, troubles.size());
        CPPUNIT_ASSERT(troubles[0].kind == Kind::silent);
        CPPUNIT_ASSERT_EQUAL(std::string{"rpc endpoint 1: status 401"}, troubles[0].detail);
        m_world.http.broken.clear();
        m_world.rest();
        CPPUNIT_ASSERT(m_world.reader->head());
        CPPUNIT_ASSERT(m_world.reader->troubles().empty());
    }

    void a_question_has_an_end()
    {
        m_world.pay(m_world.expected, 1);
        m_world.first.largest_range = 1;
        m_world.http.before_each = [this] { m_world.steady += std::chrono::milliseconds{500}; };
        const auto begun = m_world.steady;
        CPPUNIT_ASSERT(refusal(m_world.expected) == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.steady - begun <= seconds{15});
    }

    void a_real_server_answers()
    {
        m_world.pay(m_world.expected, 950);
        int seen = 0;
        const support::HttpServer server{
            [&](support::HttpServer::Peer& peer, const std::string& request) {
                if (++seen == 1) {
                    peer.write("HTTP/1.1 200 X\r\nContent-Le");
                    return false;
                }
                return peer.write(support::http_answer(
                    200, m_world.first.answer(request.substr(request.find("\r\n\r\n") + 4))));
            }};
        m_world.settings.urls = {server.url("/s3cret")};
        const net::OperatorEgress gate{m_world.settings.urls};
        net::CurlHttpClient http{gate};
        chain::RpcEndpoints endpoints{http, m_world.clock, m_world.settings,
                                      [this] { return m_world.steady; }};
        chain::RpcTransferReader reader{endpoints, m_world.settings};
        CPPUNIT_ASSERT(reader.head().error() == ReadRefusal::unreachable);
        m_world.rest();
        const auto proof = reader.transfer_in(m_world.tx_hash, m_world.expected);
        CPPUNIT_ASSERT(*proof == m_world.proof(950));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EndpointChoiceTest);

} // namespace
