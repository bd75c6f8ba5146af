// A transaction that comes again in another block, where its logs have other indexes, is the same
// money: it pays once and is owed once. The real ledger, a scripted chain.
#include "judge_case.hpp"

#include "chain/recover.hpp"
#include "db/transaction.hpp"
#include "support/wallet.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;
using chain::IncludedTransaction;

class MovedTransfersTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(MovedTransfersTest);
    CPPUNIT_TEST(a_payment_that_moved_is_no_second_one);
    CPPUNIT_TEST(a_payment_that_moved_within_its_height_is_no_second_one);
    CPPUNIT_TEST(what_is_owed_is_owed_once_wherever_it_stands);
    CPPUNIT_TEST(transfers_that_move_to_each_others_places_keep_their_jobs);
    CPPUNIT_TEST(what_takes_a_place_that_was_left_pays_too);
    CPPUNIT_TEST(the_facilitators_payment_moves_along);
    CPPUNIT_TEST(what_was_lost_comes_back_elsewhere);
    CPPUNIT_TEST(another_deed_of_the_same_transaction_moves_nothing);
    CPPUNIT_TEST_SUITE_END();

    // Into another block, so many logs later.
    static IncludedTransaction moved(IncludedTransaction out, std::int64_t by,
                                     std::uint64_t blocks = 1)
    {
        out.block_number += blocks;
        out.block_hash = OrderWorld::digest(0xb2);
        for (auto& each : out.incoming)
            each.log_index =
                static_cast<std::uint64_t>(static_cast<std::int64_t>(each.log_index) + by);
        return out;
    }
    void scan_anew(const IncludedTransaction& transaction)
    {
        world.pass(4s);
        world.chain.include(transaction);
        CPPUNIT_ASSERT(world.scan());
        books_agree();
    }
    // In the order of the places: "3 paid".
    std::vector<std::string> ledger()
    {
        std::vector<std::string> out;
        auto row = world.database.query("SELECT log_index, fate FROM transfer ORDER BY tx_hash, "
                                        "log_index");
        while (row.step()) out.push_back(base::concat(row.integer(0), " ", row.text(1)));
        return out;
    }
    std::int64_t paid_at(const job::OrderView& order)
    {
        auto row = world.database.query("SELECT log_index FROM payment WHERE job_seq = ?1",
                                        order.view.job.seq);
        CPPUNIT_ASSERT(row.step());
        return row.integer(0);
    }
    // Transfers of one payer whose transaction names no order, at 103, 105 ...
    IncludedTransaction bundle(const value::EvmAddress& payer, std::size_t count)
    {
        auto out = world.wrapped(1, {}, count);
        for (std::size_t i = 0; i < count; ++i) {
            out.incoming[i].payer = payer;
            out.incoming[i].log_index = 103 + 2 * i;
        }
        return out;
    }
    void claim_signed(const job::OrderView& order, const value::TxHash& tx_hash,
                      const support::Wallet& wallet)
    {
        const auto message = pay::payer_message(order.view.job.id, tx_hash, 8453);
        world.claim(order, tx_hash, wallet.sign(chain::personal_digest(message)));
    }

