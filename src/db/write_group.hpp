// Group commit: write transactions of the threads of one process run one after the other on one
// connection, and those that wait meanwhile share a COMMIT. So a process comes to the gate once for
// all of them, the log is synced once, and the pages that one has changed are in the next one's
// cache: the processor's too, since whoever has the turn runs what the others wait for, and each of
// them is woken once, when all is on disk.
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
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace db {

class Connection;

// Whom a transaction wants told that it is on disk.
class CommitNotice {
public:
    CommitNotice() = default;
    virtual ~CommitNotice() = default;
    CommitNotice(const CommitNotice&) = delete;
    CommitNotice& operator=(const CommitNotice&) = delete;
    // Once for all the transactions of one COMMIT, by any thread of the group, before any of their
    // callers goes on.
    virtual void notify() noexcept = 0;
};

// One for each connection that writes; db::write and WriteTxn are the only callers. Any number of
// threads.
class WriteGroup {
public:
    // What a transaction does. True: it is kept. False, or what it throws: it is rolled back.
    using Body = std::function<bool()>;

private:
    // Something happened, once; reset() before the next time. Waited for without a spin, as one
    // waits for a disk: the yields of std::binary_semaphore were a twentieth of a sale. Given
    // without a lock that the woken one needs: he would run at once, only to sleep again.
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
    // Somebody who waits, until he is called: for his turn, or because his body has been run.
    struct Member {
        Signal called;
        const Body* body = nullptr; // nullptr: only he can do it
        CommitNotice* told = nullptr;
        bool is_over = false;
        bool is_kept = false;
        std::exception_ptr fault;
    };

public:
    // `writer` must outlive the object. Only its group uses it between enter() and the end.
    explicit WriteGroup(Connection& writer);

    // The caller's own, for one transaction after the other.
    class Place {
        friend class WriteGroup;
        std::shared_ptr<Member> m_member = std::make_shared<Member>();
    };
    // A whole transaction, run by this thread or another one of the group, in the order of coming.
    // Whether it was kept: then it is on disk. What others have done before it is there, too, or
    // nowhere if that failed, so that the caller can read what made it give up. Throws what `body`
    // throws, or Fault, FullFault: the commit failed, or neither turn, gate nor lock could be had
    // within the connection's patience. `told`, if any, is told when it was kept.
    bool run(Place& place, const Body& body, CommitNotice* told);

    // The same in pieces: begins the caller's transaction when it is his turn. Throws Fault.
    void enter(Place& place);
    // On disk when it returns. Throws Fault, FullFault: nothing was kept. The turn is over then,
    // either way.
    void commit();
    // Instead of commit(). `is_fault`: something is broken, and the connection is opened anew
    // before it is used again.
    void roll_back(bool is_fault) noexcept;

    // For tests: threads whose turn it is or that wait for it.
    [[nodiscard]] std::size_t members();

private:
    // False: another thread has run the body.
    bool take_turn(const std::shared_ptr<Member>& member);
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
    // Gives the turn to whoever has waited longest; to nobody when nobody waits.
    void end_turn();
    // Who has waited longest, if his body can be run here; else nullptr.
    std::shared_ptr<Member> take_guest();
    // The batch failed when SQLite has rolled it back by itself.
    void note_rollback() noexcept;

    Connection& m_writer;
    std::mutex m_mutex;
    bool m_is_taken = false; // the turn
    std::deque<std::shared_ptr<Member>> m_waiting;
    // Of whoever has the turn: his batch, which is a transaction of SQLite's.
    std::optional<Gate::Hold> m_hold;
    std::size_t m_kept = 0;            // transactions of the group in it
    std::vector<CommitNotice*> m_told; // by its COMMIT
    std::exception_ptr m_fault;
    bool m_is_broken = false; // the connection
};

} // namespace db
