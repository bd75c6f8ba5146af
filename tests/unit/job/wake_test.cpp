// A change is never missed, and no thread waits for ever: not for a lost file, not for a stop.
#include "job/wake.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

#include <sched.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#include <cppunit/extensions/HelperMacros.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>
#include <vector>

namespace {

using job::Waker;
using job::WakeWatcher;
using namespace std::chrono_literals;

// Far above what a wake-up takes, so that reaching it is a failure, not a slow machine.
constexpr auto k_never = 20s;

class WakeTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WakeTest);
    CPPUNIT_TEST(a_missing_directory_is_a_fault);
    CPPUNIT_TEST(a_wait_ends_at_its_limit);
    CPPUNIT_TEST(the_wake_file_is_for_the_group);
    CPPUNIT_TEST(no_change_after_the_ticket_is_missed);
    CPPUNIT_TEST(every_waiter_is_woken);
    CPPUNIT_TEST(a_deleted_wake_file_is_watched_again);
    CPPUNIT_TEST(a_replaced_wake_file_is_watched_again);
    CPPUNIT_TEST(a_lost_directory_hangs_nobody_and_is_found_again);
    CPPUNIT_TEST(without_an_inotify_instance_waiters_read_again);
    CPPUNIT_TEST(stop_wakes_everybody_for_ever);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("wake");

    static constexpr int k_no_namespace = 99;

    // In a child: a user namespace has a bound of its own.
    static bool forbid_inotify()
    {
        if (unshare(CLONE_NEWUSER) != 0) return false;
        std::ofstream{"/proc/sys/user/max_inotify_instances"} << 0 << std::flush;
        const base::Fd tried{inotify_init1(IN_CLOEXEC)};
        return !tried.is_open();
    }

    static void expect_wake(WakeWatcher& watcher, std::uint64_t ticket)
    {
        const auto began = std::chrono::steady_clock::now();
        watcher.wait(ticket, k_never);
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - began < k_never);
        CPPUNIT_ASSERT(watcher.ticket() != ticket);
    }

    // The file was lost: the watcher notices by itself, so the next tickets are taken after that.
    static void expect_recovery(WakeWatcher& watcher, std::uint64_t before_loss, Waker& waker)
    {
        expect_wake(watcher, before_loss);
        for (int i = 0; i < 3; ++i) {
            const std::uint64_t ticket = watcher.ticket();
            waker.notify();
            expect_wake(watcher, ticket);
        }
    }

public:
    void a_missing_directory_is_a_fault()
    {
        CPPUNIT_ASSERT_THROW(Waker{directory.file("absent/wake")}, base::Fault);
        CPPUNIT_ASSERT_THROW(WakeWatcher{directory.file("absent/wake")}, base::Fault);
    }

    void a_wait_ends_at_its_limit()
    {
        WakeWatcher watcher{path};
        const std::uint64_t ticket = watcher.ticket();
        watcher.wait(ticket, 1ms);
        watcher.wait(ticket, 0ms);
        watcher.wait(ticket, -5ms);
        CPPUNIT_ASSERT_EQUAL(ticket, watcher.ticket());
    }

    void the_wake_file_is_for_the_group()
    {
        const mode_t before = ::umask(0077);
        const Waker waker{path};
        ::umask(before);
        struct stat status {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat(path.c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(0660U, status.st_mode & 07777U);
    }

    void no_change_after_the_ticket_is_missed()
    {
        WakeWatcher watcher{path};
        Waker waker{path};
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t ticket = watcher.ticket();
            std::thread writer{[&] { waker.notify(); }};
            expect_wake(watcher, ticket);
            writer.join();
        }
        CPPUNIT_ASSERT(std::filesystem::file_size(path) <= 1);
    }

    void every_waiter_is_woken()
    {
        WakeWatcher watcher{path};
        Waker waker{path};
        const std::uint64_t ticket = watcher.ticket();
        std::vector<std::thread> waiters;
        for (int i = 0; i < 8; ++i) waiters.emplace_back([&] { watcher.wait(ticket, k_never); });
        const auto began = std::chrono::steady_clock::now();
        waker.notify();
        for (std::thread& waiter : waiters) waiter.join();
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - began < k_never);
    }

    void a_deleted_wake_file_is_watched_again()
    {
        WakeWatcher watcher{path};
        Waker waker{path};
        const std::uint64_t ticket = watcher.ticket();
        std::filesystem::remove(path);
        expect_recovery(watcher, ticket, waker);
    }

    void a_replaced_wake_file_is_watched_again()
    {
        WakeWatcher watcher{path};
        Waker waker{path};
        Waker other{directory.file("other")};
        const std::uint64_t ticket = watcher.ticket();
        std::filesystem::rename(directory.file("other"), path);
        expect_recovery(watcher, ticket, waker);
    }

    void a_lost_directory_hangs_nobody_and_is_found_again()
    {
        const std::string folder = directory.file("run");
        std::filesystem::create_directory(folder);
        WakeWatcher watcher{folder + "/wake"};
        Waker waker{folder + "/wake"};
        std::uint64_t ticket = watcher.ticket();
        // Moved away first, or the watcher would make the file anew before the directory is gone.
        std::filesystem::rename(folder, directory.file("gone"));
        std::filesystem::remove_all(directory.file("gone"));
        expect_wake(watcher, ticket);
        waker.notify();
        std::filesystem::create_directory(folder);
        ticket = watcher.ticket();
        expect_recovery(watcher, ticket, waker);
    }

    // 128 for each user, whom others may have used up.
    void without_an_inotify_instance_waiters_read_again()
    {
        const int said = support::Child{[&] {
                             if (!forbid_inotify()) return k_no_namespace;
                             WakeWatcher watcher{path};
                             if (watcher.is_watching()) return 1;
                             for (int i = 0; i < 3; ++i) {
                                 const std::uint64_t ticket = watcher.ticket();
                                 const auto began = std::chrono::steady_clock::now();
                                 watcher.wait(ticket, k_never);
                                 if (std::chrono::steady_clock::now() - began >= k_never) return 2;
                             }
                             return 0;
                         }}.wait();
        if (said == k_no_namespace)
            std::cout << "skipped: no user namespace may be made here, whose bound is 0\n";
        else
            CPPUNIT_ASSERT_EQUAL(0, said);
    }

    void stop_wakes_everybody_for_ever()
    {
        WakeWatcher watcher{path};
        const std::uint64_t ticket = watcher.ticket();
        std::thread waiter{[&] { watcher.wait(ticket, k_never); }};
        CPPUNIT_ASSERT(!watcher.is_stopped());
        const auto began = std::chrono::steady_clock::now();
        watcher.stop();
        waiter.join();
        watcher.wait(ticket, k_never);
        watcher.stop();
        CPPUNIT_ASSERT(watcher.is_stopped());
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - began < k_never);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WakeTest);

} // namespace
