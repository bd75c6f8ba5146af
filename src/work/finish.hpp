// What an attempt's end does to its job: it is complete, or goes back to its lane, or it has failed
// and its buyer has a credit.
#pragma once

#include "base/clock.hpp"
#include "store/queue.hpp"
#include "work/child.hpp"
#include "work/model_plan.hpp"
#include "work/seal.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace work {

// Attempts at a job of this lane before it has failed (DESIGN.md, 7). Throws Fault when no lane is
// called so.
int attempts_allowed(std::string_view lane);

// How the last attempts at jobs ended, in this life of the worker. Any thread may call.
class LastEnds {
public:
    // Whether the attempt before at this job ended so, too.
    [[nodiscard]] bool is_repeated(const job::Job& job, const std::string& end) const;
    void remember(const job::Job& job, const std::string& end);
    void forget(const job::Job& job);

private:
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::string> m_ends; // by row of the job
};

struct FinishRules {
    std::string_view worker; // that holds the claim
    int attempts = 0;        // before the job has failed
    bool anchors = false;    // its hash is to be anchored
    LastEnds& last_ends;
    Outlook outlook{};
    ModelNews* news = nullptr; // told of a model that was asked; nullptr: none was
};

// An attempt that our own stop ended counts as none; one that ended as the attempt before did is
// the last.
void finish_attempt(store::Queue& queue, const base::Clock& clock, const job::Job& job,
                    const ChildOutcome& outcome, const FinishRules& rules);

} // namespace work
