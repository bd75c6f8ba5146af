// Group commit: write transactions of the threads of one process run one after the other on one
// connection, and those that wait meanwhile share a COMMIT. So a process comes to the gate once for
// all of them, the log is synced once, and the pages that one has changed are in the next one's
// cache: the processor's too, since the thread that has the turn runs what the others wait for, and
// each of them is woken once, when all is on disk.
//
// A transaction of the group is a savepoint in a transaction of SQLite's: it sees what the ones
// before it did, it is rolled back alone, and its caller hears of it only when the COMMIT is on
// disk. When that fails all of them failed.
#pragma once

#include "db/driver.hpp"
#include "db/reader.hpp"
#include "db/sqlite/gate.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

namespace db::sqlite {

class Session;

// One for each connection that writes. Any number of threads.
class WriteGroup final : public db::WriteGroup {
public:
    // `session` must outlive the object. Only its group uses it while a transaction is open.
    explicit WriteGroup(Session& session);

    // The body is run by this thread or another one of the group, in the order of coming. What
    // others have done before it is there, too, or nowhere if that failed, so that the caller can
    // read what made it give up. Throws Fault, FullFault, too, when the commit failed; HeldFault
    // when neither turn, gate nor lock could be had within the session's patience.
    bool run(const Body& body, CommitNotice* told) override;

    [[nodiscard]] std::size_t members() override;

private:
    // Something happened, once; reset() before the next time. Waited for without a spin, as one
    // waits for a disk: the yields of std::binary_semaphore were a twentieth of a sale. Given
    // without the lock that the woken thread needs: it would run at once, only to sleep again.
    class Signal {
    public:
        void reset();
        void give();
        void wait();
        // False: not given in that time.
        bool wait_for(std::chrono::milliseconds patience);

    private:
        std::mutex m_mutex;
        std::condition_variable m_given;
        bool m_is_given = false;
    };
    // A thread that waits, until it is called: for its turn, or because its body has been run.
    struct Member {
        const Body& body;
        CommitNotice* told;
        Signal* called = nullptr;
        bool is_over = false;
        bool is_kept = false;
        std::exception_ptr fault{};
    };

    // False: another thread has run the body. Throws Fault: the turn did not come.
    bool take_turn(Member& member);
    // The group keeps the signal for ever: it may still be given when its last owner has gone on.
    Signal* take_signal();
    void begin();
    // In the transaction, or savepoint, that was begun last.
    void run_begun(Member& member);
    void keep();
    void drop(bool is_fault) noexcept;
    // The caller's own transaction is over: those that wait join it, and all are committed. What
    // made that fail.
    std::exception_ptr finish() noexcept;
    void run_guest(Member& guest) noexcept;
    std::exception_ptr end_batch() noexcept;
    // Gives the turn to the thread that has waited longest, if any waits.
    void end_turn();
    // The one that has waited longest; else nullptr.
    Member* take_guest();
    // The batch failed when SQLite has rolled it back by itself.
    void note_rollback() noexcept;

    Session& m_session;
    std::mutex m_mutex;
    bool m_is_taken = false; // the turn
    std::deque<Member*> m_waiting;
    std::list<Signal> m_signals;
    std::vector<Signal*> m_idle_signals;
    // The batch of the thread that has the turn, which is a transaction of SQLite's.
    std::optional<Gate::Hold> m_hold;
    std::size_t m_kept = 0;            // transactions of the group in it
    std::vector<CommitNotice*> m_told; // by its COMMIT
    std::exception_ptr m_fault;
    bool m_is_broken = false; // the session
};

} // namespace db::sqlite
