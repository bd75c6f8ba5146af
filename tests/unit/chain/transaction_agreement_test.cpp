// What two or three endpoints say of one transaction: they agree, one has not come so far, or one
// of them lies.
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::ReadRefusal;
using chain_test::address;
using chain_test::ChainNode;
using chain_test::k_first_url;
using chain_test::k_second_url;
using chain_test::Transaction;
using chain_test::transfer_log;
using chain_test::used_log;
using State = chain::TransactionSighting::State;

class TransactionAgreementTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TransactionAgreementTest);
    CPPUNIT_TEST(different_words_are_a_disagreement);
    CPPUNIT_TEST(one_that_came_further_and_has_it_not_disagrees);
    CPPUNIT_TEST(a_liar_first_is_found_out_by_the_next);
    CPPUNIT_TEST(one_that_has_not_come_so_far_is_passed_over);
    CPPUNIT_TEST(a_null_of_a_laggard_counts_nothing);
    CPPUNIT_TEST(two_that_agree_are_enough);
    CPPUNIT_TEST(the_older_head_counts);
    CPPUNIT_TEST(a_silent_one_leaves_one_source);
    CPPUNIT_TEST(the_stronger_word_stands);
    CPPUNIT_TEST(readers_share_what_is_known_of_endpoints);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;
    ChainNode m_third;

    void tell(ChainNode& node, const Transaction& transaction) const
    {
        node.transactions.insert_or_assign(m_world.tx_hash, transaction);
    }
    [[nodiscard]] Transaction sample() const
    {
        return {.block = 950,
                .logs = {used_log(m_world.expected, 3), transfer_log(m_world.expected, 4)}};
    }
    auto ask() { return m_world.look(); }
    void assert_disagreement(const char* what)
    {
        const auto told = ask();
        CPPUNIT_ASSERT_MESSAGE(what, !told && told.error() == ReadRefusal::disagreement);
    }
    void assert_told(State state, std::size_t sources)
    {
        const auto told = ask();
        CPPUNIT_ASSERT(told.has_value());
        CPPUNIT_ASSERT(told->state == state);
        CPPUNIT_ASSERT_EQUAL(sources, told->sources);
        CPPUNIT_ASSERT((state == State::included) == told->transaction.has_value());
    }
    void add_third()
    {
        m_world.settings.urls.emplace_back("https://three.example/");
        m_world.http.nodes["https://three.example/"] = &m_third;
        m_world.restart();
    }

