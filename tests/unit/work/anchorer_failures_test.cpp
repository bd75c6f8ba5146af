// Transactions that fail, hashes that strangers stamp, blocks that are taken back, a key that is
// used elsewhere: every hash is on the chain in the end, by a transaction of ours.
#include "anchor_world.hpp"

#include "work/anchor_session.hpp"

namespace {

using work::AnchorTrouble;

class AnchorerFailuresTest : public work_test::AnchorerFixture {
    CPPUNIT_TEST_SUITE(AnchorerFailuresTest);
    CPPUNIT_TEST(what_a_stranger_stamped_is_sent_to_ourselves);
    CPPUNIT_TEST(a_stranger_who_is_faster_fails_one_batch);
    CPPUNIT_TEST(without_the_service_hashes_are_sent_to_ourselves);
    CPPUNIT_TEST(a_service_that_vanished_has_stamped_nothing);
    CPPUNIT_TEST(mode_selfsend_asks_no_service);
    CPPUNIT_TEST(a_batch_that_needs_too_much_gas_is_split);
    CPPUNIT_TEST(what_a_reorganization_took_is_sent_again);
    CPPUNIT_TEST(a_failed_one_that_was_taken_back_leaves_no_gap);
    CPPUNIT_TEST(somebody_else_with_the_key_stops_us);
    CPPUNIT_TEST(a_key_with_a_past_that_is_not_on_record_stops_us);
    CPPUNIT_TEST(a_wish_counts_until_it_was_followed);
    CPPUNIT_TEST(a_nonce_taken_by_somebody_else_stops_us);
    CPPUNIT_TEST(what_waits_when_anchoring_is_off_is_an_alarm);
    CPPUNIT_TEST(receipts_that_come_late_are_waited_for);
    CPPUNIT_TEST_SUITE_END();

    std::string why(const value::Digest& hash)
    {
        auto row =
            world.database.query("SELECT aside FROM anchor_outbox WHERE hash = ?1", hash.bytes());
        CPPUNIT_ASSERT(row.step());
        return std::string{row.text(0)};
    }

public:
    void what_a_stranger_stamped_is_sent_to_ourselves()
    {
        const auto hashes = world.complete(3);
        world.chain.stamped.insert(hashes[1]);
        world.live(4);
        expect("3 mined");
        held_once(hashes);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, world.chain.mined.size());
        CPPUNIT_ASSERT(world.chain.mined[1].transaction.to == world.key.address());
        CPPUNIT_ASSERT_EQUAL(std::string{"stamped_by_stranger"}, why(hashes[1]));
        CPPUNIT_ASSERT_EQUAL(std::string{}, why(hashes[0]));
    }

    void a_stranger_who_is_faster_fails_one_batch()
    {
        const auto hashes = world.complete(4);
        world.pass(2);
        world.chain.stamped.insert(hashes[2]);
        world.live(8);
        expect("4 mined");
        held_once(hashes);
        CPPUNIT_ASSERT(!world.chain.mined[0].has_succeeded);
        CPPUNIT_ASSERT(world.chain.mined.size() <= 5);
    }

