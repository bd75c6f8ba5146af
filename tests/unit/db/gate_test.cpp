// One holder at a time, among threads and processes, and no wait without end.
#include "db/sqlite/gate.hpp"

#include "base/fault.hpp"
#include "support/temp_dir.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

using db::sqlite::Gate;
using namespace std::chrono_literals;

class GateTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(GateTest);
    CPPUNIT_TEST(a_closed_gate_is_a_fault_in_the_end);
    CPPUNIT_TEST(holds_nest_on_one_gate);
    CPPUNIT_TEST(threads_take_turns);
    CPPUNIT_TEST(a_holder_who_comes_back_at_once_lets_others_pass);
    CPPUNIT_TEST(a_killed_holder_opens_the_gate);
    CPPUNIT_TEST(a_deleted_lock_file_does_not_let_two_in);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("jobs.db.lock");

public:
    void a_closed_gate_is_a_fault_in_the_end()
    {
        Gate first{path, 5s};
        Gate second{path, 20ms};
        {
            const Gate::Hold hold{first};
            CPPUNIT_ASSERT_THROW(Gate::Hold{second}, base::Fault);
            CPPUNIT_ASSERT(!second.is_held());
        }
        const Gate::Hold hold{second};
        CPPUNIT_ASSERT(second.is_held());
    }

    void holds_nest_on_one_gate()
    {
        Gate first{path, 5s};
        Gate second{path, 1ms};
        {
            const Gate::Hold outer{first};
            {
                const Gate::Hold inner{first};
            }
            CPPUNIT_ASSERT(first.is_held());
            CPPUNIT_ASSERT_THROW(Gate::Hold{second}, base::Fault);
        }
        CPPUNIT_ASSERT(!first.is_held());
        const Gate::Hold hold{second};
    }

    void threads_take_turns()
    {
        // Relaxed, so that it is the gate and nothing else that keeps the count at one.
        std::atomic<int> inside{0};
        std::atomic<bool> overlapped{false};
        std::atomic<int> total{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                Gate gate{path, 20s};
                for (int turn = 0; turn < 200; ++turn) {
                    const Gate::Hold hold{gate};
                    if (inside.fetch_add(1, std::memory_order_relaxed) != 0) overlapped = true;
                    total.fetch_add(1, std::memory_order_relaxed);
                    inside.fetch_sub(1, std::memory_order_relaxed);
                }
            });
        for (std::thread& thread : threads) thread.join();
        CPPUNIT_ASSERT(!overlapped.load());
        CPPUNIT_ASSERT_EQUAL(800, total.load());
    }

    void a_holder_who_comes_back_at_once_lets_others_pass()
    {
        std::atomic<bool> is_waiting{false};
        std::atomic<bool> is_in{false};
        std::thread waiter{[&] {
            Gate gate{path, 60s};
            is_waiting = true;
            const Gate::Hold hold{gate};
            is_in = true;
        }};
        Gate gate{path, 60s};
        int turns = 0;
        while (!is_in) {
            const Gate::Hold hold{gate};
            // Each turn as long as a commit on a slow disk.
            std::this_thread::sleep_for(5ms);
            if (is_waiting) ++turns;
        }
        waiter.join();
        CPPUNIT_ASSERT_MESSAGE(std::to_string(turns), turns <= 10);
    }

    void a_killed_holder_opens_the_gate()
    {
        int ready[2];
        CPPUNIT_ASSERT_EQUAL(0, ::pipe(ready));
        const pid_t child = ::fork();
        if (child == 0) {
            Gate gate{path, 5s};
            const Gate::Hold hold{gate};
            if (::write(ready[1], "x", 1) == 1)
                for (;;) ::pause();
            ::_exit(1);
        }
        char byte = 0;
        CPPUNIT_ASSERT_EQUAL(ssize_t{1}, ::read(ready[0], &byte, 1));
        ::close(ready[0]);
        ::close(ready[1]);
        Gate closed{path, 1ms};
        CPPUNIT_ASSERT_THROW(Gate::Hold{closed}, base::Fault);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const Gate::Hold hold{closed};
        CPPUNIT_ASSERT(closed.is_held());
    }

    void a_deleted_lock_file_does_not_let_two_in()
    {
        Gate early{path, 20ms};
        std::filesystem::remove(path);
        Gate late{path, 20ms};
        {
            const Gate::Hold hold{late};
            CPPUNIT_ASSERT_THROW(Gate::Hold{early}, base::Fault);
        }
        const Gate::Hold hold{early};
        CPPUNIT_ASSERT_THROW(Gate::Hold{late}, base::Fault);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GateTest);

} // namespace
