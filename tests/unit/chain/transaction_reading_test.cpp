// What one endpoint says of a transaction: included only in the chain and deep enough.
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using chain::ReadRefusal;
using chain_test::digest;
using chain_test::Transaction;
using chain_test::transfer_log;
using chain_test::used_log;
using State = chain::TransactionSighting::State;

class TransactionReadingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TransactionReadingTest);
    CPPUNIT_TEST(without_an_endpoint_nothing_is_known);
    CPPUNIT_TEST(a_lagging_endpoint_says_nothing);
    CPPUNIT_TEST(garbage_is_no_answer);
    CPPUNIT_TEST(a_receipt_without_its_transaction_is_no_answer);
    CPPUNIT_TEST(too_much_input_is_no_answer);
    CPPUNIT_TEST(nobody_knows_it);
    CPPUNIT_TEST(it_waits_in_the_mempool);
    CPPUNIT_TEST(a_young_one_is_shallow);
    CPPUNIT_TEST(a_flashblock_is_shallow);
    CPPUNIT_TEST(a_block_of_another_fork_is_shallow);
    CPPUNIT_TEST(a_lost_block_is_shallow);
    CPPUNIT_TEST(one_that_failed_moved_nothing);
    CPPUNIT_TEST(it_is_told_whole);
    CPPUNIT_TEST(an_unknown_type_may_lack_members);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    // On the only node.
    void tell(const Transaction& transaction)
    {
        m_world.first.transactions.insert_or_assign(m_world.tx_hash, transaction);
    }
    [[nodiscard]] Transaction sample(std::uint64_t block = 950) const
    {
        return {.block = block, .logs = {transfer_log(m_world.expected, 4)}};
    }
    auto ask() { return m_world.look(); }
    State state()
    {
        const auto told = ask();
        CPPUNIT_ASSERT(told.has_value());
        CPPUNIT_ASSERT((told->state == State::included) == told->transaction.has_value());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told->sources);
        return told->state;
    }
    void assert_no_answer(const std::string& what)
    {
        const auto told = ask();
        CPPUNIT_ASSERT_MESSAGE(what, !told && told.error() == ReadRefusal::unreachable);
        m_world.rest();
    }

