// What became of an authorization: paid only by the exact Transfer, in the chain, deep enough.
#include "reader_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::AuthorizationUse;
using chain::ReadRefusal;
using chain_test::address;
using chain_test::digest;
using chain_test::Payment;
using value::AtomicUsd;

class AuthorizationReadingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AuthorizationReadingTest);
    CPPUNIT_TEST(without_a_use_it_is_unused);
    CPPUNIT_TEST(the_exact_transfer_pays);
    CPPUNIT_TEST(any_other_transfer_spends_it);
    CPPUNIT_TEST(a_cancelled_one_is_spent);
    CPPUNIT_TEST(without_an_adjacent_transfer_nothing_is_known);
    CPPUNIT_TEST(a_young_transfer_is_unseen);
    CPPUNIT_TEST(a_young_cancellation_is_unseen);
    CPPUNIT_TEST(a_transfer_in_another_fork_is_unseen);
    CPPUNIT_TEST(a_removed_log_does_not_count);
    CPPUNIT_TEST(a_use_without_logs_is_unseen);
    CPPUNIT_TEST(a_use_without_a_receipt_is_unseen);
    CPPUNIT_TEST(logs_of_others_are_not_taken);
    CPPUNIT_TEST(another_token_does_not_count);
    CPPUNIT_TEST(spelling_of_numbers_does_not_matter);
    CPPUNIT_TEST(no_block_time_is_assumed);
    CPPUNIT_TEST(old_stamps_after_a_standstill_are_found);
    CPPUNIT_TEST(a_young_chain_is_searched_from_its_first_block);
    CPPUNIT_TEST(small_ranges_are_enough);
    CPPUNIT_TEST(unreadable_answers_are_no_answers);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    AuthorizationUse use()
    {
        const auto state = m_world.ask(m_world.expected);
        CPPUNIT_ASSERT(state.has_value());
        CPPUNIT_ASSERT((state->use == AuthorizationUse::paid) == state->proof.has_value());
        return state->use;
    }

