// Whether this host can see the network at all: a scan from an offline vantage says nothing of
// anybody's network, so after one no scan is sold until a look at the network succeeds (DESIGN.md,
// 7). Nor is one sold while the scanner's basket cannot be read, or the list of certificate
// transparency logs that it names is missing: a sixth of the scan would tell nothing.
//
// Nor is a verification that names pages sold from an offline vantage. Strangers' pages that
// cannot be read prove nothing, else a buyer of dead ones would stop the sales to all: they only
// make the worker look.
//
// A rule for those logs that is too old (catalog::CtPolicy) is an alarm only.
#pragma once

#include "base/clock.hpp"
#include "store/bulletin.hpp"
#include "work/programs.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace work {

struct VantagePlan {
    Programs programs;
    std::string basket;
    std::chrono::seconds test_period{30}; // between two looks while the network cannot be seen
};

// Used by the forensics lane between two scans, and by the lanes that fetch pages: thread-safe, and
// at any time at most one process looks.
class Vantage {
public:
    // `clock` must outlive the object.
    Vantage(VantagePlan plan, const base::Clock& clock);

    // Looks at what the table says of the vantage; tests it when it is said to be unfit and a test
    // is due, which takes half a minute at most. `keep_going` as in ChildPlan.
    void look(store::Bulletin& bulletin, const std::function<bool()>& keep_going);

    // Asked by a lane whose job got none of its pages, the fetch of which began then: whether the
    // network could not be seen from here. Not when a page or a look that began later saw it; else
    // by a look now, half a minute at most, whose failure is said. False without a basket to look
    // at, and when `keep_going` ended the look.
    bool is_blind(store::Bulletin& bulletin, std::chrono::steady_clock::time_point begun,
                  const std::function<bool()>& keep_going);
    // A page was read whose fetch began then.
    void note_sight(std::chrono::steady_clock::time_point begun);

private:
    enum class Finding { ok, offline, unfit, without_log_list };
    // What can be told without a look at the network.
    [[nodiscard]] Finding files() const;
    [[nodiscard]] Finding test(const std::function<bool()>& keep_going) const;
    static std::string_view status_of(Finding finding);
    void say(store::Bulletin& bulletin, Finding finding);
    void say_policy(store::Bulletin& bulletin);

    VantagePlan m_plan;
    const base::Clock& m_clock;
    // When what last saw the network began.
    std::atomic<std::chrono::steady_clock::time_point> m_sight{
        std::chrono::steady_clock::time_point::min()};
    std::mutex m_looking; // guards what follows
    std::chrono::steady_clock::time_point m_next_test;
    Finding m_files = Finding::ok;
    std::optional<bool> m_was_ok;         // when it was last told of; nullopt: not in this life
    std::optional<bool> m_policy_was_old; // the same
};

} // namespace work