public:
    void setUp() override { CPPUNIT_ASSERT(world.scan()); }

    void a_payment_that_moved_is_no_second_one()
    {
        for (const std::int64_t by : {5, -1}) {
            const auto order = world.order();
            const auto number = static_cast<unsigned>(by + 10);
            const auto paid =
                by > 0 ? world.suffixed(number, order) : world.authorized(number, order);
            expect("confirmed ", judged(order, paid));
            scan_anew(moved(paid, by));
            CPPUNIT_ASSERT(world.credits().empty());
            CPPUNIT_ASSERT_EQUAL(number + by, paid_at(order));
            expect("confirmed ", judged(order, moved(paid, by)));
            // In the block that it is in now it is known.
            const int reads = world.chain.reads;
            CPPUNIT_ASSERT(world.scan());
            CPPUNIT_ASSERT_EQUAL(reads, world.chain.reads);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, ledger().size());
    }

    void a_payment_that_moved_within_its_height_is_no_second_one()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(3, order);
        expect("confirmed ", judged(order, paid));
        scan_anew(moved(paid, 5, /*blocks=*/0));
        CPPUNIT_ASSERT(world.credits().empty());
        CPPUNIT_ASSERT((ledger() == Credits{"8 paid"}));
    }

    void what_is_owed_is_owed_once_wherever_it_stands()
    {
        const auto order = world.order();
        const auto wrong = world.suffixed(1, order, AtomicUsd::from_atoms(7));
        scan_anew(wrong);
        scan_anew(moved(wrong, 4));
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 7"}));
        auto late = world.suffixed(2, order);
        late.block_time_s += 400;
        scan_anew(late);
        scan_anew(moved(late, 4));
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 7", "late 500000"}));
        expect("refused late", judged(order, moved(late, 4)));
        scan_anew(world.suffixed(3, order));
        const auto second = world.suffixed(4, order);
        scan_anew(second);
        scan_anew(moved(second, 4));
        CPPUNIT_ASSERT_EQUAL(std::string{"double 500000"}, world.credits().back());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, world.credits().size());
        const auto nameless = world.payment(5, world.price);
        scan_anew(nameless);
        world.pass(3'700s);
        CPPUNIT_ASSERT(world.scan());
        world.judge.run_clocks();
        CPPUNIT_ASSERT_EQUAL(std::string{"orphan 500000"}, world.credits().back());
        scan_anew(moved(nameless, 4, 1'000));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, world.credits().size());
        for (const auto& each : store::Audit{world.database}.owed())
            CPPUNIT_ASSERT_EQUAL(world.network.text(), each.network);
    }

    void transfers_that_move_to_each_others_places_keep_their_jobs()
    {
        for (const std::int64_t by : {2, -2}) {
            const support::Wallet wallet{static_cast<std::uint8_t>(50 + by)};
            const auto first = world.order();
            const auto second = world.order();
            auto pair = bundle(wallet.address(), 2);
            pair.tx_hash = OrderWorld::tx(static_cast<unsigned>(10 + by));
            world.chain.include(pair);
            claim_signed(first, pair.tx_hash, wallet);
            claim_signed(second, pair.tx_hash, wallet);
            world.judge_claims();
            CPPUNIT_ASSERT_EQUAL(std::int64_t{103}, paid_at(first));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{105}, paid_at(second));
            scan_anew(moved(pair, by));
            CPPUNIT_ASSERT_EQUAL(103 + by, paid_at(first));
            CPPUNIT_ASSERT_EQUAL(105 + by, paid_at(second));
            CPPUNIT_ASSERT(world.credits().empty());
        }
    }

    void what_takes_a_place_that_was_left_pays_too()
    {
        const support::Wallet wallet{5};
        const support::Wallet other{6};
        const auto first = world.order();
        const auto second = world.order();
        auto pair = bundle(wallet.address(), 2);
        pair.incoming[1].payer = other.address();
        world.chain.include(pair);
        claim_signed(first, pair.tx_hash, wallet);
        world.judge_claims();
        scan_anew(moved(pair, -2));
        CPPUNIT_ASSERT((ledger() == Credits{"101 paid", "103 waiting"}));
        claim_signed(second, pair.tx_hash, other);
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(second) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{103}, paid_at(second));
        books_agree();
    }

    void the_facilitators_payment_moves_along()
    {
        const auto order = world.order();
        auto v2 = support::reservation_order(1);
        v2.key = {world.network, world.token, OrderWorld::address(0x11), OrderWorld::digest(9)};
        v2.is_signer_known = true;
        const auto sold = world.queue(v2);
        // One transaction settles it and pays for an order.
        auto both = world.wrapped(1, {order}, 2);
        both.incoming[0].payer = v2.key.payer;
        both.incoming[0].nonce = v2.key.nonce;
        both.incoming[1].log_index = 13;
        scan_anew(both);
        db::write(world.database, "prove", [&](db::Writer& writer) {
            writer.run("UPDATE payment SET tx_hash = ?2, block_number = 1, log_index = 10 "
                       "WHERE job_seq = ?1",
                       sold.job_seq, both.tx_hash.text());
        });
        scan_anew(moved(both, 3));
        CPPUNIT_ASSERT((ledger() == Credits{"13 facilitator", "16 paid"}));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{16}, paid_at(order));
        auto row = world.database.query("SELECT log_index, nonce FROM payment WHERE job_seq = ?1",
                                        sold.job_seq);
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{13}, row.integer(0));
        CPPUNIT_ASSERT(value::Digest::from_bytes(row.blob(1)) == v2.key.nonce);
    }

    void what_was_lost_comes_back_elsewhere()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(3, order);
        expect("confirmed ", judged(order, paid));
        world.chain.transactions.clear();
        for (int i = 0; i < 2; ++i) {
            world.pass(10s);
            world.judge_claims();
        }
        expect("pending payment_lost", world.claim_of(order, paid.tx_hash));
        scan_anew(moved(paid, 5));
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT((ledger() == Credits{"8 paid"}));
    }

    void another_deed_of_the_same_transaction_moves_nothing()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(3, order);
        expect("confirmed ", judged(order, paid));
        auto other = moved(paid, 5);
        other.incoming[0].payer = OrderWorld::address(0x77);
        other.sender = OrderWorld::address(0x77);
        scan_anew(other);
        CPPUNIT_ASSERT((ledger() == Credits{"3 paid", "8 credited"}));
        CPPUNIT_ASSERT((world.credits() == Credits{"double 500000"}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MovedTransfersTest);

} // namespace
