// The network integrity scan: all checks at once, one artifact (a whole scan takes as long as its
// slowest check). A check that hangs costs its own verdict and nothing else.
#pragma once

#include "base/clock.hpp"
#include "forensics/basket/basket.hpp"
#include "forensics/check/check.hpp"
#include "forensics/verdict.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace forensics {

// Our choice: what a silent network may cost in time.
inline constexpr std::chrono::seconds k_check_limit{8};
// A check judges by what it has at its limit. One that has not ended so long after it hangs.
inline constexpr std::chrono::seconds k_overdue_after{2};
// The part of a scan's deadline that is left for that and for the artifact.
inline constexpr std::chrono::seconds k_closing_time{4};

// stage, done, total: after each step; from any thread, one at a time.
using ScanProgress = std::function<void(std::string_view, std::size_t, std::size_t)>;

struct Scan {
    const Basket& basket;
    std::span<const Target> targets; // empty: the fixed basket
    const net::BuyerEgress& egress;
    const base::Clock& clock;
    std::span<const Check> checks;
    std::chrono::milliseconds check_limit = k_check_limit;
    std::chrono::milliseconds overdue_after = k_overdue_after;
    std::string vantage{}; // the operator's word for this place; may be empty
};

// Checks at work, each in a thread of its own. Made, asked for the artifact and destroyed by one
// thread.
class ScanRun {
public:
    // Starts them. What `scan` refers to must outlive this object. Progress counts the checks that
    // are done, and is told no more once the artifact is there.
    ScanRun(const Scan& scan, ScanProgress progress);
    // Waits for the checks that hang, however long they take.
    ~ScanRun() = default;
    ScanRun(const ScanRun&) = delete;
    ScanRun& operator=(const ScanRun&) = delete;

    // The artifact, as soon as all checks have ended. One that throws is INCONCLUSIVE
    // `check_failed`; one that has not ended `overdue_after` its limit is INCONCLUSIVE `overdue`,
    // with the evidence it has kept, and the others are heard all the same. Call it once.
    base::json::Ref artifact();

    // Whether a check was overdue when the artifact was made.
    [[nodiscard]] bool has_overdue() const;

private:
    struct Work {
        const Check* check = nullptr;
        Draft draft{};
        std::optional<CheckResult> result{}; // none: still at it
    };

    void run(Work& work);
    std::vector<NamedResult> results();

    const Scan m_scan;
    const ScanProgress m_progress;
    const base::Instant m_started_at;
    const std::chrono::steady_clock::time_point m_started;
    Board m_board;
    std::deque<Work> m_work; // elements stay where they are
    mutable std::mutex m_mutex;
    std::condition_variable m_ended;
    std::size_t m_done = 0;
    bool m_is_over = false;              // the artifact was made
    std::vector<std::jthread> m_threads; // last: joined before the rest goes
};

// The artifact of a scan whose checks end by themselves.
base::json::Ref run_scan(const Scan& scan, const ScanProgress& progress);

} // namespace forensics
