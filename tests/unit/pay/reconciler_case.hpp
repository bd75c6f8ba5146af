// What the reconciler's tests share: a sale, a scripted chain and facilitator, and looks at them.
#pragma once

#include "support/fake_transfer_reader.hpp"
#include "support/rail_world.hpp"

#include "pay/reconciler.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace pay_test {

using chain::AuthorizationUse;
using job::Phase;
using job::State;
using std::chrono::minutes;
using std::chrono::seconds;

inline const value::TxHash k_real_tx = *value::TxHash::parse("0x" + std::string(64, 'e'));

class ReconcilerCase : public CppUnit::TestFixture {
protected:
    support::RailWorld world;
    support::FakeTransferReader chain;
    store::Settlements settlements{world.at};
    pay::Reconciler reconciler{world.at,
                               &world.facilitator,
                               chain,
                               {.receipt_check_from = world.settings.receipt_check_from}};

    value::Digest nonce(const support::PaymentText& payment) const
    {
        return payment.parsed().authorization.nonce;
    }
    value::Digest nonce() const { return nonce(world.payment); }

    int look()
    {
        return reconciler.round([] { return true; });
    }
    int look_after(seconds wait)
    {
        pass(wait);
        return look();
    }
    // On our clock and on the chain.
    void pass(seconds time)
    {
        world.clock.advance(time);
        chain.now.timestamp_s += time.count();
    }

    // Sold to a facilitator that says `outcome`; the job's id.
    value::JobId sell(const pay::SettleOutcome& outcome)
    {
        return sell(outcome, world.body_of(world.payment));
    }
    value::JobId sell(const pay::SettleOutcome& outcome, const std::string& body)
    {
        world.facilitator.settle_outcome = outcome;
        world.client_gone = [] { return true; };
        world.sell(world.payment, body, world.rail);
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        world.facilitator.settles = 0;
        return last_job();
    }
    value::JobId last_job()
    {
        auto row = world.database.query("SELECT job_id FROM jobs ORDER BY seq DESC LIMIT 1");
        row.step();
        return *value::JobId::parse(row.text(0));
    }
    job::View view(const value::JobId& id)
    {
        return *world.reading.find(id, store::Reading::Artifact::leave);
    }
    State state(const value::JobId& id) { return world.state(id); }
    value::JobId sell_unknown() { return sell(pay::SettleUnknown{"cut"}); }
    value::JobId sell_checked()
    {
        world.settings.receipt_check_from = world.terms.price;
        pay::FacilitatorRail careful{world.at, world.facilitator, world.watcher, world.places,
                                     world.settings};
        world.client_gone = [] { return true; };
        world.sell(world.payment, world.k_body, careful);
        return last_job();
    }
    void expect_unpaid(const value::JobId& id, const char* reason)
    {
        const auto now = view(id);
        CPPUNIT_ASSERT(now.job.state == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{reason}, now.payment->reason);
        // The same header learns that no money moved.
        const auto again = world.sell();
        CPPUNIT_ASSERT_MESSAGE(support::name_of(again),
                               std::holds_alternative<pay::PaymentRequiredAgain>(again));
    }

public:
    void setUp() override
    {
        chain.now.timestamp_s =
            std::chrono::floor<seconds>(world.clock.now()).time_since_epoch().count();
    }
};

} // namespace pay_test
