// The operator has configured another payTo, network or token: what buyers were told before still
// holds, and money is neither lost nor taken twice.
#include "judge_case.hpp"

#include "chain/recover.hpp"
#include "support/wallet.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;

const value::EvmAddress k_later = OrderWorld::address(0x5b);

// The worker after a restart with another configuration.
struct Restarted {
    OrderWorld& world;
    pay::JudgeSettings settings;
    pay::TransferJudge judge{world.at, world.chain, settings};
    pay::TransferScanner scanner{world.at, world.chain, judge, settings};

    bool scan()
    {
        return scanner.scan([] { return true; }) == pay::TransferScanner::Scanned::to_the_head;
    }
    void judge_claims()
    {
        judge.judge_claims([] { return true; });
    }
};

class EarlierRecipientsTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(EarlierRecipientsTest);
    CPPUNIT_TEST(another_of_our_addresses_buys_nothing_and_is_owed);
    CPPUNIT_TEST(a_signature_does_not_mend_the_address);
    CPPUNIT_TEST(in_one_call_each_order_is_paid_at_its_address);
    CPPUNIT_TEST(an_order_is_paid_at_the_address_it_names);
    CPPUNIT_TEST(an_address_is_looked_for_for_a_day);
    CPPUNIT_TEST(an_outage_does_not_shorten_the_day);
    CPPUNIT_TEST(what_is_undecided_keeps_every_address);
    CPPUNIT_TEST(a_claim_keeps_the_address_of_its_order);
    CPPUNIT_TEST(the_newest_addresses_are_looked_for);
    CPPUNIT_TEST(another_network_judges_nothing);
    CPPUNIT_TEST(another_token_pays_for_nothing);
    CPPUNIT_TEST_SUITE_END();

    [[nodiscard]] pay::JudgeSettings with_pay_to(const value::EvmAddress& pay_to) const
    {
        auto out = world.settings;
        out.pay_to = pay_to;
        return out;
    }
    job::OrderView order_to(const value::EvmAddress& pay_to)
    {
        auto wish = world.wish(base::concat("198.51.100.", ++m_clients));
        wish.order.pay_to = pay_to;
        return world.orders.order(wish).value();
    }
    chain::IncludedTransaction paid_to(const value::EvmAddress& recipient, unsigned number,
                                       const job::OrderView& order)
    {
        auto out = world.suffixed(number, order);
        out.incoming[0].recipient = recipient;
        return out;
    }
    std::string judged_by(Restarted& worker, const job::OrderView& order,
                          const chain::IncludedTransaction& transaction)
    {
        world.chain.include(transaction);
        world.claim(order, transaction.tx_hash);
        worker.judge_claims();
        books_agree();
        return world.claim_of(order, transaction.tx_hash);
    }
    int m_clients = 0;

