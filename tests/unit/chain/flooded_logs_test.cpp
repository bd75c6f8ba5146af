// Searches of blocks that strangers have filled with transfers to us: they go on, and no endpoint
// pays for it with a rest.
#include "reader_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::ReadRefusal;
using chain::TransferHint;
using chain_test::address;
using chain_test::ChainNode;
using chain_test::digest;
using chain_test::k_first_url;
using chain_test::k_second_url;
using chain_test::Transaction;
using chain_test::transfer_log;

class FloodedLogsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FloodedLogsTest);
    CPPUNIT_TEST(too_many_transfers_end_the_search_early);
    CPPUNIT_TEST(logs_larger_than_an_answer_are_asked_for_in_parts);
    CPPUNIT_TEST(one_block_larger_than_an_answer_ends_the_search_before_it);
    CPPUNIT_TEST(one_block_too_large_for_all_is_asked_for_by_recipient);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    // In one transaction of block 950.
    void pay_often(ChainNode& node, std::uint64_t times) const
    {
        Transaction many{.block = 950, .logs = {}};
        for (std::uint64_t i = 0; i < times; ++i)
            many.logs.push_back(transfer_log(m_world.expected, i));
        node.transactions.insert_or_assign(m_world.tx_hash, many);
    }
    auto scan(std::uint64_t first, std::uint64_t last)
    {
        return m_world.transactions->transfers(first, last, m_world.recipients);
    }
    void only_first()
    {
        m_world.settings.urls = {k_first_url};
        m_world.restart();
    }

public:
    void too_many_transfers_end_the_search_early()
    {
        m_world.first.largest_range = 10;
        pay_often(m_world.first, 10'000);
        auto told = scan(900, 1000);
        CPPUNIT_ASSERT_EQUAL(std::size_t{10'000}, told->hints.size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, told->agreed_to.value());
        pay_often(m_world.first, 10'001);
        const value::TxHash other{digest(1)};
        m_world.second.transactions.insert_or_assign(
            other, Transaction{.block = 990, .logs = {transfer_log(m_world.expected, 4)}});
        told = scan(900, 1000);
        CPPUNIT_ASSERT_EQUAL(std::size_t{10'002}, told->hints.size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, told->told_to);
        // One that invents them does not hide what the other has.
        const auto& [token, payer, pay_to, nonce, value] = m_world.expected;
        CPPUNIT_ASSERT((told->hints.back() == TransferHint{other, 990, 4, payer, value}));
        CPPUNIT_ASSERT(told->agreed_to >= 950 && told->agreed_to < 960);
        // One block's are taken, however many.
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{950}, scan(950, 950)->agreed_to.value());
    }

    void logs_larger_than_an_answer_are_asked_for_in_parts()
    {
        only_first();
        pay_often(m_world.first, 9'000);
        for (std::uint8_t name = 1; name <= 9; ++name) {
            Transaction many{.block = 950U + name, .logs = {}};
            for (std::uint64_t i = 0; i < 1'000; ++i)
                many.logs.push_back(transfer_log(m_world.expected, i));
            m_world.first.transactions.insert_or_assign(value::TxHash{digest(name)}, many);
        }
        const auto told = scan(900, 1000);
        CPPUNIT_ASSERT(m_world.first.times_asked("eth_getLogs") > 1);
        CPPUNIT_ASSERT(told->hints.size() > 10'000 && told->told_to > 950);
        // Nothing rests.
        CPPUNIT_ASSERT(scan(960, 1000).has_value());
        CPPUNIT_ASSERT(m_world.reader->troubles().empty());
    }

    void one_block_larger_than_an_answer_ends_the_search_before_it()
    {
        pay_often(m_world.first, 20'000);
        pay_often(m_world.second, 20'000);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{949}, scan(900, 1000)->agreed_to.value());
        CPPUNIT_ASSERT(scan(950, 1000).error() == ReadRefusal::too_large);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, scan(951, 1000)->agreed_to.value());
        // One of two may lie.
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT(scan(950, 1000).error() == ReadRefusal::unreachable);
        m_world.http.broken.clear();
        m_world.rest();
        m_world.second.transactions.clear();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1000}, scan(950, 1000)->told_to);
        CPPUNIT_ASSERT(!scan(950, 1000)->agreed_to);
        // An endpoint may find fewer too large than we do.
        m_world.second.errors["eth_getLogs"] =
            R"("code":-32005,"message":"query returned more than 10000 results")";
        CPPUNIT_ASSERT(scan(950, 1000).error() == ReadRefusal::too_large);
    }

    void one_block_too_large_for_all_is_asked_for_by_recipient()
    {
        only_first();
        auto earlier = m_world.expected;
        earlier.pay_to = address(0xcc);
        m_world.recipients.insert(earlier.pay_to);
        pay_often(m_world.first, 9'000);
        auto& many = m_world.first.transactions.at(m_world.tx_hash).logs;
        for (std::uint64_t i = 0; i < 9'000; ++i) many.push_back(transfer_log(earlier, 9'000 + i));
        const auto told = scan(950, 1000);
        CPPUNIT_ASSERT_EQUAL(std::size_t{18'000}, told->hints.size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{950}, told->told_to);
        for (std::uint64_t i = 0; i < 11'000; ++i)
            many.push_back(transfer_log(earlier, 18'000 + i));
        CPPUNIT_ASSERT(scan(950, 1000).error() == ReadRefusal::too_large);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FloodedLogsTest);

} // namespace
