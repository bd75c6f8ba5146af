// Others hold the store for longer than a transaction waits, while a lane has a job: the job stays
// where it is. Real store, real children.
#include "lane_case.hpp"

#include "base/log.hpp"
#include "support/captured_log.hpp"

#include <sys/file.h>

namespace {

using namespace std::chrono_literals;
using job::State;

class HeldStoreTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(HeldStoreTest);
    CPPUNIT_TEST(the_end_of_an_attempt_waits_and_counts_once);
    CPPUNIT_TEST(a_claim_that_cannot_be_renewed_is_not_lost);
    CPPUNIT_TEST_SUITE_END();

    db::Options hasty{.path = world.database.path(), .patience = 50ms};

    // Until the returned file is closed, no other writes.
    [[nodiscard]] base::Fd hold_store() const
    {
        base::Fd gate{::open((hasty.path + ".lock").c_str(), O_RDWR | O_CLOEXEC)};
        CPPUNIT_ASSERT_EQUAL(0, ::flock(gate.get(), LOCK_EX));
        return gate;
    }

    static void wait_for(const std::function<bool()>& is_there)
    {
        const auto ends = std::chrono::steady_clock::now() + 20s;
        while (!is_there()) {
            CPPUNIT_ASSERT(std::chrono::steady_clock::now() < ends);
            std::this_thread::sleep_for(10ms);
        }
    }

public:
    void the_end_of_an_attempt_waits_and_counts_once()
    {
        base::log::set_level(base::log::Level::error);
        const support::CapturedLog log{directory.file("log")};
        const std::string go = directory.file("go");
        write_engine("until [ -e " + go + " ]; do sleep 0.02; done; " + "if [ ! -e " + go +
                     R"(.once ]; then touch )" + go + ".once; exit 70; fi; echo '{\"a\":1}'");
        const work::Lane lane{{.share = {.lane = std::string{support::k_lane}},
                               .worker = "worker-a",
                               .programs = {engine, engine},
                               .database = hasty},
                              clock,
                              world.waker,
                              watcher};
        const auto id = world.queue(support::reservation_order(1)).job_id;
        wait_until(id, State::running);
        {
            const base::Fd gate = hold_store();
            base::replace_file(go, "", 0644);
            wait_for([&] { return log.text().find("job_waits_for_store") != std::string::npos; });
            std::this_thread::sleep_for(1500ms); // it is tried again, in vain
        }
        CPPUNIT_ASSERT_EQUAL(2, wait_until(id, State::complete).job.attempt);
    }

    void a_claim_that_cannot_be_renewed_is_not_lost()
    {
        const auto claimed = world.start(support::reservation_order(1), support::k_worker);
        db::Database database{hasty};
        store::Queue queue{{database, clock, world.waker}};
        {
            const base::Fd gate = hold_store();
            CPPUNIT_ASSERT(queue.extend_lease(claimed.job, support::k_worker, 30s));
            CPPUNIT_ASSERT(!queue.report_progress(claimed.job, support::k_worker,
                                                  {.stage = "claims", .done = 1, .total = 2}));
        }
        CPPUNIT_ASSERT(!queue.extend_lease(claimed.job, "another worker", 30s));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HeldStoreTest);

} // namespace
