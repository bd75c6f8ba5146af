// Several processes on one file, all at once: of every contest exactly one comes out the winner.
#include "store/reservations.hpp"

#include "support/processes.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using job::State;
using std::chrono::minutes;
using store::ReserveRefusal;
using support::k_lane;
using support::Ledger;
using support::race;
using support::reservation_order;
using support::StoreSession;

constexpr int k_processes = 8;

class StoreRacesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StoreRacesTest);
    CPPUNIT_TEST(one_of_many_reserves_an_authorization);
    CPPUNIT_TEST(the_last_places_of_a_lane_are_taken_once);
    CPPUNIT_TEST(the_last_refusals_of_a_client_are_counted_once);
    CPPUNIT_TEST(each_job_is_claimed_once);
    CPPUNIT_TEST(an_outcome_is_settled_or_refused_never_both);
    CPPUNIT_TEST(a_reservation_is_sent_or_released_never_both);
    CPPUNIT_TEST(a_job_ends_once_and_owes_once);
    CPPUNIT_TEST(one_of_many_raises_an_alarm);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::optional<StoreSession> world;

    // Runs `body` in each process and returns all lines they wrote; every process must end well.
    // Nothing of SQLite is open while the processes are forked.
    template <typename F> std::vector<std::string> contest(F body, int processes = k_processes)
    {
        world.reset();
        Ledger ledger;
        const std::vector<int> codes = race(processes, [&](int number) {
            StoreSession player{directory.path()};
            body(player, number, ledger);
            return 0;
        });
        world.emplace(directory.path());
        for (const int code : codes) CPPUNIT_ASSERT_EQUAL(0, code);
        ledger.only_read();
        return ledger.read_all();
    }

    static void expect_distinct(const std::vector<std::string>& lines, std::size_t expected)
    {
        const std::set<std::string> distinct{lines.begin(), lines.end()};
        CPPUNIT_ASSERT_EQUAL(expected, lines.size());
        CPPUNIT_ASSERT_EQUAL(expected, distinct.size());
    }

