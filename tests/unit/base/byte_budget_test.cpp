// No more is taken than there is, those that wait have their turn, and what is given back is there.
#include "base/byte_budget.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using base::ByteBudget;

constexpr auto k_no_wait = 0ms;
constexpr auto k_long_wait = 60s; // never waited for where all is well

class ByteBudgetTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ByteBudgetTest);
    CPPUNIT_TEST(what_does_not_fit_is_refused_after_the_wait);
    CPPUNIT_TEST(more_than_everything_goes_alone);
    CPPUNIT_TEST(only_so_many_wait);
    CPPUNIT_TEST(a_share_is_given_back_once);
    CPPUNIT_TEST(who_waits_for_much_is_not_passed);
    CPPUNIT_TEST(who_gives_up_lets_the_next_one_go);
    CPPUNIT_TEST(after_much_was_given_back_somebody_is_told);
    CPPUNIT_TEST(threads_never_hold_more_than_there_is);
    CPPUNIT_TEST_SUITE_END();

    ByteBudget budget{100, 2, 1'000, nullptr};

    // Until as many threads wait as may: one more is refused at once.
    void await_full_queue()
    {
        auto before = std::chrono::steady_clock::now();
        do before = std::chrono::steady_clock::now();
        while (!budget.take(1, 5ms) && std::chrono::steady_clock::now() - before >= 5ms);
    }

public:
    void what_does_not_fit_is_refused_after_the_wait()
    {
        const auto most = budget.take(60, k_no_wait);
        CPPUNIT_ASSERT(most);
        const auto before = std::chrono::steady_clock::now();
        CPPUNIT_ASSERT(!budget.take(41, 20ms));
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - before >= 20ms);
        CPPUNIT_ASSERT(budget.take(40, k_no_wait));
    }

    void more_than_everything_goes_alone()
    {
        {
            const auto one = budget.take(1, k_no_wait);
            CPPUNIT_ASSERT(!budget.take(101, k_no_wait));
        }
        const auto all = budget.take(101, k_no_wait);
        CPPUNIT_ASSERT(all);
        CPPUNIT_ASSERT(!budget.take(1, k_no_wait));
    }

    void only_so_many_wait()
    {
        auto all = budget.take(100, k_no_wait);
        std::atomic<int> served{0};
        std::vector<std::jthread> waiting;
        for (int i = 0; i < 2; ++i)
            waiting.emplace_back([&] {
                while (!budget.take(100, k_long_wait)) {} // the one that looks may have its place
                ++served;
            });
        await_full_queue();
        CPPUNIT_ASSERT(!budget.take(1, k_long_wait)); // would hang the run otherwise
        all.reset();
        waiting.clear();
        CPPUNIT_ASSERT_EQUAL(2, served.load());
    }

    void a_share_is_given_back_once()
    {
        auto share = budget.take(100, k_no_wait);
        {
            const auto moved = std::move(*share);
            share.reset();
            CPPUNIT_ASSERT(!budget.take(1, k_no_wait));
        }
        CPPUNIT_ASSERT(budget.take(100, k_no_wait));
        const ByteBudget::Share none; // of no budget
    }

    void who_waits_for_much_is_not_passed()
    {
        auto some = budget.take(50, k_no_wait);
        std::atomic<bool> is_served{false};
        std::jthread large{[&] { is_served = budget.take(100, k_long_wait).has_value(); }};
        while (budget.take(10, k_no_wait)) std::this_thread::sleep_for(1ms); // until it waits
        CPPUNIT_ASSERT(!is_served);
        some.reset();
        large.join();
        CPPUNIT_ASSERT(is_served);
    }

    void who_gives_up_lets_the_next_one_go()
    {
        const auto some = budget.take(50, k_no_wait);
        std::atomic<bool> has_left{false};
        std::jthread large{[&] {
            CPPUNIT_ASSERT(!budget.take(100, 100ms));
            has_left = true;
        }};
        while (!has_left && budget.take(10, k_no_wait)) std::this_thread::sleep_for(1ms);
        CPPUNIT_ASSERT(budget.take(50, k_long_wait));
    }

    void after_much_was_given_back_somebody_is_told()
    {
        int told = 0;
        ByteBudget counted{100, 0, 150, [&] { ++told; }};
        auto held = counted.take(1, k_no_wait);
        for (int i = 0; i < 5; ++i) CPPUNIT_ASSERT(counted.take(50, k_no_wait));
        CPPUNIT_ASSERT_EQUAL(1, told);
        CPPUNIT_ASSERT(counted.take(50, k_no_wait));
        CPPUNIT_ASSERT_EQUAL(2, told);
        CPPUNIT_ASSERT(counted.take(50, k_no_wait));
        CPPUNIT_ASSERT_EQUAL(2, told);
        held.reset(); // the last one
        CPPUNIT_ASSERT_EQUAL(3, told);
    }

    void threads_never_hold_more_than_there_is()
    {
        ByteBudget shared{100, 8, 1'000'000, nullptr};
        std::atomic<int> held{0};
        std::atomic<bool> exceeded{false};
        std::atomic<int> refused{0};
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&, size = 10 + 11 * i] {
                for (int round = 0; round < 500; ++round) {
                    const auto share = shared.take(static_cast<std::size_t>(size), k_long_wait);
                    if (!share) {
                        ++refused;
                        continue;
                    }
                    if ((held += size) > 100) exceeded = true;
                    held -= size;
                }
            });
        threads.clear();
        CPPUNIT_ASSERT(!exceeded);
        CPPUNIT_ASSERT_EQUAL(0, refused.load());
        CPPUNIT_ASSERT(shared.take(100, k_no_wait));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ByteBudgetTest);

} // namespace
