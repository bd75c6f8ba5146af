// Whether texts can be analysed on this host at all: an installation whose kernel refuses what a
// job's process locks itself in with, or that has lost a file, fails every job. A text of ours is
// analysed as a buyer's is, when the worker starts and after each crash; while that fails, no
// analysis is sold or begun (DESIGN.md, 7).
#pragma once

#include "base/clock.hpp"
#include "store/bulletin.hpp"
#include "work/programs.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace work {

struct EngineCheckPlan {
    Programs programs;
    std::chrono::seconds test_period{30}; // between two tests while it fails
};

// Thread-safe, for the lanes that analyse.
class EngineCheck {
public:
    explicit EngineCheck(EngineCheckPlan plan) : m_plan{std::move(plan)} {}

    // Tests it when a test is due, which takes half a minute at most, and says what came of it.
    // False: it is unfit, by the last test; who finds another thread at it has that one's last
    // word. `keep_going` as in ChildPlan.
    bool look(store::Bulletin& bulletin, const base::Clock& clock,
              const std::function<bool()>& keep_going);
    // An analysis has crashed: its text may have done it, or this host.
    void note_crash() { m_is_due = true; }

private:
    bool say(store::Bulletin& bulletin, const base::Clock& clock, bool is_fit,
             const std::function<bool()>& keep_going);
    [[nodiscard]] bool test(const std::function<bool()>& keep_going) const;

    const EngineCheckPlan m_plan;
    std::mutex m_testing;
    std::atomic<bool> m_is_due{true};
    std::atomic<bool> m_is_fit{true};
    std::chrono::steady_clock::time_point m_next_test; // while it is unfit; under the mutex
};

} // namespace work
