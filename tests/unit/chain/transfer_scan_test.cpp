// Transfers that came in, block by block, and the blocks to look at: by level and by time.
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::ReadRefusal;
using chain::TransferHint;
using chain_test::address;
using chain_test::ChainNode;
using chain_test::digest;
using chain_test::k_first_url;
using chain_test::k_second_url;
using chain_test::Log;
using chain_test::Transaction;
using chain_test::transfer_log;
using Level = chain::TransactionReader::Level;

class TransferScanTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TransferScanTest);
    CPPUNIT_TEST(unreadable_answers_are_no_answers);
    CPPUNIT_TEST(blocks_that_nobody_has_come_to_are_stale);
    CPPUNIT_TEST(too_many_blocks_are_refused_in_time);
    CPPUNIT_TEST(no_blocks_have_no_transfers);
    CPPUNIT_TEST(transfers_come_in_the_order_of_the_chain);
    CPPUNIT_TEST(what_each_endpoint_knows_is_united);
    CPPUNIT_TEST(what_one_endpoint_alone_tells_is_not_agreed);
    CPPUNIT_TEST(other_transfers_are_left_out);
    CPPUNIT_TEST(all_recipients_are_asked_for_at_once);
    CPPUNIT_TEST(endpoints_that_ignore_filters_are_not_believed);
    CPPUNIT_TEST(ranges_are_cut_and_halved);
    CPPUNIT_TEST(the_older_head_counts);
    CPPUNIT_TEST(a_level_without_an_answer_is_refused);
    CPPUNIT_TEST(the_older_block_of_a_level_counts);
    CPPUNIT_TEST(a_level_is_never_above_the_head);
    CPPUNIT_TEST(the_first_block_of_a_time_is_found);
    CPPUNIT_TEST(no_block_time_is_assumed);
    CPPUNIT_TEST(the_next_endpoint_knows_the_block);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    void tell(ChainNode& node, std::uint8_t name, std::uint64_t block, std::uint64_t index) const
    {
        node.transactions.insert_or_assign(
            value::TxHash{digest(name)},
            Transaction{.block = block, .logs = {transfer_log(m_world.expected, index)}});
    }
    TransferHint hint(const value::TxHash& tx_hash, std::uint64_t block, std::uint64_t index) const
    {
        return {tx_hash, block, index, m_world.expected.payer, m_world.expected.value};
    }
    TransferHint hint(std::uint8_t name, std::uint64_t block, std::uint64_t index) const
    {
        return hint(value::TxHash{digest(name)}, block, index);
    }
    auto scan(std::uint64_t first, std::uint64_t last)
    {
        return m_world.transactions->transfers(first, last, m_world.recipients);
    }
    void assert_found(const std::vector<TransferHint>& expected, std::uint64_t first = 0,
                      std::uint64_t last = 1000)
    {
        const auto found = scan(first, last);
        CPPUNIT_ASSERT(found.has_value());
        CPPUNIT_ASSERT(found->hints == expected);
    }
    void only_first()
    {
        m_world.settings.urls = {k_first_url};
        m_world.restart();
    }