public:
    void setUp() override
    {
        world.emplace(directory.path());
        world->beat();
    }

    void one_of_many_reserves_an_authorization()
    {
        constexpr unsigned k_authorizations = 25;
        const auto winners = contest([](StoreSession& player, int, Ledger& ledger) {
            for (unsigned i = 0; i < k_authorizations; ++i) {
                const auto answer = player.reservations.reserve(reservation_order(i));
                if (answer) {
                    ledger.write(std::to_string(i));
                } else if (answer.error() != ReserveRefusal::known_payment ||
                           !player.reservations.find_payment(reservation_order(i).key)) {
                    ledger.write("a loser was told something else");
                }
            }
        });
        expect_distinct(winners, k_authorizations);
        auto held = world->database.query("SELECT count(*) FROM jobs WHERE state = 'settling'");
        CPPUNIT_ASSERT(held.step());
        CPPUNIT_ASSERT_EQUAL(static_cast<std::int64_t>(k_authorizations), held.integer(0));
    }

    void the_last_places_of_a_lane_are_taken_once()
    {
        constexpr int k_capacity = 5;
        const auto winners = contest([](StoreSession& player, int number, Ledger& ledger) {
            for (unsigned i = 0; i < 3; ++i) {
                auto order = reservation_order(static_cast<unsigned>(number) * 100 + i);
                order.goods.lane_capacity = k_capacity;
                const auto payment = player.reservations.reserve(order);
                if (payment && player.reservations.mark_settle_sent(*payment, order))
                    ledger.write(order.owner);
            }
        });
        expect_distinct(winners, k_capacity);
    }

    void the_last_refusals_of_a_client_are_counted_once()
    {
        constexpr int k_allowed = 10;
        const auto tried = contest([](StoreSession& player, int number, Ledger& ledger) {
            for (unsigned i = 0; i < 10; ++i) {
                auto order = reservation_order(static_cast<unsigned>(number) * 100 + i);
                order.refusals_allowed = k_allowed;
                const auto payment = player.reservations.reserve(order);
                if (!payment) continue;
                player.reservations.refuse(*payment, "invalid", "",
                                           store::Reservations::Counts::yes);
                ledger.write(order.owner);
            }
        });
        // Those who had their place before the last refusal was counted may still try.
        CPPUNIT_ASSERT(tried.size() >= k_allowed);
        CPPUNIT_ASSERT(tried.size() < k_allowed + k_processes);
    }

    void each_job_is_claimed_once()
    {
        constexpr unsigned k_jobs = 120;
        for (unsigned i = 0; i < k_jobs; ++i) world->queue(reservation_order(i));
        const auto claimed = contest([](StoreSession& player, int number, Ledger& ledger) {
            const std::string worker = "worker-" + std::to_string(number);
            while (const auto job =
                       player.lanes.claim_next({.lane = std::string{k_lane}}, worker, minutes{1}))
                ledger.write(job->job.id.text());
        });
        expect_distinct(claimed, k_jobs);
        CPPUNIT_ASSERT_EQUAL(static_cast<int>(k_jobs), world->reading.lane_loads()[0].running);
    }

    void an_outcome_is_settled_or_refused_never_both()
    {
        constexpr unsigned k_payments = 60;
        std::vector<job::Payment> payments;
        for (unsigned i = 0; i < k_payments; ++i) {
            const auto order = reservation_order(i);
            payments.push_back(*world->reservations.reserve(order));
            static_cast<void>(world->reservations.mark_settle_sent(payments.back(), order));
        }
        const auto decided = contest([&](StoreSession& player, int number, Ledger& ledger) {
            for (const job::Payment& payment : payments) {
                const bool mine =
                    number % 2 == 0 ? player.reservations.mark_settled(payment, "{}", "0xabc")
                                    : player.reservations.refuse(payment, "expired", "{}",
                                                                 store::Reservations::Counts::yes);
                if (mine) ledger.write(payment.job_id.text());
            }
        });
        expect_distinct(decided, k_payments);
        for (const job::Payment& payment : payments) {
            const auto view = world->reading.find(payment.job_id, store::Reading::Artifact::leave);
            const bool is_settled = view->payment->phase == job::Phase::settled;
            CPPUNIT_ASSERT(view->job.state == (is_settled ? State::queued : State::rejected));
        }
    }

    void a_reservation_is_sent_or_released_never_both()
    {
        constexpr unsigned k_payments = 60;
        std::vector<job::Payment> payments;
        for (unsigned i = 0; i < k_payments; ++i) {
            payments.push_back(*world->reservations.reserve(reservation_order(i)));
        }
        // The sweeper's clock says that all leases are over, the owners' clocks that they are not.
        const auto sent = contest(
            [&](StoreSession& player, int number, Ledger& ledger) {
                if (number == 0) {
                    player.clock.advance(store::k_reservation_lease);
                    player.sweeper.release_abandoned();
                    return;
                }
                for (unsigned i = 0; i < k_payments; ++i)
                    if (player.reservations.mark_settle_sent(payments[i], reservation_order(i)))
                        ledger.write(payments[i].job_id.text());
            },
            2);
        for (const job::Payment& payment : payments) {
            const bool was_sent = std::ranges::count(sent, payment.job_id.text()) == 1;
            const auto view = world->reading.find(payment.job_id, store::Reading::Artifact::leave);
            CPPUNIT_ASSERT(view->payment->phase ==
                           (was_sent ? job::Phase::settle_sent : job::Phase::refused));
            CPPUNIT_ASSERT(view->job.state == (was_sent ? State::settling : State::rejected));
        }
    }

    void a_job_ends_once_and_owes_once()
    {
        constexpr unsigned k_jobs = 40;
        std::vector<job::Job> running;
        for (unsigned i = 0; i < k_jobs; ++i)
            running.push_back(world->start(reservation_order(i), support::k_worker).job);
        const auto ended = contest([&](StoreSession& player, int number, Ledger& ledger) {
            for (const job::Job& job : running) {
                const bool mine =
                    number % 2 == 0
                        ? player.lanes.complete(job, support::k_worker, support::result_of("{}"),
                                                player.clock.now())
                        : player.lanes.attempt_failed(job, support::k_worker, "crashed", 1);
                if (mine) ledger.write(job.id.text());
            }
        });
        expect_distinct(ended, k_jobs);
        for (const job::Job& job : running) {
            const auto view = world->reading.find(job.id, store::Reading::Artifact::fetch);
            const bool is_complete = view->job.state == State::complete;
            CPPUNIT_ASSERT(is_complete || view->job.state == State::failed);
            CPPUNIT_ASSERT_EQUAL(std::size_t{is_complete ? 0U : 1U}, view->credits.size());
            CPPUNIT_ASSERT_EQUAL(is_complete, view->result.has_value());
        }
    }

    void one_of_many_raises_an_alarm()
    {
        const auto raised = contest([](StoreSession& player, int, Ledger& ledger) {
            if (player.bulletin.raise_alarm("disk_full", "jobs.db")) ledger.write("new");
        });
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, raised.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreRacesTest);

} // namespace
