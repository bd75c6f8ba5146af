// The housekeeper gives up what is old: at its first round, as long as configured, and not each
// second.
#include "work/housekeeper.hpp"

#include "store/settlements.hpp"
#include "support/retention.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;

class RetentionRoundsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RetentionRoundsTest);
    CPPUNIT_TEST(the_first_round_gives_up_what_is_old);
    CPPUNIT_TEST(the_next_walk_is_not_of_the_next_second);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    const std::vector<std::unique_ptr<work::Lane>> none{};
    const work::HousekeepingPlan plan{
        .worker = std::string{support::k_worker},
        .documents_digest = {},
        .documents_digest_file = world.file("digest"),
        .store = {.path = {}, .result_retention = 48h, .request_retention = 24h}};
    std::vector<value::JobId> ids;

    // Not paid, nothing is watched.
    void refuse(unsigned number)
    {
        world.beat();
        const auto order = support::reservation_order(number);
        const auto payment = *world.reservations.reserve(order);
        CPPUNIT_ASSERT(world.reservations.mark_settle_sent(payment, order));
        world.reservations.refuse(payment, "released", "", store::Reservations::Counts::no);
        store::Settlements settlements{world.at};
        world.clock.advance(1h);
        support::look_no_more(settlements);
        ids.push_back(payment.job_id);
    }
    // Each does a part of the walk.
    static void rounds(work::Housekeeper& housekeeper)
    {
        for (int i = 0; i < 50; ++i) CPPUNIT_ASSERT(housekeeper.round());
    }
    void pass(std::chrono::hours time)
    {
        world.clock.advance(time);
        support::read_chain(world);
    }

public:
    void the_first_round_gives_up_what_is_old()
    {
        for (unsigned number = 1; number <= 30; ++number) refuse(number);
        pass(48h);
        refuse(31);
        work::Housekeeper housekeeper{world.at, plan, none};
        rounds(housekeeper);
        for (const auto& id : ids)
            CPPUNIT_ASSERT(world.state(id) ==
                           (id == ids.back() ? job::State::rejected : job::State::purged));
    }

    void the_next_walk_is_not_of_the_next_second()
    {
        work::Housekeeper housekeeper{world.at, plan, none};
        rounds(housekeeper);
        refuse(1);
        pass(48h);
        rounds(housekeeper);
        CPPUNIT_ASSERT(world.state(ids[0]) == job::State::rejected);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RetentionRoundsTest);

} // namespace