public:
    void different_words_are_a_disagreement()
    {
        const auto disagree = [this](const char* what, auto change) {
            tell(m_world.first, sample());
            auto other = sample();
            change(other);
            tell(m_world.second, other);
            assert_disagreement(what);
        };
        disagree("block", [](Transaction& told) { told.block = 951; });
        disagree("status", [](Transaction& told) { told.has_succeeded = false; });
        disagree("value",
                 [this](Transaction& told) { told.logs[1] = transfer_log(m_world.large, 4); });
        disagree("payer", [this](Transaction& told) {
            auto other = m_world.expected;
            other.payer = address(0xab);
            told.logs[1] = transfer_log(other, 4);
        });
        disagree("index", [](Transaction& told) { told.logs[1].index = 5; });
        disagree("nonce", [](Transaction& told) { told.logs.erase(told.logs.begin()); });
        disagree("one more", [this](Transaction& told) {
            told.logs.push_back(transfer_log(m_world.expected, 5));
        });
        disagree("none", [](Transaction& told) { told.logs.clear(); });
        disagree("input", [](Transaction& told) { told.call = R"("to":null,"input":"0x00")"; });
        disagree("to", [this](Transaction& told) {
            told.call =
                base::concat(R"("to":")", m_world.expected.token.text(), R"(","input":"0x")");
        });
        tell(m_world.second, sample());
        m_world.second.timestamp = [](std::uint64_t number) {
            return ChainNode::k_genesis_s + 2 * static_cast<std::int64_t>(number) + 1;
        };
        assert_disagreement("block time");
    }

    void one_that_came_further_and_has_it_not_disagrees()
    {
        tell(m_world.first, sample());
        assert_disagreement("unseen");
        tell(m_world.second, {.block = std::nullopt, .logs = {}});
        assert_disagreement("in the mempool");
        tell(m_world.second, sample());
        m_world.second.forked = {950};
        assert_disagreement("in another fork");
    }

    void a_liar_first_is_found_out_by_the_next()
    {
        tell(m_world.second, sample());
        assert_disagreement("unseen first");
        add_third();
        assert_disagreement("the third is not asked any more");
        CPPUNIT_ASSERT(m_third.asked.empty());
        // Two that have not heard of it are enough to stop asking.
        m_world.second.transactions.clear();
        tell(m_third, sample());
        assert_told(State::unseen, 2);
    }

    void one_that_has_not_come_so_far_is_passed_over()
    {
        auto young = sample();
        young.block = 999;
        tell(m_world.first, young);
        for (std::uint64_t head = 998; head <= 1000; ++head) {
            m_world.second.head = head;
            assert_told(State::included, 1);
        }
        // It comes to the block that makes it count, and one further.
        m_world.second.head = 1001;
        assert_disagreement("unseen of a newer head");
        tell(m_world.second, young);
        assert_told(State::included, 2);
        m_world.second.head = 999;
        assert_told(State::included, 1);
    }

    void a_null_of_a_laggard_counts_nothing()
    {
        tell(m_world.first, sample());
        m_world.second.head = 960;
        assert_told(State::included, 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             m_world.second.times_asked("eth_getTransactionReceipt"));
    }

    void two_that_agree_are_enough()
    {
        add_third();
        assert_told(State::unseen, 2);
        for (auto* node : {&m_world.first, &m_world.second}) tell(*node, sample());
        assert_told(State::included, 2);
        CPPUNIT_ASSERT(m_third.asked.empty());
        for (auto* node : {&m_world.first, &m_world.second}) node->forked = {950};
        assert_told(State::shallow, 2);
    }

    void the_older_head_counts()
    {
        m_world.second.head = 997;
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{997}, ask()->head.number);
        for (auto* node : {&m_world.first, &m_world.second}) tell(*node, sample());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{997}, ask()->head.number);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{48}, ask()->depth);
        std::swap(m_world.first.head, m_world.second.head);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{997}, ask()->head.number);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{48}, ask()->depth);
    }

    void a_silent_one_leaves_one_source()
    {
        for (auto* node : {&m_world.first, &m_world.second}) tell(*node, sample());
        for (const auto& url : {k_first_url, k_second_url}) {
            m_world.http.broken = {{url, {503, ""}}};
            assert_told(State::included, 1);
            m_world.rest();
        }
        m_world.http.broken.clear();
        m_world.first.results["eth_getTransactionReceipt"] = "{}";
        assert_told(State::included, 1);
    }

    void the_stronger_word_stands()
    {
        add_third();
        tell(m_world.second, {.block = std::nullopt, .logs = {}});
        assert_told(State::in_mempool, 1);
        CPPUNIT_ASSERT(!m_third.asked.empty());
        auto young = sample();
        young.block = 1000;
        tell(m_world.first, young);
        assert_told(State::shallow, 1);
        // One that has it not in the chain is remembered although another word is stronger.
        m_world.first.transactions.clear();
        m_world.first.head = 1000;
        m_world.second.head = 997;
        tell(m_third, sample());
        assert_disagreement("the first came further");
    }

    void readers_share_what_is_known_of_endpoints()
    {
        m_world.http.broken[k_first_url] = {503, ""};
        tell(m_world.second, sample());
        assert_told(State::included, 1);
        m_world.http.broken.clear();
        // It rests for the other reader, too.
        CPPUNIT_ASSERT(m_world.ask(m_world.expected).has_value());
        CPPUNIT_ASSERT(m_world.first.asked.empty());
        CPPUNIT_ASSERT(m_world.transactions->head().has_value());
        CPPUNIT_ASSERT(m_world.first.asked.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.reader->troubles().size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.second.times_asked("eth_chainId"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransactionAgreementTest);

} // namespace