public:
    void setUp() override
    {
        m_world.settings.urls = {chain_test::k_first_url};
        m_world.restart();
    }

    void without_an_endpoint_nothing_is_known()
    {
        tell(sample());
        m_world.http.nodes.clear();
        CPPUNIT_ASSERT(ask().error() == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.transactions->head().error() == ReadRefusal::unreachable);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.transactions->endpoint_count());
    }

    void a_lagging_endpoint_says_nothing()
    {
        m_world.settings.urls.push_back(chain_test::k_second_url);
        m_world.restart();
        m_world.first.head -= 8;
        m_world.http.nodes.erase(chain_test::k_second_url);
        CPPUNIT_ASSERT(ask().error() == ReadRefusal::stale);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             m_world.first.times_asked("eth_getTransactionReceipt"));
    }

    void garbage_is_no_answer()
    {
        const auto receipt = [this](std::string_view members) {
            return concat(R"({"transactionHash":")", m_world.tx_hash.text(), R"(","blockHash":")",
                          m_world.first.hash_of(950).text(), "\",", members, '}');
        };
        const auto call = [this](std::string_view members) {
            return concat(R"({"hash":")", m_world.tx_hash.text(), "\",", members, '}');
        };
        const auto other = digest(0xf2).text();
        const std::pair<const char*, std::string> wrong[] = {
            {"eth_getTransactionReceipt", "[]"},
            {"eth_getTransactionReceipt", "\"0x\""},
            {"eth_getTransactionReceipt", "{}"},
            {"eth_getTransactionReceipt", receipt(R"("status":"0x1","logs":[])")},
            {"eth_getTransactionReceipt", receipt(R"("status":"0x1","logs":[],"blockNumber":950)")},
            {"eth_getTransactionReceipt",
             receipt(R"("status":"0x1","logs":[],"blockNumber":"0x8000000000000000")")},
            {"eth_getTransactionReceipt", receipt(R"("status":"0x1","blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt",
             receipt(R"("status":"0x1","logs":{},"blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt", receipt(R"("logs":[],"blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt",
             receipt(R"("status":null,"logs":[],"blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt",
             receipt(R"("status":true,"logs":[],"blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt",
             receipt(R"("status":"0x2","logs":[],"blockNumber":"0x3b6")")},
            {"eth_getTransactionReceipt",
             concat(R"({"status":"0x1","logs":[],"blockNumber":"0x3b6","transactionHash":")", other,
                    R"(","blockHash":")", m_world.first.hash_of(950).text(), "\"}")},
            {"eth_getTransactionByHash", "[]"},
            {"eth_getTransactionByHash", "{}"},
            {"eth_getTransactionByHash", concat(R"({"hash":")", other, R"(","input":"0x"})")},
            {"eth_getTransactionByHash", call(R"("to":"0x","input":"0x")")},
            {"eth_getTransactionByHash", call(R"("to":5,"input":"0x")")},
            {"eth_getTransactionByHash", call(concat(R"("to":")", other, "\""))},
            {"eth_getTransactionByHash", call(R"("input":"")")},
            {"eth_getTransactionByHash", call(R"("input":"0x0")")},
            {"eth_getTransactionByHash", call(R"("input":"0xzz")")},
            {"eth_getTransactionByHash", call(R"("input":"a9059cbb")")},
            {"eth_getTransactionByHash", call(R"("input":[])")},
            {"eth_getBlockByNumber", "null"},
            {"eth_getBlockByNumber", R"({"number":"0x3e8","timestamp":"0x7fffffff"})"},
        };
        for (const auto& [method, result] : wrong) {
            tell(sample());
            m_world.first.results = {{method, result}};
            assert_no_answer(concat(method, ' ', result));
        }
        // The same words without the mistake.
        m_world.first.results = {{"eth_getTransactionReceipt",
                                  receipt(R"("status":"0x1","logs":[],"blockNumber":"0x3b6")")},
                                 {"eth_getTransactionByHash", call(R"("to":null,"input":"0x")")}};
        CPPUNIT_ASSERT(state() == State::included);
        m_world.first.results.clear();
        for (const char* method : {"eth_getTransactionReceipt", "eth_getTransactionByHash"}) {
            m_world.first.errors = {{method, R"("code":-32000,"message":"header not found")"}};
            assert_no_answer(method);
        }
    }

    void a_receipt_without_its_transaction_is_no_answer()
    {
        tell(sample());
        m_world.first.hides_transactions = true;
        assert_no_answer("null");
        // Nothing is wrong with the endpoint but its pace: it does not rest.
        m_world.first.hides_transactions = false;
        CPPUNIT_ASSERT(state() == State::included);
    }

    void too_much_input_is_no_answer()
    {
        auto transaction = sample();
        const auto with = [&](std::size_t bytes) {
            transaction.call = concat(R"("input":"0x)", std::string(2 * bytes, 'a'), '"');
            tell(transaction);
        };
        with(131'073);
        assert_no_answer("131,073 bytes");
        with(131'072);
        CPPUNIT_ASSERT_EQUAL(std::size_t{131'072}, ask()->transaction.value().input.size());
    }

    void nobody_knows_it()
    {
        CPPUNIT_ASSERT(state() == State::unseen);
        CPPUNIT_ASSERT((ask()->head == chain::ChainHead{1000, 1'780'002'000, true}));
        m_world.clock.advance(std::chrono::minutes{20});
        CPPUNIT_ASSERT(!ask()->head.is_fresh);
    }

    void it_waits_in_the_mempool()
    {
        tell({.block = std::nullopt, .logs = {}});
        CPPUNIT_ASSERT(state() == State::in_mempool);
    }

    void a_young_one_is_shallow()
    {
        tell(sample(1000));
        CPPUNIT_ASSERT(state() == State::shallow);
        m_world.mine(1);
        CPPUNIT_ASSERT(state() == State::included);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, ask()->depth);
        m_world.settings.confirmations = 64;
        m_world.restart();
        m_world.mine(61);
        CPPUNIT_ASSERT(state() == State::shallow);
        m_world.mine(1);
        CPPUNIT_ASSERT(state() == State::included);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{64}, ask()->depth);
    }

    void a_flashblock_is_shallow()
    {
        tell(sample(1001));
        CPPUNIT_ASSERT(state() == State::shallow);
        m_world.first.forked = {1001};
        m_world.mine(2);
        CPPUNIT_ASSERT(state() == State::shallow);
        m_world.first.forked.clear();
        CPPUNIT_ASSERT(state() == State::included);
    }

    void a_block_of_another_fork_is_shallow()
    {
        tell(sample());
        m_world.first.forked = {950};
        CPPUNIT_ASSERT(state() == State::shallow);
    }

    void a_lost_block_is_shallow()
    {
        tell(sample());
        m_world.first.missing = {950};
        CPPUNIT_ASSERT(state() == State::shallow);
    }

    void one_that_failed_moved_nothing()
    {
        auto transaction = sample();
        transaction.has_succeeded = false;
        tell(transaction);
        const auto told = ask();
        CPPUNIT_ASSERT(!told->transaction.value().succeeded);
        CPPUNIT_ASSERT(told->transaction->incoming.empty());
    }

    void it_is_told_whole()
    {
        auto transaction = sample();
        transaction.call = concat(R"("from":")", chain_test::address(0x5e).text(), R"(","to":")",
                                  m_world.expected.token.text(), R"(","input":"0xA9059cbb00ff")");
        transaction.logs.insert(transaction.logs.begin(), used_log(m_world.expected, 3));
        tell(transaction);
        const auto told = ask();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{51}, told->depth);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told->sources);
        CPPUNIT_ASSERT((told->head == chain::ChainHead{1000, 1'780'002'000, true}));
        const chain::IncludedTransaction whole{.tx_hash = m_world.tx_hash,
                                               .block_number = 950,
                                               .block_hash = m_world.first.hash_of(950),
                                               .block_time_s = m_world.first.timestamp(950),
                                               .succeeded = true,
                                               .incoming = {{.log_index = 4,
                                                             .payer = m_world.expected.payer,
                                                             .recipient = m_world.expected.pay_to,
                                                             .value = m_world.expected.value,
                                                             .nonce = m_world.expected.nonce}},
                                               .sender = chain_test::address(0x5e),
                                               .to = m_world.expected.token,
                                               .input = {0xa9, 0x05, 0x9c, 0xbb, 0x00, 0xff}};
        CPPUNIT_ASSERT(told->transaction == whole);
    }

    void an_unknown_type_may_lack_members()
    {
        for (const char* call : {R"("calls":[])", R"("to":null)", R"("input":null,"to":null)",
                                 R"("input":"0x","to":null)"}) {
            auto transaction = sample();
            transaction.call = call;
            tell(transaction);
            const auto told = ask();
            CPPUNIT_ASSERT_MESSAGE(call, told->transaction.has_value());
            CPPUNIT_ASSERT(!told->transaction->to && told->transaction->input.empty());
            CPPUNIT_ASSERT(!told->transaction->sender);
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told->transaction->incoming.size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransactionReadingTest);

} // namespace
