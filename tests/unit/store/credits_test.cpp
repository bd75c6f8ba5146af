// What is owed is closed once: refusals first, then who may still have what. Real SQLite.
#include "store/credits.hpp"

#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "support/judgements.hpp"
#include "support/order_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using store::CloseRefused;
using support::k_worker;
using support::OrderWorld;
using support::reservation_order;
using namespace std::chrono_literals;

class CreditsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CreditsTest);
    CPPUNIT_TEST(what_is_closed_stays_closed);
    CPPUNIT_TEST(one_transaction_pays_back_several);
    CPPUNIT_TEST(who_was_paid_back_gets_no_job);
    CPPUNIT_TEST(who_came_back_before_is_paid_by_his_job);
    CPPUNIT_TEST(a_transfer_is_owed_once_whatever_for);
    CPPUNIT_TEST(money_that_nobody_has_seen_is_not_proven);
    CPPUNIT_TEST_SUITE_END();

    OrderWorld world;
    store::Credits credits{world.at};
    store::Audit audit{world.database};
    const value::TxHash refund = OrderWorld::tx(200);

    store::CreditLine failed_job(unsigned number)
    {
        world.beat();
        const auto claimed = world.start(reservation_order(number), k_worker);
        world.lanes.attempt_failed(claimed.job, k_worker, "crashed", 1);
        return audit.credits().back();
    }
    // Paid for and never asked for.
    job::OrderView forgotten_order()
    {
        auto order = world.order();
        const auto named = world.names.named(order.view.job.id).value();
        CPPUNIT_ASSERT(support::confirm(world.ledger, named, world.transfer(1)) ==
                       store::Confirmed::now);
        world.pass(31 * 24h);
        CPPUNIT_ASSERT_EQUAL(1, world.clocks.credit_never_resubmitted());
        return order;
    }
    void refused(const base::Result<job::Credit, CloseRefused>& closed, CloseRefused why)
    {
        CPPUNIT_ASSERT(!closed && closed.error() == why);
    }
    void books_agree()
    {
        const auto wrong = audit.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule, wrong.empty());
    }

public:
    void what_is_closed_stays_closed()
    {
        refused(credits.refunded(1, refund), CloseRefused::unknown);
        refused(credits.waive(1), CloseRefused::unknown);
        const auto paid_back = forgotten_order();
        const auto line = audit.owed().at(0);
        const auto brought_by = value::TxHash::parse(line.credit.tx_hash).value();
        refused(credits.refunded(line.credit.seq, brought_by), CloseRefused::own_receipt);
        for (int i = 0; i < 2; ++i) {
            const auto closed = credits.refunded(line.credit.seq, refund);
            CPPUNIT_ASSERT_EQUAL(std::string{"refunded"}, closed->state);
            CPPUNIT_ASSERT_EQUAL(refund.text(), closed->refund_tx);
        }
        refused(credits.refunded(line.credit.seq, OrderWorld::tx(201)), CloseRefused::closed);
        refused(credits.waive(line.credit.seq), CloseRefused::closed);

        const auto other = failed_job(1).credit.seq;
        for (int i = 0; i < 2; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, credits.waive(other)->state);
        refused(credits.refunded(other, refund), CloseRefused::closed);
        CPPUNIT_ASSERT(audit.owed().empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, audit.credits().size());
        books_agree();
    }

    void one_transaction_pays_back_several()
    {
        const auto first = failed_job(1).credit.seq;
        const auto second = failed_job(2).credit.seq;
        CPPUNIT_ASSERT(credits.refunded(first, refund));
        CPPUNIT_ASSERT(credits.refunded(second, refund));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, audit.credits("refunded").size());
        books_agree();
    }

    void who_was_paid_back_gets_no_job()
    {
        const auto order = forgotten_order();
        CPPUNIT_ASSERT(credits.refunded(audit.owed().at(0).credit.seq, refund));
        CPPUNIT_ASSERT(!world.orders.resubmit(order.view.job.id, "{}"));
        CPPUNIT_ASSERT(job::is_paid_back(world.orders.find(order.view.job.id).value()));
        CPPUNIT_ASSERT_EQUAL(0, world.clocks.credit_never_resubmitted());
        books_agree();
    }

    void who_came_back_before_is_paid_by_his_job()
    {
        const auto order = forgotten_order();
        const auto line = audit.owed().at(0);
        CPPUNIT_ASSERT(world.orders.resubmit(order.view.job.id, "{}"));
        refused(credits.refunded(line.credit.seq, refund), CloseRefused::closed);
        CPPUNIT_ASSERT(!job::is_paid_back(world.orders.find(order.view.job.id).value()));
        books_agree();
    }

    // The ledger says so first. Were it wrong, the index would still decide.
    void a_transfer_is_owed_once_whatever_for()
    {
        unsigned number = 0;
        for (const char* reason : {"late", "amount", "recipient", "double", "orphan"}) {
            const job::Transfer transfer = world.transfer(++number);
            CPPUNIT_ASSERT(support::credit(world.ledger, transfer, std::nullopt, reason));
            CPPUNIT_ASSERT(!support::credit(world.ledger, transfer, std::nullopt, reason));
            db::write(world.database, "test", [&](db::Writer& writer) {
                writer.run("UPDATE transfer SET fate = 'waiting'");
            });
            CPPUNIT_ASSERT_THROW_MESSAGE(
                reason, support::credit(world.ledger, transfer, std::nullopt, reason), base::Fault);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{number}, audit.credits().size());
    }

    // A facilitator's word is no money; the chain's is, until it takes the transfer back.
    void money_that_nobody_has_seen_is_not_proven()
    {
        const auto claimed = failed_job(1);
        CPPUNIT_ASSERT(!claimed.is_proven);
        store::Settlements settlements{world.at};
        world.clock.advance(1h);
        for (const auto& due : settlements.due(10))
            settlements.prove(due,
                              {.tx_hash = OrderWorld::tx(9).text(),
                               .block_number = 900,
                               .log_index = 1,
                               .is_settlement = true},
                              "{}");
        CPPUNIT_ASSERT(audit.owed().at(0).is_proven);

        forgotten_order();
        CPPUNIT_ASSERT(audit.owed().at(1).is_proven);
        for (const auto& due : world.claims.due({.seen = 10, .unseen = 10, .confirmed = 10}))
            world.claims.look_again(due, std::nullopt, job::k_payment_lost);
        CPPUNIT_ASSERT(!audit.owed().at(1).is_proven);
        CPPUNIT_ASSERT(audit.owed().at(0).is_proven);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CreditsTest);

} // namespace
