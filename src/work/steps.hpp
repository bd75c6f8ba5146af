// What an attempt at a job consists of: steps, which the lane's plan chooses once. A lane takes
// them in their order and knows none of them; each does one thing and knows no lane.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "llm/courier/process.hpp"
#include "store/bulletin.hpp"
#include "store/queue.hpp"
#include "work/child.hpp"
#include "work/finish.hpp"
#include "work/lane_plan.hpp"
#include "work/places.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace work {

// What one attempt has, and what its steps hand on to the next ones. Of one thread.
struct Attempt {
    // These must outlive the attempt.
    const store::ClaimedJob& claimed;
    store::Queue& queue;
    store::Bulletin& bulletin;
    const base::Clock& clock;

    // What the lane answers to a step that takes its time, which asks several times a second. Each
    // question shows that the thread works.
    std::function<bool()> keep_going; // the claim holds, and children may run
    // That, and the worker does not stop: a stop waits neither for strangers' servers nor for a
    // place, the next worker begins anew.
    std::function<bool()> keep_waiting;
    std::function<bool()> is_staying; // the worker does not stop; the claim is not renewed
    std::function<void(const job::Progress&)> on_progress;

    Places::Place place{};                          // to analyse in; nullptr: it has none yet
    base::json::Ref pages{};                        // as gathered; nullptr: none
    std::optional<llm::courier::Process> courier{}; // to the model; nullopt: there is none
    std::chrono::steady_clock::time_point asking{}; // since when the model may be asked
    ChildOutcome outcome = stopped_before();        // what it came to
    bool is_over = false;                           // by that; only the last step is to be taken
    Outlook outlook{};
};

class Step {
public:
    Step() = default;
    virtual ~Step() = default;
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    // Does its part of an attempt that is not over; the last step takes any. Throws Fault when our
    // own world is broken: the claim then lapses.
    virtual void take(Attempt& attempt) const = 0;
};

struct Steps {
    // The attempt brings a place of these along; nullptr: it needs none, or a step takes it.
    Places* before_claim = nullptr;
    std::vector<std::unique_ptr<const Step>> all;
    std::unique_ptr<const Step> last; // is taken however the attempt ended
};

// For the attempts of such a lane: pages are fetched and a place is taken, a courier goes to the
// model, the child runs, a model that was away is looked at; the last one finishes the job. What
// the lane does without has no step. `plan` must outlive them.
Steps steps_of(const LanePlan& plan);

} // namespace work
