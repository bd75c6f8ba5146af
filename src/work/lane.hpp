// One lane thread: claims queued jobs one after another and sees each to its end.
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
#include "db/database.hpp"
#include "job/wake.hpp"
#include "store/bulletin.hpp"
#include "store/queue.hpp"
#include "work/child.hpp"
#include "work/engine_check.hpp"
#include "work/finish.hpp"
#include "work/gather.hpp"
#include "work/model_look.hpp"
#include "work/places.hpp"
#include "work/vantage.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace work {

// How long a claim holds without being renewed; no claim is given for longer.
inline constexpr std::chrono::seconds k_claim_lease{30};

// Attempts at a job of this lane before it has failed (DESIGN.md, 7).
int attempts_allowed(std::string_view lane);

struct LanePlan {
    store::LaneShare share;  // what it claims
    std::string worker;      // this worker's name, unique over restarts
    std::string run_program; // path of assay-run
    db::Options database;
    bool anchors = false;                     // results are anchored
    std::vector<std::string> run_arguments{}; // of assay-run, after the product
    std::string vantage{};                    // told to the scan
    std::string own_host{};                   // of the service: see GatherPlan
    std::chrono::seconds scan_deadline{0};    // by when a scan tells what it has; zero: no scans
    // Of those that analyse at the same time; a lane that fetches pages takes one when it has them,
    // any other before it claims. nullptr: the lane needs none.
    Places* analysing = nullptr;
    Places* reading = nullptr;        // see GatherPlan; nullptr: the lane fetches nothing
    Vantage* pages_vantage = nullptr; // of a lane that fetches; nullptr: it is never offline
    EngineCheck* engine = nullptr;    // says whether jobs may begin; nullptr: the lane scans
    const ModelPlan* model = nullptr; // what its jobs ask; nullptr: they ask none
    ModelLook* model_look = nullptr;  // of a lane with a model; nullptr: a paid review is believed
    std::shared_ptr<LastEnds> last_ends = std::make_shared<LastEnds>(); // for all lanes at once
    // Called when no job of the lane waits; `keep_going` as in ChildPlan.
    std::function<void(const store::Access& at, const std::function<bool()>& keep_going)>
        when_idle{};
};

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
    void attempt(store::Queue& queue, store::Bulletin& bulletin, const store::ClaimedJob& claimed);
    // Its end, with a look at the model that was away in it.
    [[nodiscard]] ChildOutcome run(const store::ClaimedJob& claimed, base::json::Ref pages,
                                   store::Bulletin& bulletin, Outlook& outlook,
                                   const std::function<bool()>& keep_going,
                                   const std::function<void(const job::Progress&)>& on_progress);
    void finish(store::Queue& queue, const job::Job& job, const ChildOutcome& outcome,
                const Outlook& outlook);
    // Whether our network is to blame for that no page was read.
    [[nodiscard]] bool is_blind(store::Bulletin& bulletin, const Gathered& gathered,
                                std::chrono::steady_clock::time_point begun,
                                const std::function<bool()>& keep_going) const;
    [[nodiscard]] bool fetches() const { return m_plan.reading != nullptr; }
    void tick();

    static constexpr std::int64_t k_no_job = 0; // rows are numbered from 1

    LanePlan m_plan;
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
