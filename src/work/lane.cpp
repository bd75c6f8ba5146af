#include "work/lane.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/lanes.hpp"
#include "db/fault.hpp"
#include "llm/courier/process.hpp"
#include "work/pauses.hpp"

#include <algorithm>
#include <optional>

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_lease_renewal{5};
// A child may say more than anybody reads, and each word of it costs a commit.
constexpr std::chrono::seconds k_progress_period{1};
constexpr std::chrono::seconds k_lane_idle_wait{2};
// An attempt gets its share of the sla, so that all attempts fit; never less than this.
constexpr std::chrono::seconds k_least_deadline{20};
// A scan ends by itself at its deadline; one that has not so long after it hangs.
constexpr std::chrono::seconds k_scan_grace{8};

struct Deadlines {
    std::chrono::milliseconds told;     // to assay-run
    std::chrono::milliseconds enforced; // the child is killed
};

Deadlines deadlines_of(const job::Job& job, const LanePlan& plan)
{
    if (plan.scan_deadline.count() > 0)
        return {plan.scan_deadline, plan.scan_deadline + k_scan_grace};
    if (plan.model != nullptr) {
        const auto whole =
            catalog::asking_time(job.sla, plan.model->llm) + catalog::k_beside_asking;
        return {whole, whole};
    }
    const auto share =
        std::max<std::chrono::milliseconds>(k_least_deadline, job.sla / attempts_allowed(job.lane));
    return {share, share};
}

} // namespace

int attempts_allowed(std::string_view lane)
{
    if (const auto* row = catalog::find_lane(lane)) return row->attempts;
    throw base::Fault{base::concat("no lane is called ", lane)};
}

Lane::Lane(LanePlan plan, const base::Clock& clock, job::Waker& waker, job::WakeWatcher& watcher)
    : m_plan{std::move(plan)}, m_clock{clock}, m_waker{waker}, m_watcher{watcher},
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
    if (m_plan.analysing != nullptr && !fetches()) {
        place = m_plan.analysing->take(0, [this] {
            tick();
            return m_claiming.load();
        });
        if (!place) return false;
    }
    const auto claimed = queue.claim_next(m_plan.share, m_plan.worker, k_claim_lease);
    if (!claimed) return false;
    m_job = claimed->job.seq;
    attempt(queue, bulletin, *claimed);
    m_job = k_no_job;
    return true;
}

void Lane::attempt(store::Queue& queue, store::Bulletin& bulletin, const store::ClaimedJob& claimed)
{
    const job::Job& job = claimed.job;
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
    // A stop does not wait for strangers' servers, nor for a place: the next worker fetches anew.
    const auto keep_fetching = [&] { return keep_going() && m_claiming; };
    const auto on_progress = [&](const job::Progress& progress) {
        if (steady_clock::now() < report_at) return;
        report_at = steady_clock::now() + k_progress_period;
        queue.report_progress(job, m_plan.worker, progress);
    };
    Outlook outlook;
    if (!fetches()) {
        const auto outcome = run(claimed, nullptr, bulletin, outlook, keep_going, on_progress);
        return finish(queue, job, outcome, outlook);
    }
    const auto begun = steady_clock::now();
    auto gathered = gather(claimed.request, {.program = m_plan.run_program,
                                             .own_host = m_plan.own_host,
                                             .reading = *m_plan.reading,
                                             .keep_going = keep_fetching,
                                             .on_progress = on_progress});
    if (!gathered) return finish(queue, job, gathered.error(), {});
    if (gathered->pages) outlook.fetch = gathered->took;
    outlook.is_blind = is_blind(bulletin, *gathered, begun, keep_fetching);
    Places::Place place;
    if (m_plan.analysing != nullptr) place = m_plan.analysing->take(0, keep_fetching);
    if (m_plan.analysing != nullptr && !place) return finish(queue, job, stopped_before(), outlook);
    const auto outcome =
        run(claimed, std::move(gathered->pages), bulletin, outlook, keep_going, on_progress);
    place.reset();
    finish(queue, job, outcome, outlook);
}

bool Lane::is_blind(store::Bulletin& bulletin, const Gathered& gathered,
                    steady_clock::time_point begun, const std::function<bool()>& keep_going) const
{
    if (m_plan.pages_vantage == nullptr || !gathered.pages) return false;
    if (!gathered.has_read_any())
        return m_plan.pages_vantage->is_blind(bulletin, begun, keep_going);
    m_plan.pages_vantage->note_sight(begun);
    return false;
}

ChildOutcome Lane::run(const store::ClaimedJob& claimed, base::json::Ref pages,
                       store::Bulletin& bulletin, Outlook& outlook,
                       const std::function<bool()>& keep_going,
                       const std::function<void(const job::Progress&)>& on_progress)
{
    const auto begun = steady_clock::now();
    const Deadlines deadlines = deadlines_of(claimed.job, m_plan);
    std::optional<llm::courier::Process> courier;
    if (const ModelPlan* model = m_plan.model)
        courier.emplace(model->program, llm::courier::options_of(
                                            model->llm, model->token,
                                            catalog::asking_time(claimed.job.sla, model->llm)));
    Errand errand =
        make_errand(claimed.request, {.deadline = deadlines.told,
                                      .vantage = m_plan.vantage,
                                      .pages = std::move(pages),
                                      .model = courier ? &courier->settings() : nullptr});
    auto outcome = run_child({.program = m_plan.run_program,
                              .product = claimed.job.product,
                              .arguments = m_plan.run_arguments,
                              .request = std::move(errand.request),
                              .envelope = std::move(errand.envelope),
                              .model_line = courier ? courier->line() : -1,
                              .deadline = deadlines.enforced,
                              .keep_going = keep_going,
                              .on_progress = on_progress});
    base::failpoint("attempt", "after");
    if (outcome.end == ChildEnd::crashed && m_plan.engine != nullptr) m_plan.engine->note_crash();
    const bool is_doubtful = m_plan.model_look != nullptr && outcome.end == ChildEnd::artifact &&
                             says_model_away(outcome.output);
    if (!is_doubtful) return outcome;
    const auto lack = m_plan.model_look->lack_since(begun, bulletin, m_clock, keep_going);
    if (!lack) return stopped_before();
    outlook.is_model_fit = lack->empty();
    return outcome;
}

// What was computed waits for room: the attempt is not to blame for a full disk.
void Lane::finish(store::Queue& queue, const job::Job& job, const ChildOutcome& outcome,
                  const Outlook& outlook)
{
    const auto finish_now = [&] {
        finish_attempt(queue, m_clock, job, outcome,
                       {.worker = m_plan.worker,
                        .attempts = attempts_allowed(job.lane),
                        .anchors = m_plan.anchors,
                        .last_ends = *m_plan.last_ends,
                        .outlook = outlook,
                        .news = m_plan.model != nullptr ? &m_plan.model->news : nullptr});
        return std::monostate{};
    };
    for (bool is_told = false;; is_told = true) {
        // A lane that stops now leaves the job to the next worker.
        if (!m_claiming) return static_cast<void>(finish_now());
        const auto finished = db::if_room(finish_now);
        if (finished) return;
        if (!is_told)
            base::log::error("job_waits_for_room",
                             {{"job_id", job.id.text()}, {"detail", finished.error().detail}});
        tick();
        std::this_thread::sleep_for(k_pause_after_fault);
    }
}

} // namespace work
