// One lane thread: claims queued jobs one after another and sees each to its end, by the steps that
// its plan asks for (work/steps.hpp). What is its own is the loop, the lease and the heartbeat.
//
// Serialization is the number of threads: the forensics lane has one, the analysis lane several.
// Jobs that may name pages have threads of their own, which fetch them and then wait for a place of
// the analysis lane: no other buyer's analysis waits for a stranger's server. Jobs that ask a model
// have two lanes of the same kind, with places of their own: they wait for the model most of the
// time.
//
// This is the job loop, one of those that catch faults (DESIGN.md, 10).
#pragma once

#include "base/clock.hpp"
#include "job/wake.hpp"
#include "store/bulletin.hpp"
#include "store/queue.hpp"
#include "work/lane_plan.hpp"
#include "work/places.hpp"
#include "work/steps.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace work {

// How long a claim holds without being renewed; no claim is given for longer.
inline constexpr std::chrono::seconds k_claim_lease{30};

class Lane {
public:
    // References must outlive the Lane. Its connection is its own.
    Lane(LanePlan plan, const base::Clock& clock, job::Waker& waker, job::WakeWatcher& watcher);
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    // No further job is claimed; the running one goes on until kill_child() or its end.
    void stop_claiming() { m_claiming = false; }
    void kill_child() { m_child_may_run = false; }
    void join();
    [[nodiscard]] bool is_busy() const { return m_job != k_no_job; }
    // Whether this lane has the job, whatever became of its lease: see Housekeeper.
    [[nodiscard]] bool has(const job::Job& job) const { return m_job == job.seq; }

    // How long ago the thread last showed that it works. The heartbeat depends on it.
    [[nodiscard]] std::chrono::steady_clock::duration silence() const;

private:
    void work();
    // True when there was a job.
    bool work_once(store::Queue& queue, store::Bulletin& bulletin);
    // Takes the steps at a job, whose claim it renews meanwhile; `place` as in Attempt.
    void attempt(store::Queue& queue, store::Bulletin& bulletin, const store::ClaimedJob& claimed,
                 Places::Place place);
    // Whether the worker does not stop; shows that the thread works.
    bool is_staying();
    void tick();

    static constexpr std::int64_t k_no_job = 0; // rows are numbered from 1

    const LanePlan m_plan;
    const Steps m_steps;
    const base::Clock& m_clock;
    job::Waker& m_waker;
    job::WakeWatcher& m_watcher;
    std::atomic<bool> m_claiming{true};
    std::atomic<bool> m_child_may_run{true};
    std::atomic<std::int64_t> m_job{k_no_job};
    std::atomic<std::chrono::steady_clock::rep> m_last_tick;
    std::thread m_thread;
};

} // namespace work
