// When an endpoint is left alone, for how long, and who may look whether it is well again.
#include "pay/facilitator_health.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <thread>

namespace {

using pay::FacilitatorHealth;
using std::chrono::milliseconds;
using std::chrono::seconds;
using enum FacilitatorHealth::Call;

class FacilitatorHealthTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorHealthTest);
    CPPUNIT_TEST(nobody_has_no_turn);
    CPPUNIT_TEST(a_few_failures_change_nothing);
    CPPUNIT_TEST(failures_in_a_row_open_and_others_are_asked);
    CPPUNIT_TEST(an_answer_in_between_starts_the_count_again);
    CPPUNIT_TEST(one_call_probes_when_the_time_is_over);
    CPPUNIT_TEST(an_answered_probe_closes);
    CPPUNIT_TEST(a_probe_without_report_is_free_again);
    CPPUNIT_TEST(pauses_double_up_to_a_minute_and_vary);
    CPPUNIT_TEST(pauses_begin_short_again_after_answers);
    CPPUNIT_TEST(when_all_are_open_the_next_due_is_asked);
    CPPUNIT_TEST(last_resorts_do_not_make_pauses_longer);
    CPPUNIT_TEST(the_open_one_is_the_last_resort_of_a_call);
    CPPUNIT_TEST(settle_failures_open_although_verify_answers);
    CPPUNIT_TEST(retry_after_keeps_probes_away_too);
    CPPUNIT_TEST(retry_after_is_believed_for_a_minute_at_most);
    CPPUNIT_TEST(time_is_shared_among_those_worth_asking);
    CPPUNIT_TEST(of_many_threads_one_probes);
    CPPUNIT_TEST(whoever_waits_for_a_probe_learns_how_it_went);
    CPPUNIT_TEST(nobody_waits_without_a_probe);
    CPPUNIT_TEST_SUITE_END();

    FacilitatorHealth::Time now = std::chrono::steady_clock::now();
    FacilitatorHealth health{2, 7};
    const std::vector<bool> none{false, false};

    void fail(std::size_t endpoint, int times = FacilitatorHealth::k_failures_to_open,
              FacilitatorHealth::Call call = verify)
    {
        for (int i = 0; i < times; ++i) health.failed(endpoint, call, now);
    }
    // The endpoint that is asked first, 9 = none.
    std::size_t first(const std::vector<bool>& asked)
    {
        const auto turn = health.next(asked, now);
        return turn ? turn->endpoint() : 9;
    }
    // Until the only endpoint of a health may be probed.
    static seconds pause_of(FacilitatorHealth& one, FacilitatorHealth::Time at)
    {
        // With a second endpoint that is well, an open one has its turn only when it is due.
        for (seconds after{0}; after <= seconds{90}; ++after)
            if (one.next({false, false}, at + after)->endpoint() == 0) return after;
        return seconds{-1};
    }

