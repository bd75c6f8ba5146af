// Which logs of a transaction bring money to us, from whom, and by which authorization.
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using chain::IncomingTransfer;
using chain::ReadRefusal;
using chain_test::address;
using chain_test::digest;
using chain_test::Log;
using chain_test::Transaction;
using chain_test::transfer_log;
using chain_test::used_log;

class IncomingTransfersTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(IncomingTransfersTest);
    CPPUNIT_TEST(logs_without_an_order_are_no_answer);
    CPPUNIT_TEST(other_logs_are_left_out);
    CPPUNIT_TEST(the_nonce_stands_directly_before);
    CPPUNIT_TEST(transfers_come_in_the_order_of_their_indexes);
    CPPUNIT_TEST(spelling_of_numbers_does_not_matter);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    auto ask() { return m_world.look(); }
    std::vector<IncomingTransfer> incoming(const std::vector<Log>& logs)
    {
        m_world.first.transactions.insert_or_assign(m_world.tx_hash,
                                                    Transaction{.block = 950, .logs = logs});
        const auto told = ask();
        CPPUNIT_ASSERT(told.has_value() && told->transaction);
        return told->transaction->incoming;
    }
    [[nodiscard]] IncomingTransfer credit(std::uint64_t index) const
    {
        return {.log_index = index,
                .payer = m_world.expected.payer,
                .recipient = m_world.expected.pay_to,
                .value = m_world.expected.value,
                .nonce = std::nullopt};
    }

public:
    void setUp() override
    {
        m_world.settings.urls = {chain_test::k_first_url};
        m_world.restart();
    }

    void logs_without_an_order_are_no_answer()
    {
        const auto log = [this](std::string_view index) {
            const Log text = transfer_log(m_world.expected, 4);
            std::string topics;
            for (const auto& each : text.topics)
                topics += concat(topics.empty() ? "\"" : ",\"", each, '"');
            return concat(R"({"address":")", text.address.text(), R"(","topics":[)", topics,
                          R"(],"data":")", text.data, '"', index, '}');
        };
        const auto logs_are = [this](std::string_view logs) {
            m_world.first.results["eth_getTransactionReceipt"] =
                concat(R"({"status":"0x1","blockNumber":"0x3b6","transactionHash":")",
                       m_world.tx_hash.text(), R"(","blockHash":")",
                       m_world.first.hash_of(950).text(), R"(","logs":[)", logs, "]}");
        };
        m_world.first.transactions.insert_or_assign(m_world.tx_hash,
                                                    Transaction{.block = 950, .logs = {}});
        for (const auto& logs :
             {log(""), log(R"(,"logIndex":null)"), log(R"(,"logIndex":4)"),
              log(R"(,"logIndex":"0x")"), log(R"(,"logIndex":"0xffffffffffffffff")"),
              concat(log(R"(,"logIndex":"0x4")"), ',', log(R"(,"logIndex":"0x04")"))}) {
            logs_are(logs);
            const auto told = ask();
            CPPUNIT_ASSERT_MESSAGE(logs, !told && told.error() == ReadRefusal::unreachable);
            m_world.rest();
        }
        // What is no log of the token may be anything.
        logs_are(concat(R"(null,5,"log",[],{},{"address":7},{"address":"0x","logIndex":"x"},)",
                        log(R"(,"logIndex":"0x4","removed":"maybe")")));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, ask()->transaction.value().incoming.size());
    }

    void other_logs_are_left_out()
    {
        const Log good = transfer_log(m_world.expected, 4);
        const auto but = [&](auto change) {
            Log log = good;
            change(log);
            return log;
        };
        const auto data = [&](std::string_view digits) {
            return but([&](Log& log) { log.data = concat("0x", digits); });
        };
        const auto value = [&](std::string_view digits) {
            return data(concat(std::string(64 - digits.size(), '0'), digits));
        };
        for (const Log& log : {
                 but([](Log& each) { each.address = address(0xde); }),
                 but([](Log& each) { each.is_removed = true; }),
                 but([](Log& each) { each.topics.pop_back(); }),
                 but([](Log& each) { each.topics.push_back(each.topics.back()); }),
                 but([](Log& each) { each.topics.clear(); }),
                 but([](Log& each) { each.topics[0] = digest(0x11).text(); }),
                 but([](Log& each) { each.topics[1] = "0xaa"; }),
                 // An address of more than 20 bytes.
                 but([](Log& each) { each.topics[1][2] = '1'; }),
                 but([](Log& each) { each.topics[2][2] = '1'; }),
                 but([](Log& each) { each.topics[2] = each.topics[1]; }),
                 value("0"),
                 value("8000000000000000"),
                 value("10000000000000000"),
                 value("38d7ea4c68001"), // 10^15 + 1
                 data(std::string(64, 'f')),
                 data(""),
                 data(std::string(62, '1')),
                 data(concat(std::string(63, '0'), '1', std::string(64, '0'))),
                 data(std::string(64, 'g')),
             })
            CPPUNIT_ASSERT_MESSAGE(log.data, incoming({log}).empty());
        CPPUNIT_ASSERT((incoming({good}) == std::vector{credit(4)}));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, incoming({value("1")}).at(0).value.atoms());
        CPPUNIT_ASSERT_EQUAL(value::AtomicUsd::k_max_atoms,
                             incoming({value("38d7ea4c68000")}).at(0).value.atoms());
    }

    void the_nonce_stands_directly_before()
    {
        const auto nonce = [this](const Log& used, std::uint64_t index) {
            return incoming({used, transfer_log(m_world.expected, index)}).at(0).nonce;
        };
        const Log used = used_log(m_world.expected, 3);
        CPPUNIT_ASSERT(nonce(used, 4) == m_world.expected.nonce);
        CPPUNIT_ASSERT(!nonce(used, 5));
        CPPUNIT_ASSERT(!nonce(used, 2));
        CPPUNIT_ASSERT(!nonce(used_log(m_world.expected, 1), 0));
        Log other = used;
        other.address = address(0xde);
        CPPUNIT_ASSERT(!nonce(other, 4));
        other = used;
        other.topics[1] = transfer_log(m_world.expected, 0).topics[2];
        CPPUNIT_ASSERT(!nonce(other, 4));
        other = used;
        other.topics[0] = digest(0x11).text();
        CPPUNIT_ASSERT(!nonce(other, 4));
        other = used;
        other.is_removed = true;
        CPPUNIT_ASSERT(!nonce(other, 4));
    }

    void transfers_come_in_the_order_of_their_indexes()
    {
        const auto told =
            incoming({transfer_log(m_world.expected, 9), used_log(m_world.expected, 6),
                      transfer_log(m_world.expected, 7), transfer_log(m_world.expected, 8)});
        auto second = credit(7);
        second.nonce = m_world.expected.nonce;
        CPPUNIT_ASSERT((told == std::vector{second, credit(8), credit(9)}));
    }

    void spelling_of_numbers_does_not_matter()
    {
        m_world.first.shouts = true;
        CPPUNIT_ASSERT(
            (incoming({transfer_log(m_world.expected, 170)}) == std::vector{credit(170)}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(IncomingTransfersTest);

} // namespace