public:
    void unreadable_answers_are_no_answers()
    {
        only_first();
        const auto log = [this](std::string_view place) {
            const Log told = transfer_log(m_world.expected, 4);
            return base::concat(R"([{"address":")", told.address.text(), R"(","topics":[")",
                                told.topics[0], "\",\"", told.topics[1], "\",\"", told.topics[2],
                                R"("],"data":")", told.data, "\",", place, "}]");
        };
        const auto hash = base::concat(R"("transactionHash":")", m_world.tx_hash.text(), '"');
        for (const auto& result :
             {std::string{"null"}, std::string{"{}"}, std::string{"\"0x\""},
              log(R"("blockNumber":"0x3b6","logIndex":"0x4")"),
              log(base::concat(hash, R"(,"logIndex":"0x4")")),
              log(base::concat(hash, R"(,"blockNumber":"0x3b6")")),
              log(base::concat(hash, R"(,"blockNumber":null,"logIndex":"0x4")")),
              log(base::concat(hash, R"(,"blockNumber":"0x3b6","logIndex":"4")"))}) {
            m_world.first.results["eth_getLogs"] = result;
            CPPUNIT_ASSERT_MESSAGE(result, scan(0, 1000).error() == ReadRefusal::unreachable);
            m_world.rest();
        }
        m_world.first.results["eth_getLogs"] =
            log(base::concat(hash, R"(,"blockNumber":"0x3b6","logIndex":"0x4")"));
        assert_found({hint(m_world.tx_hash, 950, 4)});
        m_world.first.errors["eth_getLogs"] = R"("code":-32000,"message":"no logs for you")";
        m_world.first.results.clear();
        CPPUNIT_ASSERT(scan(0, 1000).error() == ReadRefusal::unreachable);
        m_world.http.nodes.clear();
        CPPUNIT_ASSERT(scan(0, 1000).error() == ReadRefusal::unreachable);
    }

    void blocks_that_nobody_has_come_to_are_stale()
    {
        CPPUNIT_ASSERT(scan(1001, 1002).error() == ReadRefusal::stale);
        CPPUNIT_ASSERT(scan(1001, UINT64_MAX).error() == ReadRefusal::stale);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, m_world.first.times_asked("eth_getLogs"));
        CPPUNIT_ASSERT(m_world.reader->troubles().empty());
        // The one that has come there is enough, but it has to answer.
        m_world.second.head = 1001;
        tell(m_world.second, 1, 1001, 4);
        assert_found({hint(1, 1001, 4)}, 1001, 1001);
        m_world.second.results["eth_getLogs"] = "null";
        CPPUNIT_ASSERT(scan(1001, 1001).error() == ReadRefusal::unreachable);
    }

    void too_many_blocks_are_refused_in_time()
    {
        only_first();
        m_world.first.largest_range = 1;
        m_world.http.before_each = [this] { m_world.steady += std::chrono::milliseconds{100}; };
        const auto begun = m_world.steady;
        CPPUNIT_ASSERT(scan(0, 1000).error() == ReadRefusal::unreachable);
        CPPUNIT_ASSERT(m_world.steady - begun <= std::chrono::seconds{15});
        tell(m_world.first, 1, 1000, 4);
        assert_found({hint(1, 1000, 4)}, 981, 1000);
    }

    void no_blocks_have_no_transfers()
    {
        m_world.http.nodes.clear();
        assert_found({}, 5, 4);
    }

    void transfers_come_in_the_order_of_the_chain()
    {
        tell(m_world.first, 3, 7, 2);
        tell(m_world.first, 1, 950, 9);
        tell(m_world.first, 2, 950, 4);
        tell(m_world.first, 4, 949, 5);
        assert_found({hint(3, 7, 2), hint(4, 949, 5), hint(2, 950, 4), hint(1, 950, 9)});
        assert_found({hint(2, 950, 4), hint(1, 950, 9)}, 950, 950);
        assert_found({hint(4, 949, 5)}, 8, 949);
    }

    void what_each_endpoint_knows_is_united()
    {
        for (auto* node : {&m_world.first, &m_world.second}) tell(*node, 1, 950, 4);
        tell(m_world.second, 2, 900, 4);
        tell(m_world.first, 3, 960, 4);
        assert_found({hint(2, 900, 4), hint(1, 950, 4), hint(3, 960, 4)});
        // One that has not come so far tells what it has.
        m_world.second.head = 999;
        assert_found({hint(2, 900, 4), hint(1, 950, 4), hint(3, 960, 4)});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, scan(0, 1000)->told_to);
        CPPUNIT_ASSERT(scan(0, 1000)->agreed_to == std::uint64_t{999});
        assert_found({}, 1000, 1000);
        m_world.http.broken[k_first_url] = {503, ""};
        assert_found({hint(2, 900, 4), hint(1, 950, 4)}, 0, 999);
    }

    void what_one_endpoint_alone_tells_is_not_agreed()
    {
        CPPUNIT_ASSERT(scan(0, 1000)->agreed_to == std::uint64_t{1000});
        // It may hide what the other has.
        tell(m_world.second, 1, 950, 4);
        m_world.second.errors["eth_getLogs"] = R"("code":-32000,"message":"no logs for you")";
        const auto found = scan(0, 1000);
        CPPUNIT_ASSERT(found->hints.empty());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, found->told_to);
        CPPUNIT_ASSERT(!found->agreed_to);
    }

    void other_transfers_are_left_out()
    {
        auto other = m_world.expected;
        other.pay_to = address(0xcc);
        auto nothing = m_world.expected;
        nothing.value = value::AtomicUsd{};
        Log endless = transfer_log(m_world.expected, 6);
        endless.data = "0x" + std::string(64, 'f');
        Log removed = transfer_log(m_world.expected, 7);
        removed.is_removed = true;
        m_world.first.transactions.insert_or_assign(
            m_world.tx_hash,
            Transaction{.block = 950,
                        .logs = {transfer_log(other, 4), transfer_log(nothing, 5), endless, removed,
                                 chain_test::used_log(m_world.expected, 8),
                                 transfer_log(m_world.expected, 9)}});
        assert_found({hint(m_world.tx_hash, 950, 9)});
    }

    void all_recipients_are_asked_for_at_once()
    {
        only_first();
        auto earlier = m_world.expected;
        earlier.pay_to = address(0xcc);
        auto strangers = m_world.expected;
        strangers.pay_to = address(0xcd);
        m_world.recipients.insert(earlier.pay_to);
        m_world.first.transactions.insert_or_assign(
            m_world.tx_hash,
            Transaction{.block = 950,
                        .logs = {transfer_log(earlier, 4), transfer_log(strangers, 5),
                                 transfer_log(m_world.expected, 6)}});
        assert_found({hint(m_world.tx_hash, 950, 4), hint(m_world.tx_hash, 950, 6)}, 900, 950);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.times_asked("eth_getLogs"));
        const auto told = m_world.look();
        CPPUNIT_ASSERT(told && told->transaction);
        const auto& incoming = told->transaction->incoming;
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, incoming.size());
        CPPUNIT_ASSERT(incoming[0].recipient == earlier.pay_to);
        CPPUNIT_ASSERT(incoming[1].recipient == m_world.expected.pay_to);
        // What is no address's is not every address's.
        m_world.recipients.clear();
        assert_found({}, 900, 950);
    }

    void endpoints_that_ignore_filters_are_not_believed()
    {
        m_world.first.ignores_filters = true;
        other_transfers_are_left_out();
        auto token = m_world.expected;
        token.token = address(0xde);
        m_world.first.transactions.insert_or_assign(
            value::TxHash{digest(2)}, Transaction{.block = 951, .logs = {transfer_log(token, 1)}});
        tell(m_world.first, 3, 899, 1);
        tell(m_world.first, 4, 961, 1);
        assert_found({hint(m_world.tx_hash, 950, 9)}, 900, 960);
    }

    void ranges_are_cut_and_halved()
    {
        only_first();
        tell(m_world.first, 1, 0, 4);
        tell(m_world.first, 2, 499, 4);
        tell(m_world.first, 3, 500, 4);
        tell(m_world.first, 4, 1000, 4);
        const std::vector<TransferHint> all{hint(1, 0, 4), hint(2, 499, 4), hint(3, 500, 4),
                                            hint(4, 1000, 4)};
        assert_found(all);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, m_world.first.times_asked("eth_getLogs"));
        m_world.first.largest_range = 500;
        assert_found(all);
        m_world.first.largest_range = 10;
        assert_found(all);
        m_world.first.range_error = "execution aborted";
        CPPUNIT_ASSERT(scan(0, 1000).error() == ReadRefusal::unreachable);
    }

    void the_older_head_counts()
    {
        m_world.second.head = 998;
        const auto head = m_world.transactions->head();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{998}, head->number);
        CPPUNIT_ASSERT_EQUAL(m_world.second.timestamp(998), head->timestamp_s);
        // The time too, when one of them is a few seconds ahead.
        m_world.second.head = 1000;
        const auto honest = m_world.second.timestamp;
        m_world.second.timestamp = [honest](std::uint64_t number) { return honest(number) + 4; };
        CPPUNIT_ASSERT_EQUAL(honest(1000), m_world.transactions->head()->timestamp_s);
        only_first();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, m_world.transactions->head()->number);
    }

    void a_level_without_an_answer_is_refused()
    {
        only_first();
        const auto refusal = [this] { return m_world.transactions->newest(Level::safe).error(); };
        m_world.first.errors["eth_getBlockByNumber"] = R"("code":-39001,"message":"not found")";
        CPPUNIT_ASSERT(refusal() == ReadRefusal::unreachable);
        m_world.first.errors.clear();
        m_world.first.missing = {940};
        CPPUNIT_ASSERT(refusal() == ReadRefusal::unreachable);
        // A young chain has none: that is no fault of the endpoint, which does not rest.
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{400}, *m_world.transactions->newest(Level::finalized));
        m_world.first.head = 990;
        CPPUNIT_ASSERT(m_world.transactions->newest(Level::finalized).has_value());
    }

    void the_older_block_of_a_level_counts()
    {
        const auto assert_newest = [this](std::uint64_t safe, std::uint64_t finalized) {
            CPPUNIT_ASSERT_EQUAL(safe, *m_world.transactions->newest(Level::safe));
            CPPUNIT_ASSERT_EQUAL(finalized, *m_world.transactions->newest(Level::finalized));
        };
        assert_newest(940, 400);
        m_world.second.levels = {{"safe", 930}, {"finalized", 401}};
        assert_newest(930, 400);
        m_world.second.missing = {930};
        assert_newest(940, 400);
        m_world.http.nodes.erase(k_first_url);
        m_world.second.missing.clear();
        assert_newest(930, 401);
    }

    void a_level_is_never_above_the_head()
    {
        only_first();
        CPPUNIT_ASSERT(m_world.transactions->head());
        // A block comes between the two questions, on a chain where all is safe at once.
        m_world.http.before_each = [this] { m_world.first.levels["safe"] = ++m_world.first.head; };
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1001}, *m_world.transactions->newest(Level::safe));
    }

    void the_first_block_of_a_time_is_found()
    {
        const auto assert_block = [this](std::uint64_t expected, std::int64_t time_s) {
            const auto found = m_world.transactions->block_at(time_s);
            CPPUNIT_ASSERT(found.has_value());
            CPPUNIT_ASSERT_EQUAL(expected, *found);
        };
        for (const std::uint64_t number :
             {std::uint64_t{1}, std::uint64_t{31}, std::uint64_t{500}, std::uint64_t{967},
              std::uint64_t{968}, std::uint64_t{969}, std::uint64_t{999}, std::uint64_t{1000}}) {
            assert_block(number, m_world.first.timestamp(number));
            assert_block(number, m_world.first.timestamp(number) - 1);
            assert_block(number + 1, m_world.first.timestamp(number) + 1);
        }
        for (const std::int64_t time_s : {ChainNode::k_genesis_s, std::int64_t{0}, INT64_MIN})
            assert_block(0, time_s);
        assert_block(1001, INT64_MAX);
        CPPUNIT_ASSERT(m_world.second.asked.empty());
    }

    void no_block_time_is_assumed()
    {
        // Two hours without a block in the middle of it, and several blocks of one stamp.
        const auto stamp = [](std::uint64_t number) {
            return ChainNode::k_genesis_s + static_cast<std::int64_t>(number) / 5 +
                   (number >= 100'000 ? 7200 : 0);
        };
        m_world.first.timestamp = stamp;
        m_world.first.head = 100'500;
        m_world.clock.set(base::instant_from_ms(1000 * stamp(100'500)));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{99'000}, *m_world.transactions->block_at(stamp(99'003)));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{100'000},
                             *m_world.transactions->block_at(stamp(99'999) + 3600));
        CPPUNIT_ASSERT(m_world.first.times_asked("eth_getBlockByNumber") < 60);
    }

    void the_next_endpoint_knows_the_block()
    {
        m_world.first.missing = {968};
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{970},
                             *m_world.transactions->block_at(m_world.first.timestamp(970)));
        m_world.http.nodes.erase(k_second_url);
        CPPUNIT_ASSERT(m_world.transactions->block_at(m_world.first.timestamp(970)).error() ==
                       ReadRefusal::unreachable);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransferScanTest);

} // namespace