    void without_the_service_hashes_are_sent_to_ourselves()
    {
        world.chain.has_service = false;
        const auto hashes = world.complete(2);
        world.pass(2);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::contract_missing));
        world.live(1);
        expect("2 mined");
        held_once(hashes);
        CPPUNIT_ASSERT(world.chain.mined[0].transaction.to == world.key.address());
        world.chain.has_service = true;
        world.pass(60);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::contract_missing));
        world.complete();
        world.live(2);
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::contract_missing));
    }

    void a_service_that_vanished_has_stamped_nothing()
    {
        const auto hash = world.complete();
        world.pass(2);
        world.chain.has_service = false;
        world.live(4);
        expect("1 mined");
        CPPUNIT_ASSERT(world.chain.mined.back().transaction.to == world.key.address());
        CPPUNIT_ASSERT_EQUAL(std::string{"not_stamped"}, why(hash));
    }

    void mode_selfsend_asks_no_service()
    {
        world.settings.method = job::AnchorMethod::selfsend;
        world.restart();
        const auto hashes = world.complete(2);
        world.live(1);
        expect("2 mined");
        held_once(hashes);
        CPPUNIT_ASSERT(world.chain.mined[0].transaction.hashes() == hashes);
        CPPUNIT_ASSERT(world.chain.mined[0].transaction.to == world.key.address());
    }

    void a_batch_that_needs_too_much_gas_is_split()
    {
        world.chain.gas_per_hash = 9'000'000;
        const auto hashes = world.complete(4);
        world.live(4);
        held_once(hashes);
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, world.chain.mined.size());
        // One that does not fit alone is told, and holds what is behind it.
        world.chain.gas_per_hash = 20'000'000;
        world.complete();
        world.live(1);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::refused));
        expect("4 mined, 1 pending");
    }

    void what_a_reorganization_took_is_sent_again()
    {
        const auto hashes = world.complete(2);
        world.live(1);
        expect("2 mined");
        world.chain.take_back(1);
        world.pass(11);
        expect("2 broadcast");
        world.live(1);
        expect("2 mined");
        held_once(hashes);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.mined.size());
        world.chain.final_block = world.chain.now.number;
        world.pass(20);
        expect("2 final");
    }

    void a_failed_one_that_was_taken_back_leaves_no_gap()
    {
        const auto first = world.complete();
        world.pass(2);
        world.chain.stamped.insert(first);
        world.live(1);
        CPPUNIT_ASSERT(!world.chain.mined.at(0).has_succeeded);
        world.chain.take_back(1);
        const auto second = world.complete();
        world.live(12);
        expect("2 mined");
        held_once({second});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, world.chain.mined[0].transaction.nonce);
    }

    void somebody_else_with_the_key_stops_us()
    {
        world.complete();
        world.live(1);
        world.chain.foreign_nonces = 2;
        const auto hash = world.complete();
        const auto sent = world.chain.sent.size();
        world.pass(120);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::key_used));
        CPPUNIT_ASSERT_EQUAL(sent, world.chain.sent.size());
        world.wishes.wish(store::AnchorWishes::Wish::retry);
        world.live(2);
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::key_used));
        held_once({hash});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, world.chain.mined.back().transaction.nonce);
    }

    void a_key_with_a_past_that_is_not_on_record_stops_us()
    {
        // As after a backup was restored: the chain has what is called pending here.
        const auto hash = world.complete();
        world.chain.foreign_nonces = 3;
        world.chain.stamped.insert(hash);
        world.pass(30);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::key_used));
        CPPUNIT_ASSERT(world.chain.sent.empty());
        world.wishes.wish(store::AnchorWishes::Wish::retry);
        world.live(4);
        expect("1 mined");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, world.chain.mined.at(0).transaction.nonce);
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::key_used));
    }

    void a_wish_counts_until_it_was_followed()
    {
        const auto hash = world.complete();
        world.chain.foreign_nonces = 1;
        world.wishes.wish(store::AnchorWishes::Wish::retry);
        // The round ends before it is seen what the wish is for.
        world.chain.refusal = chain::ReadRefusal::unreachable;
        world.pass(3);
        world.restart();
        world.chain.refusal.reset();
        world.live(3);
        held_once({hash});
        CPPUNIT_ASSERT(!world.wishes.is_wished(store::AnchorWishes::Wish::retry));
    }

    void a_nonce_taken_by_somebody_else_stops_us()
    {
        const auto hash = world.complete();
        world.pass(2);
        world.chain.pool.clear();
        world.chain.foreign_nonces = 1;
        world.pass(50);
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::key_used));
        world.pass(20);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::key_used));
        expect("1 broadcast");
        world.wishes.wish(store::AnchorWishes::Wish::retry);
        world.live(2);
        held_once({hash});
        expect("1 mined");
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::key_used));
    }

    void what_waits_when_anchoring_is_off_is_an_alarm()
    {
        for (const char* code : {"anchor_behind", "anchor_key_used", "anchor_balance_low"})
            world.bulletin.raise_alarm(code, "of an earlier worker");
        work::report_anchoring_off(world.at);
        CPPUNIT_ASSERT(world.bulletin.alarms().empty());
        world.complete(2);
        work::report_anchoring_off(world.at);
        const auto alarms = world.bulletin.alarms();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, alarms.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"anchor_off"}, alarms[0].code);
        CPPUNIT_ASSERT(alarms[0].detail.starts_with("2 hashes wait"));
    }

    void receipts_that_come_late_are_waited_for()
    {
        const auto hash = world.complete();
        world.chain.hides_receipts = true;
        world.live(10);
        expect("1 broadcast");
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::key_used));
        world.chain.hides_receipts = false;
        world.pass(1);
        expect("1 mined");
        held_once({hash});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AnchorerFailuresTest);

} // namespace
