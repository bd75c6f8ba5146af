#include "work/lane.hpp"

#include "base/failpoint.hpp"
#include "base/log.hpp"
#include "work/pauses.hpp"

#include <memory>
#include <utility>

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_lease_renewal{5};
// A child may say more than anybody reads, and each word of it costs a commit.
constexpr std::chrono::seconds k_progress_period{1};
constexpr std::chrono::seconds k_lane_idle_wait{2};

} // namespace

Lane::Lane(LanePlan plan, const base::Clock& clock, job::Waker& waker, job::WakeWatcher& watcher)
    : m_plan{std::move(plan)}, m_steps{steps_of(m_plan)}, m_clock{clock}, m_waker{waker},
      m_watcher{watcher},
      m_last_tick{steady_clock::now().time_since_epoch().count()}, m_thread{[this] { work(); }}
{
}

Lane::~Lane()
{
    stop_claiming();
    kill_child();
    m_waker.notify(); // its thread may wait for a job
    join();
}

void Lane::join()
{
    if (m_thread.joinable()) m_thread.join();
}

steady_clock::duration Lane::silence() const
{
    return steady_clock::now().time_since_epoch() - steady_clock::duration{m_last_tick.load()};
}

bool Lane::is_staying()
{
    tick();
    return m_claiming;
}

void Lane::tick()
{
    m_last_tick = steady_clock::now().time_since_epoch().count();
}

void Lane::work()
{
    std::unique_ptr<db::Database> database;
    const auto goes_on = [this] {
        tick();
        return m_claiming && m_child_may_run;
    };
    while (m_claiming) {
        const std::uint64_t ticket = m_watcher.ticket();
        try {
            if (!database) {
                database = std::make_unique<db::Database>(m_plan.database);
            }
            const store::Access at{*database, m_clock, m_waker};
            store::Queue queue{at};
            store::Bulletin bulletin{at};
            const bool may_begin =
                m_plan.engine == nullptr || m_plan.engine->look(bulletin, m_clock, goes_on);
            if (may_begin && work_once(queue, bulletin)) continue;
            if (m_plan.when_idle) m_plan.when_idle(at, goes_on);
        } catch (const std::exception& fault) {
            // The claim lapses by its lease and the job is tried again; a broken database may heal,
            // so the lane goes on with a fresh connection.
            base::log::error("lane_fault", {{"lane", m_plan.share.lane}, {"detail", fault.what()}});
            database.reset();
            m_job = k_no_job;
            std::this_thread::sleep_for(k_pause_after_fault);
        }
        tick();
        m_watcher.wait(ticket, k_lane_idle_wait);
    }
}

bool Lane::work_once(store::Queue& queue, store::Bulletin& bulletin)
{
    Places::Place place;
    if (m_steps.before_claim != nullptr) {
        place = m_steps.before_claim->take(0, [this] { return is_staying(); });
        if (!place) return false;
    }
    const auto claimed = queue.claim_next(m_plan.share, m_plan.worker, k_claim_lease);
    if (!claimed) return false;
    m_job = claimed->job.seq;
    attempt(queue, bulletin, *claimed, std::move(place));
    m_job = k_no_job;
    return true;
}

void Lane::attempt(store::Queue& queue, store::Bulletin& bulletin, const store::ClaimedJob& claimed,
                   Places::Place place)
{
    const job::Job& job = claimed.job;
    const base::log::Tag of_request{"request", job.request_id};
    base::log::info(
        "job_started",
        {{"job_id", job.id.text()}, {"product", job.product}, {"attempt", job.attempt}});

    auto renew_at = steady_clock::now() + k_lease_renewal;
    auto report_at = steady_clock::now();
    bool claim_holds = true;
    base::failpoint("attempt", "before");
    const auto keep_going = [&] {
        tick();
        if (steady_clock::now() >= renew_at) {
            claim_holds = queue.extend_lease(job, m_plan.worker, k_claim_lease);
            renew_at = steady_clock::now() + k_lease_renewal;
        }
        return claim_holds && m_child_may_run;
    };
    Attempt attempt{.claimed = claimed,
                    .queue = queue,
                    .bulletin = bulletin,
                    .clock = m_clock,
                    .keep_going = keep_going,
                    .keep_waiting = [&] { return keep_going() && m_claiming; },
                    .is_staying = [this] { return is_staying(); },
                    .on_progress =
                        [&](const job::Progress& progress) {
                            if (steady_clock::now() < report_at) return;
                            report_at = steady_clock::now() + k_progress_period;
                            queue.report_progress(job, m_plan.worker, progress);
                        },
                    .place = std::move(place)};
    for (const auto& step : m_steps.all)
        if (!attempt.is_over) step->take(attempt);
    m_steps.last->take(attempt);
}

} // namespace work
