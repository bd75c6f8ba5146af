// A thread of the worker that does rounds at a desk of its own: a connection, readers of the chain,
// whatever a session holds. A fault ends the session; the next round begins with a fresh one.
#pragma once

#include "base/clock.hpp"
#include "job/wake.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace work {

class DeskSession {
public:
    virtual ~DeskSession() = default;
    // `keep_going` is asked between two pieces of work; false: the round ends early.
    virtual void round(const std::function<bool()>& keep_going) = 0;
};

class Desk {
public:
    using MakeSession = std::function<std::unique_ptr<DeskSession>()>;

    // `name` is a word of the log. `make_session` is called in the desk's thread, anew after each
    // fault. `watcher` must outlive the desk.
    Desk(std::string name, MakeSession make_session, job::WakeWatcher& watcher);
    // Ends after the piece of work that is under way: a minute at most.
    ~Desk();
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    void stop() { m_stopping = true; }

    // How long ago the thread last showed that it works.
    [[nodiscard]] std::chrono::steady_clock::duration silence() const;

private:
    void work();
    void tick();

    std::string m_name;
    MakeSession m_make_session;
    job::WakeWatcher& m_watcher;
    std::atomic<bool> m_stopping{false};
    std::atomic<std::chrono::steady_clock::rep> m_last_tick;
    std::thread m_thread;
};

} // namespace work
