// Whether a transaction named to us is the payment.
#include "reader_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain_test::address;
using chain_test::Payment;

class TransferReceiptTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TransferReceiptTest);
    CPPUNIT_TEST(an_unknown_transaction_is_not_seen);
    CPPUNIT_TEST(another_transfer_is_not_seen);
    CPPUNIT_TEST(a_failed_transaction_is_not_seen);
    CPPUNIT_TEST(an_incomplete_pair_is_not_seen);
    CPPUNIT_TEST(a_receipt_before_its_block_is_not_seen);
    CPPUNIT_TEST(a_null_asks_the_next_endpoint);
    CPPUNIT_TEST(the_exact_transfer_is_seen);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    std::optional<chain::TransferProof> seen()
    {
        const auto told = m_world.reader->transfer_in(m_world.tx_hash, m_world.expected);
        CPPUNIT_ASSERT(told.has_value());
        return *told;
    }

public:
    void an_unknown_transaction_is_not_seen() { CPPUNIT_ASSERT(!seen()); }

    void another_transfer_is_not_seen()
    {
        auto other = m_world.expected;
        other.pay_to = address(0xcc);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(!seen());
        other = m_world.expected;
        other.payer = address(0xab);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(!seen());
        other = m_world.expected;
        other.token = address(0xde);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(!seen());
        other = m_world.expected;
        other.value = value::AtomicUsd::from_atoms(500'001);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(!seen());
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .is_cancel = true});
        CPPUNIT_ASSERT(!seen());
    }

    void a_failed_transaction_is_not_seen()
    {
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .has_succeeded = false});
        CPPUNIT_ASSERT(!seen());
    }

    void an_incomplete_pair_is_not_seen()
    {
        for (const Payment& payment :
             {Payment{.transfer = m_world.expected, .block = 950, .has_transfer = false},
              Payment{.transfer = m_world.expected, .block = 950, .step = 2},
              Payment{.transfer = m_world.expected, .block = 950, .is_removed = true}}) {
            m_world.pay(payment);
            CPPUNIT_ASSERT(!seen());
        }
    }

    // Flashblocks: receipts come before the block is sealed, and may name one that never is.
    void a_receipt_before_its_block_is_not_seen()
    {
        m_world.pay(m_world.expected, 1001);
        CPPUNIT_ASSERT(!seen());
        m_world.mine(1);
        CPPUNIT_ASSERT(!seen());
        m_world.mine(1);
        CPPUNIT_ASSERT(seen());
        m_world.first.forked = m_world.second.forked = {1001};
        CPPUNIT_ASSERT(!seen());
    }

    void a_null_asks_the_next_endpoint()
    {
        m_world.pay(m_world.expected, 950);
        m_world.first.hides_receipts = true;
        CPPUNIT_ASSERT(seen() == m_world.proof(950));
    }

    void the_exact_transfer_is_seen()
    {
        m_world.pay(m_world.expected, 999);
        CPPUNIT_ASSERT(seen() == m_world.proof(999));
        m_world.first.shouts = true;
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .first_log = 170});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{171}, seen()->log_index);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransferReceiptTest);

} // namespace
