// Group commit: write transactions of the threads of one process run one after the other on one
// connection, and those that wait for their turn meanwhile share a COMMIT. So a process comes to
// the gate once for all of them, the log is synced once, and the pages that one has changed are in
// the next one's cache.
//
// A transaction of the group is a savepoint in a transaction of SQLite's: it sees what the ones
// before it did, it is rolled back alone, and nobody hears of it before the COMMIT is on disk. When
// that fails all of them failed.
#pragma once

#include "db/gate.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>

namespace db {

class Connection;

// One for each connection that writes; WriteTxn is the only caller. Any number of threads.
class WriteGroup {
    // Given once, then waited for in vain by nobody. Waited for without a spin, as one waits for a
    // disk: the yields of std::binary_semaphore were a twentieth of a sale. Given without a lock
    // that the woken one needs: he would run at once, only to sleep again.
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

public:
    // `writer` must outlive the object. Only its group uses it between enter() and the end.
    explicit WriteGroup(Connection& writer);

    // The caller's own, for one transaction after the other.
    class Turn {
        friend class WriteGroup;
        std::shared_ptr<Signal> m_called = std::make_shared<Signal>();
    };
    // Begins the caller's transaction when it is his turn, in the order of coming. Throws Fault:
    // neither turn, gate nor lock could be had within the connection's patience.
    void enter(Turn& turn);
    // On disk when it returns. Throws Fault, FullFault: nothing was kept. The turn is over then,
    // either way.
    void commit();
    // Instead of commit(): the caller's transaction is rolled back. What others have done before it
    // is on disk when it returns, so that he can read what made him give up. `is_fault`: something
    // is broken, and the connection is opened anew before it is used again.
    void roll_back(bool is_fault) noexcept;

    // For tests: threads whose turn it is or that wait for it.
    [[nodiscard]] std::size_t members();

private:
    // A transaction of SQLite's, and who waits for its end.
    struct Batch {
        Signal over;
        std::exception_ptr fault;
        std::size_t kept = 0; // transactions of the group in it
    };

    void take_turn(Turn& turn);
    void begin();
    // The caller's transaction is over: another one goes on with the batch, or it ends here.
    // Returns when the batch has ended.
    std::exception_ptr finish() noexcept;
    std::exception_ptr end_batch() noexcept;
    // Gives the turn to whoever has waited longest; to nobody when nobody waits.
    void end_turn();
    // False: nobody waits, and the caller keeps the turn.
    bool call_next();
    // Who has waited longest; nullptr: nobody. Under the mutex.
    std::shared_ptr<Signal> take_next();
    // The batch failed when SQLite has rolled it back by itself.
    void note_rollback() noexcept;

    Connection& m_writer;
    std::mutex m_mutex;
    bool m_is_taken = false; // the turn
    std::deque<std::shared_ptr<Signal>> m_waiting;
    // Of whoever has the turn.
    std::shared_ptr<Batch> m_batch;
    std::optional<Gate::Hold> m_hold;
    bool m_is_broken = false;
};

} // namespace db
