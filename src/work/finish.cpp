#include "work/finish.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/lanes.hpp"

#include <optional>
#include <utility>

namespace work {

namespace {

// Words of job.error: stable, seen by buyers.
std::string_view error_word(ChildEnd end)
{
    switch (end) {
    case ChildEnd::artifact: return "invalid_artifact";
    case ChildEnd::refused: return "request_refused";
    case ChildEnd::deadline: return "deadline";
    case ChildEnd::stopped: return "stopped";
    case ChildEnd::crashed: return "engine_crashed";
    }
    return "engine_crashed";
}

// What may end otherwise the next time: a child that needs too much memory on a busy machine is
// killed by the kernel, and so is who has used up its processor time.
bool is_by_chance(const std::string& end)
{
    return end == "signal 9" || end == "signal 24";
}

// Whether an attempt that ends so twice would end so for ever.
bool is_by_the_job(const ChildOutcome& outcome)
{
    switch (outcome.end) {
    case ChildEnd::refused:
    case ChildEnd::deadline:
    case ChildEnd::stopped: return false;
    case ChildEnd::artifact:
    case ChildEnd::crashed: break;
    }
    return !is_by_chance(outcome.detail);
}

void attempt_failed(store::Queue& queue, const job::Job& job, const ChildOutcome& outcome,
                    const FinishRules& rules)
{
    const bool counts = is_by_the_job(outcome);
    const bool is_last = outcome.end == ChildEnd::refused || // the same request would be again
                         (counts && rules.last_ends.is_repeated(job, outcome.detail));
    const std::string_view error = error_word(outcome.end);
    const bool held = outcome.end == ChildEnd::stopped
                          ? queue.give_back(job, rules.worker, error)
                          : queue.attempt_failed(job, rules.worker, error,
                                                 is_last ? job.attempt : rules.attempts);
    // Only now: a store that does not answer has this attempt's end told once more.
    if (is_last || !held || job.attempt >= rules.attempts)
        rules.last_ends.forget(job);
    else if (counts)
        rules.last_ends.remember(job, outcome.detail);
    base::log::warning("job_attempt_failed", {{"job_id", job.id.text()},
                                              {"attempt", job.attempt},
                                              {"error", error},
                                              {"detail", outcome.detail},
                                              {"claim", held ? "held" : "lost"}});
}

} // namespace

int attempts_allowed(std::string_view lane)
{
    if (const auto* row = catalog::find_lane(lane)) return row->attempts;
    throw base::Fault{base::concat("no lane is called ", lane)};
}

bool LastEnds::is_repeated(const job::Job& job, const std::string& end) const
{
    const std::lock_guard lock{m_mutex};
    const auto last = m_ends.find(job.seq);
    return last != m_ends.end() && last->second == end;
}

void LastEnds::remember(const job::Job& job, const std::string& end)
{
    const std::lock_guard lock{m_mutex};
    m_ends[job.seq] = end;
}

void LastEnds::forget(const job::Job& job)
{
    const std::lock_guard lock{m_mutex};
    m_ends.erase(job.seq);
}

void finish_attempt(store::Queue& queue, const base::Clock& clock, const job::Job& job,
                    const ChildOutcome& outcome, const FinishRules& rules)
{
    const base::Instant completed = clock.now();
    std::optional<job::Result> result;
    if (outcome.end == ChildEnd::artifact)
        if (auto sealed = seal(outcome.output, job, completed, outcome.wall, rules.outlook))
            result = std::move(*sealed);
    if (!result) {
        attempt_failed(queue, job, outcome, rules);
        return;
    }
    if (rules.anchors) result->anchor_status = "pending";
    if (rules.news != nullptr) rules.news->tell(result->model_lack.empty());
    // False: another worker has the job by now. Its result counts, ours is dropped.
    rules.last_ends.forget(job);
    const bool stored = queue.complete(job, rules.worker, *result, completed);
    base::log::info("job_finished", {{"job_id", job.id.text()},
                                     {"verdict", result->verdict},
                                     {"model_lack", result->model_lack},
                                     {"ms", outcome.wall.count()},
                                     {"claim", stored ? "held" : "lost"}});
}

} // namespace work