public:
    void another_of_our_addresses_buys_nothing_and_is_owed()
    {
        world.order(); // so that the earlier address is still looked for
        Restarted worker{world, with_pay_to(k_later)};
        const auto order = order_to(k_later);
        const auto elsewhere = paid_to(world.pay_to, 1, order);
        expect("refused wrong_recipient", judged_by(worker, order, elsewhere));
        CPPUNIT_ASSERT((world.credits() == Credits{"recipient 500000"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.now(order).view.credits.size());
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.credits().size());
        // And the other way round: new terms followed for an order of before.
        const auto before = world.order();
        world.chain.include(paid_to(k_later, 2, before));
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(before) == State::awaiting_payment);
        CPPUNIT_ASSERT((world.credits() == Credits{"recipient 500000", "recipient 500000"}));
        // What names no order waits, as it does at the configured address.
        auto nameless = world.payment(3, world.price);
        expect("refused wrong_recipient", judged_by(worker, order, nameless));
        for (const auto wait : {3'500s, 150s}) {
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, world.credits().size());
            world.pass(wait);
            CPPUNIT_ASSERT(worker.scan());
            worker.judge.run_clocks();
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"orphan 500000"}, world.credits().back());
        books_agree();
    }

    void a_signature_does_not_mend_the_address()
    {
        world.order();
        Restarted worker{world, with_pay_to(k_later)};
        const auto order = order_to(k_later);
        const support::Wallet wallet{5};
        auto plain = world.payment(1, world.price);
        plain.incoming[0].payer = wallet.address();
        plain.incoming.push_back(plain.incoming[0]);
        plain.incoming[1].log_index = 7;
        plain.incoming[1].recipient = k_later;
        world.chain.include(plain);
        const auto message = pay::payer_message(order.view.job.id, plain.tx_hash, 8453);
        const auto signature = wallet.sign(chain::personal_digest(message));
        world.claim(order, plain.tx_hash, signature);
        worker.judge_claims();
        // Of two the one that goes where it should.
        expect("confirmed ", world.claim_of(order, plain.tx_hash));
        const auto second = order_to(k_later);
        auto wrong = world.payment(2, world.price);
        wrong.incoming[0].payer = wallet.address();
        world.chain.include(wrong);
        const auto other = pay::payer_message(second.view.job.id, wrong.tx_hash, 8453);
        world.claim(second, wrong.tx_hash, wallet.sign(chain::personal_digest(other)));
        worker.judge_claims();
        expect("refused wrong_recipient", world.claim_of(second, wrong.tx_hash));
        CPPUNIT_ASSERT((world.credits() == Credits{"recipient 500000"}));
        books_agree();
    }

    void in_one_call_each_order_is_paid_at_its_address()
    {
        Restarted worker{world, with_pay_to(k_later)};
        const auto before = world.order();
        const auto after = order_to(k_later);
        auto bundle = world.wrapped(1, {before, after}, 2);
        bundle.incoming[0].recipient = k_later;
        expect("confirmed ", judged_by(worker, before, bundle));
        const auto paid_at = [&](const job::OrderView& order) {
            return world.names.named(order.view.job.id)->paid_by.value().second;
        };
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{11}, paid_at(before));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{10}, paid_at(after));
        // Two at one address are too many for one transfer there.
        const auto pair = world.wrapped(2, {world.order(), order_to(k_later), world.order()}, 1);
        world.chain.include(pair);
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.credits().empty());
        books_agree();
    }

    void an_order_is_paid_at_the_address_it_names()
    {
        const auto claimed = world.order();
        const auto found = world.order();
        CPPUNIT_ASSERT(world.scan());
        Restarted worker{world, with_pay_to(k_later)};
        world.pass(10s);
        expect("confirmed ", judged_by(worker, claimed, world.suffixed(1, claimed)));
        world.chain.include(world.suffixed(2, found));
        const auto later = order_to(k_later);
        world.chain.include(paid_to(k_later, 3, later));
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(found) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.state_of(later) == State::payment_confirmed);
        // One that the pools take while the worker still has the earlier configuration.
        const auto early = order_to(OrderWorld::address(0x5c));
        world.chain.include(paid_to(OrderWorld::address(0x5c), 4, early));
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(early) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.credits().empty());
        books_agree();
    }

    void an_address_is_looked_for_for_a_day()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        Restarted worker{world, with_pay_to(k_later)};
        world.pass(23h);
        world.chain.include(world.suffixed(1, order));
        while (!worker.scan()) continue;
        CPPUNIT_ASSERT((world.credits() == Credits{"late 500000"}));
        world.pass(2h);
        while (!worker.scan()) continue;
        world.chain.include(world.suffixed(2, order));
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.chain.recipients == chain::Recipients{k_later});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.credits().size());
    }

    void an_outage_does_not_shorten_the_day()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(100s);
        world.chain.include(world.suffixed(1, order));
        world.pass(7 * 24h);
        Restarted worker{world, with_pay_to(k_later)};
        worker.judge.run_clocks();
        while (world.chain.scans.back().second < world.chain.now.number) worker.scan();
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.credits().empty());
    }

    void what_is_undecided_keeps_every_address()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(100s);
        const auto paid = world.suffixed(1, order);
        world.chain.include(paid);
        Restarted worker{world, with_pay_to(k_later)};
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::unreachable;
        CPPUNIT_ASSERT(worker.scan());
        world.pass(7 * 24h);
        while (!worker.scan()) continue;
        world.chain.refusals.clear();
        world.pass(60s);
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.chain.recipients == chain::Recipients{k_later});
    }

    void a_claim_keeps_the_address_of_its_order()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        const auto paid = world.suffixed(1, order);
        Restarted worker{world, with_pay_to(k_later)};
        world.pass(24h + 200s); // it is not looked for any more, and it is not forgotten yet
        while (!worker.scan()) continue;
        worker.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(order) == State::expired);
        expect("confirmed ", judged_by(worker, order, paid));
    }

    void the_newest_addresses_are_looked_for()
    {
        Restarted worker{world, with_pay_to(k_later)};
        for (std::uint8_t name = 0x60; name < 0x68; ++name) {
            order_to(OrderWorld::address(name));
            world.pass(2s);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, worker.judge.recipients().size());
        CPPUNIT_ASSERT(!worker.judge.has_left_out_recipients());
        order_to(OrderWorld::address(0x70));
        const auto recipients = worker.judge.recipients();
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, recipients.size());
        CPPUNIT_ASSERT(recipients.contains(k_later));
        CPPUNIT_ASSERT(recipients.contains(OrderWorld::address(0x70)));
        CPPUNIT_ASSERT(!recipients.contains(OrderWorld::address(0x60)));
        CPPUNIT_ASSERT(worker.judge.has_left_out_recipients());
    }

    void another_network_judges_nothing()
    {
        const auto paid = world.order();
        const auto before = world.suffixed(1, paid);
        expect("confirmed ", judged(paid, before));
        const auto order = world.order();
        auto settings = world.settings;
        settings.network = value::EvmNetwork::parse("eip155:84532").value();
        Restarted worker{world, settings};
        // The other chain knows neither.
        world.chain.transactions.clear();
        const auto tx = OrderWorld::tx(2);
        world.claim(order, tx);
        for (int i = 0; i < 4; ++i) {
            worker.judge_claims();
            world.pass(1'000s);
            while (!worker.scan()) continue;
            worker.judge.run_clocks();
        }
        expect("pending network_changed", world.claim_of(order, tx));
        CPPUNIT_ASSERT_EQUAL(1, world.claims.count_elsewhere());
        CPPUNIT_ASSERT(world.state_of(paid) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(0, world.ledger.count_lost());
        // Its own is back.
        auto timely = world.suffixed(2, order);
        timely.block_time_s = before.block_time_s;
        world.chain.include(before);
        world.chain.include(timely);
        world.judge_claims();
        expect("confirmed ", world.claim_of(order, tx));
        CPPUNIT_ASSERT_EQUAL(0, world.claims.count_elsewhere());
        books_agree();
    }

    void another_token_pays_for_nothing()
    {
        const auto order = world.order();
        auto settings = world.settings;
        settings.token = OrderWorld::address(0xdd);
        Restarted worker{world, settings};
        const auto paid = world.authorized(1, order);
        expect("pending network_changed", judged_by(worker, order, paid));
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        auto text = world.wrapped(2, {order}, 1);
        world.chain.include(text);
        CPPUNIT_ASSERT(worker.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EarlierRecipientsTest);

} // namespace