public:
    void without_a_use_it_is_unused()
    {
        const auto state = m_world.ask(m_world.expected);
        CPPUNIT_ASSERT(state->use == AuthorizationUse::unused);
        CPPUNIT_ASSERT(!state->proof);
        CPPUNIT_ASSERT((state->head == chain::ChainHead{1000, 1'780'002'000, true}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, m_world.first.times_asked("eth_getLogs"));
        CPPUNIT_ASSERT(m_world.second.asked.empty());
    }

    void the_exact_transfer_pays()
    {
        for (const std::uint64_t block :
             {std::uint64_t{999}, std::uint64_t{950}, std::uint64_t{901}}) {
            m_world.pay(m_world.expected, block);
            const auto state = m_world.ask(m_world.expected);
            CPPUNIT_ASSERT(state->use == AuthorizationUse::paid);
            CPPUNIT_ASSERT(state->proof == m_world.proof(block));
        }
    }

    void any_other_transfer_spends_it()
    {
        const auto assert_spent = [this](const chain::ExpectedTransfer& transfer) {
            m_world.pay(transfer, 950);
            CPPUNIT_ASSERT(use() == AuthorizationUse::spent_otherwise);
        };
        auto other = m_world.expected;
        other.pay_to = address(0xcc);
        assert_spent(other);
        for (const std::int64_t atoms : {499'999, 500'001, 0}) {
            other = m_world.expected;
            other.value = *AtomicUsd::checked(atoms);
            assert_spent(other);
        }
    }

    void a_cancelled_one_is_spent()
    {
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .is_cancel = true});
        CPPUNIT_ASSERT(use() == AuthorizationUse::spent_otherwise);
    }

    // No money is proven, but neither is that it went elsewhere.
    void without_an_adjacent_transfer_nothing_is_known()
    {
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .has_transfer = false});
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .step = 2});
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void a_young_transfer_is_unseen()
    {
        m_world.pay(m_world.expected, 1000);
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
        m_world.mine(1);
        CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
        m_world.settings.confirmations = 64;
        m_world.restart();
        m_world.mine(61);
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
        m_world.mine(1);
        CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
    }

    void a_young_cancellation_is_unseen()
    {
        m_world.pay(Payment{.transfer = m_world.expected, .block = 1000, .is_cancel = true});
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void a_transfer_in_another_fork_is_unseen()
    {
        m_world.pay(m_world.expected, 950);
        m_world.first.forked = m_world.second.forked = {950};
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void a_removed_log_does_not_count()
    {
        m_world.first.always_used = m_world.second.always_used = true;
        m_world.pay(Payment{.transfer = m_world.expected, .block = 950, .is_removed = true});
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void a_use_without_logs_is_unseen()
    {
        m_world.pay(m_world.expected, 950);
        m_world.first.hides_logs = true;
        m_world.second.hides_logs = true;
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
        // Another endpoint that has them decides.
        m_world.second.hides_logs = false;
        CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
    }

    void a_use_without_a_receipt_is_unseen()
    {
        m_world.pay(m_world.expected, 950);
        m_world.first.hides_receipts = m_world.second.hides_receipts = true;
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void logs_of_others_are_not_taken()
    {
        m_world.first.ignores_filters = m_world.second.ignores_filters = true;
        m_world.first.always_used = m_world.second.always_used = true;
        auto other = m_world.expected;
        other.payer = address(0xab);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
        other = m_world.expected;
        other.nonce = digest(0x78);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void another_token_does_not_count()
    {
        m_world.first.ignores_filters = m_world.second.ignores_filters = true;
        auto other = m_world.expected;
        other.token = address(0xde);
        m_world.pay(other, 950);
        CPPUNIT_ASSERT(use() == AuthorizationUse::used_unseen);
    }

    void spelling_of_numbers_does_not_matter()
    {
        m_world.first.shouts = true;
        m_world.pay(m_world.expected, 950);
        CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
    }

    void no_block_time_is_assumed()
    {
        // Two hours without a block in the middle of it.
        const auto stamp = [](std::uint64_t number) {
            return chain_test::ChainNode::k_genesis_s + static_cast<std::int64_t>(number) / 5 +
                   (number >= 100'000 ? 7200 : 0);
        };
        m_world.first.timestamp = stamp;
        m_world.first.head = 100'500;
        m_world.clock.set(base::instant_from_ms(1000 * stamp(100'500)));
        m_world.pay(m_world.expected, 99'000);
        const auto state = m_world.reader->authorization(m_world.expected, stamp(98'500));
        CPPUNIT_ASSERT(state->use == AuthorizationUse::paid);
        CPPUNIT_ASSERT(state->proof->block_number == 99'000);
        // Stepping back with doubling strides, then in halves: no block by block.
        CPPUNIT_ASSERT(m_world.first.times_asked("eth_getBlockByNumber") < 20);
    }

    void old_stamps_after_a_standstill_are_found()
    {
        // Seen by our clock at a time that the chain had not reached yet.
        m_world.pay(m_world.expected, 950);
        const auto state =
            m_world.reader->authorization(m_world.expected, m_world.first.timestamp(950) + 7000);
        CPPUNIT_ASSERT(state->use == AuthorizationUse::paid);
    }

    void a_young_chain_is_searched_from_its_first_block()
    {
        m_world.pay(m_world.expected, 0);
        for (const std::int64_t seen : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}})
            CPPUNIT_ASSERT(m_world.reader->authorization(m_world.expected, seen)->use ==
                           AuthorizationUse::paid);
        CPPUNIT_ASSERT(m_world.reader->authorization(m_world.expected, INT64_MAX)->use ==
                       AuthorizationUse::paid);
    }

    void small_ranges_are_enough()
    {
        m_world.pay(m_world.expected, 990);
        for (const char* words :
             {"query exceeds max block range", "Log response size exceeded", "Too many results",
              "block range is too LARGE", "limited to a 10 blocks range", "query timeout"}) {
            m_world.first.range_error = words;
            m_world.first.largest_range = 10;
            CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
        }
        CPPUNIT_ASSERT(m_world.second.asked.empty());
        // Any other error is none that smaller questions could mend: the next endpoint.
        m_world.first.range_error = "execution aborted";
        CPPUNIT_ASSERT(use() == AuthorizationUse::paid);
        CPPUNIT_ASSERT(!m_world.second.asked.empty());
    }

    void unreadable_answers_are_no_answers()
    {
        m_world.pay(m_world.expected, 950);
        m_world.http.nodes.erase(chain_test::k_second_url);
        const std::pair<const char*, const char*> wrong[] = {
            {"eth_call", "\"0x\""},
            {"eth_call", "null"},
            {"eth_call", "true"},
            {"eth_call", "\"0x1\""},
            {"eth_call", "\"0x0000000000000000000000000000000000000000000000000000000000000002\""},
            {"eth_getLogs", "null"},
            {"eth_getLogs", "{}"},
            {"eth_getBlockByNumber", "null"},
            {"eth_getBlockByNumber", "[]"},
            {"eth_getBlockByNumber", R"({"number":"0x3e8"})"},
            {"eth_getTransactionReceipt", "[]"},
            {"eth_getTransactionReceipt", R"({"status":"0x1","logs":[]})"},
        };
        for (const auto& [method, result] : wrong) {
            m_world.rest();
            m_world.first.results = {{method, result}};
            const auto state = m_world.ask(m_world.expected);
            CPPUNIT_ASSERT_MESSAGE(method, !state && state.error() == ReadRefusal::unreachable);
        }
        m_world.rest();
        m_world.first.results.clear();
        m_world.first.missing = {900, 904, 936, 968, 872, 840, 808, 776, 744};
        CPPUNIT_ASSERT(m_world.ask(m_world.expected).error() == ReadRefusal::unreachable);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuthorizationReadingTest);

} // namespace