public:
    void nobody_has_no_turn()
    {
        FacilitatorHealth nobody{0};
        CPPUNIT_ASSERT(!nobody.next({}, now));
        CPPUNIT_ASSERT(!health.next({true, true}, now));
    }

    void a_few_failures_change_nothing()
    {
        fail(0, FacilitatorHealth::k_failures_to_open - 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void failures_in_a_row_open_and_others_are_asked()
    {
        fail(0);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        fail(1);
        health.answered(0, verify);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void an_answer_in_between_starts_the_count_again()
    {
        fail(0, 2);
        health.answered(0, verify);
        fail(0, 2);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
        fail(0, 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
    }

    void one_call_probes_when_the_time_is_over()
    {
        fail(0);
        now += seconds{2};
        const auto probe = health.next(none, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, probe->endpoint());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, first({false, true}));
        health.failed(0, verify, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
    }

    void an_answered_probe_closes()
    {
        fail(0);
        now += seconds{2};
        {
            const auto probe = health.next(none, now);
            health.answered(0, verify);
        }
        const auto one = health.next(none, now);
        const auto other = health.next(none, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, one->endpoint());
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, other->endpoint());
    }

    // As when a fault ended the call.
    void a_probe_without_report_is_free_again()
    {
        fail(0);
        now += seconds{2};
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void pauses_double_up_to_a_minute_and_vary()
    {
        std::vector<seconds> lasts;
        for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U}) {
            FacilitatorHealth one{2, seed};
            auto at = now;
            for (int i = 0; i < FacilitatorHealth::k_failures_to_open; ++i)
                one.failed(0, verify, at);
            for (const int full : {2, 4, 8, 16, 32, 60, 60, 60}) {
                const auto pause = pause_of(one, at);
                CPPUNIT_ASSERT(pause >= seconds{full / 2} && pause <= seconds{full});
                at += pause;
                one.failed(0, verify, at);
                lasts.push_back(pause);
            }
        }
        std::sort(lasts.begin(), lasts.end());
        lasts.erase(std::unique(lasts.begin(), lasts.end()), lasts.end());
        CPPUNIT_ASSERT(lasts.size() > 8);
    }

    void pauses_begin_short_again_after_answers()
    {
        fail(0);
        for (int i = 0; i < 6; ++i) {
            now += seconds{60};
            health.failed(0, verify, now);
        }
        CPPUNIT_ASSERT(pause_of(health, now) >= seconds{30});
        health.answered(0, verify);
        fail(0);
        CPPUNIT_ASSERT(pause_of(health, now) <= seconds{2});
    }

    void when_all_are_open_the_next_due_is_asked()
    {
        fail(0);
        now += milliseconds{1500};
        fail(1);
        now -= milliseconds{1000}; // neither is due
        const auto probe = health.next(none, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, probe->endpoint());
        const auto other = health.next(none, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, other->endpoint());
        CPPUNIT_ASSERT(!health.next(none, now));
    }

    void last_resorts_do_not_make_pauses_longer()
    {
        fail(0);
        fail(1);
        for (int i = 0; i < 50; ++i) {
            CPPUNIT_ASSERT(first(none) != 9);
            health.failed(0, verify, now);
        }
        health.answered(1, verify);
        CPPUNIT_ASSERT(pause_of(health, now) <= seconds{2});
    }

    void the_open_one_is_the_last_resort_of_a_call()
    {
        fail(0);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first({false, true}));
    }

    void settle_failures_open_although_verify_answers()
    {
        for (int i = 0; i < FacilitatorHealth::k_failures_to_open; ++i) {
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
            health.answered(0, verify);
            health.failed(0, settle, now);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        // The probe verifies, and the next settlement decides.
        now += seconds{2};
        health.answered(0, verify);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
        health.failed(0, settle, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        CPPUNIT_ASSERT(pause_of(health, now) >= seconds{2});
        health.answered(0, settle);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void retry_after_keeps_probes_away_too()
    {
        health.limited(0, now, seconds{10});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, first({false, true}));
        health.limited(0, now, seconds{3}); // the longer one counts
        now += seconds{9};
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, first({false, true}));
        now += seconds{1};
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void retry_after_is_believed_for_a_minute_at_most()
    {
        health.limited(0, now, seconds{86'400});
        health.limited(1, now, seconds{-5});
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, first(none));
        now += seconds{1};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, first(none));
        now += FacilitatorHealth::k_longest_pause;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
        health.limited(0, now, seconds::max());
        now += FacilitatorHealth::k_longest_pause;
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, first(none));
    }

    void time_is_shared_among_those_worth_asking()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, health.next(none, now)->choices());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, health.next({true, false}, now)->choices());
        fail(1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, health.next(none, now)->choices());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, health.next({true, false}, now)->choices());
    }

    void of_many_threads_one_probes()
    {
        fail(0);
        now += seconds{2};
        std::atomic<int> probes = 0;
        std::vector<std::optional<FacilitatorHealth::Turn>> turns(8);
        std::vector<std::thread> threads;
        for (auto& mine : turns)
            threads.emplace_back([&] {
                if (auto turn = health.next(none, now)) {
                    probes += turn->endpoint() == 0;
                    mine.emplace(std::move(*turn));
                }
            });
        for (auto& thread : threads) thread.join();
        CPPUNIT_ASSERT_EQUAL(1, probes.load());
    }

    void whoever_waits_for_a_probe_learns_how_it_went()
    {
        FacilitatorHealth one{1, 7};
        for (int i = 0; i < FacilitatorHealth::k_failures_to_open; ++i) one.failed(0, verify, now);
        auto probe = one.next({false}, now);
        std::atomic<int> served = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (;;) {
                    const auto ticket = one.ticket();
                    if (const auto turn = one.next({false}, now)) {
                        ++served;
                        return;
                    }
                    if (!one.await_probe({false}, ticket, now + seconds{60})) return;
                }
            });
        one.answered(0, verify);
        probe.reset();
        for (auto& thread : threads) thread.join();
        CPPUNIT_ASSERT_EQUAL(4, served.load());
    }

    void nobody_waits_without_a_probe()
    {
        const auto far = now + seconds{600};
        CPPUNIT_ASSERT(!health.await_probe(none, health.ticket(), far));
        health.limited(0, now, seconds{60});
        CPPUNIT_ASSERT(!health.await_probe(none, health.ticket(), far));
        fail(1);
        const auto probe = health.next(none, now);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, probe->endpoint());
        CPPUNIT_ASSERT(!health.await_probe({false, true}, health.ticket(), far));
        CPPUNIT_ASSERT(!health.await_probe(none, health.ticket(), now - seconds{1}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorHealthTest);

} // namespace
