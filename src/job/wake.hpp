// Wake-ups between processes: after a COMMIT one byte is written to a file that every waiting
// process watches with inotify (measured p50 0.1 ms; never on the -wal file, which changes before
// the commit is visible).
#pragma once

#include "base/fd.hpp"
#include "db/commit_notice.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace job {

// The writing side. Thread-safe.
class Waker final : public db::CommitNotice {
public:
    // Creates the file (0660) when it is not there. Throws Fault.
    explicit Waker(std::string path);
    // To the file that has the path now, also when it was deleted and made again. Never throws:
    // waiters also re-read on their own every 2 s.
    void notify() noexcept override;

private:
    std::mutex m_mutex;
    std::string m_path;
    base::Fd m_file;
};

// The waiting side: one thread per process turns file events into a counter. While none waits it
// sleeps, and the kernel makes one event of all that come: a process is not woken for each commit
// of the others. While the kernel has no inotify instance left (128 for each user, whom editors and
// containers share), waiters re-read five times a second instead.
class WakeWatcher {
public:
    // Creates the file as Waker does. Throws Fault: no such directory.
    explicit WakeWatcher(std::string path);
    ~WakeWatcher();
    WakeWatcher(const WakeWatcher&) = delete;
    WakeWatcher& operator=(const WakeWatcher&) = delete;

    // Take it before reading the row, so that no change between the read and the wait is missed.
    [[nodiscard]] std::uint64_t ticket() const;

    // Returns when anything was committed after `ticket` was taken, `limit` has passed, or
    // stop() was called; whichever is first.
    void wait(std::uint64_t ticket, std::chrono::milliseconds limit);

    // Wakes every waiter now and for ever: the process drains.
    void stop();
    [[nodiscard]] bool is_stopped() const;

    // False: it re-reads, for want of an inotify instance or of the file.
    [[nodiscard]] bool is_watching() const { return m_is_watching; }

private:
    bool watch_file();
    bool drain();
    void announce();
    bool await_waiters();
    void run();

    std::string m_path;
    base::Fd m_inotify;
    base::Fd m_stop_event;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::condition_variable m_wanted; // a thread waits
    int m_waiting = 0;
    std::uint64_t m_count = 0;
    bool m_stopped = false;
    std::atomic<bool> m_is_watching{false};
    std::thread m_thread;
};

} // namespace job
