// Whether this host can see the network at all: a scan from an offline vantage says nothing of
// anybody's network, so after one no scan is sold until a look at the network succeeds (decisions,
// section 5). Nor is one sold while the scanner's basket cannot be read.
#pragma once

#include "base/clock.hpp"
#include "job/store.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace work {

struct VantagePlan {
    std::string run_program; // path of assay-run
    std::string basket;
    std::chrono::seconds test_period{30}; // between two looks while the network cannot be seen
};

// Used by the forensics lane between two scans: at any time at most one process looks.
class Vantage {
public:
    // `clock` must outlive the object.
    Vantage(VantagePlan plan, const base::Clock& clock);

    // Looks at what the table says of the vantage; tests it when it is said to be unfit and a test
    // is due, which takes half a minute at most. `keep_going` as in ChildPlan.
    void look(job::Store& store, const std::function<bool()>& keep_going);

private:
    enum class Finding { ok, offline, unfit };
    [[nodiscard]] Finding test(const std::function<bool()>& keep_going) const;
    void say(job::Store& store, Finding finding);

    VantagePlan m_plan;
    const base::Clock& m_clock;
    std::chrono::steady_clock::time_point m_next_test;
    std::optional<bool> m_was_ok; // when it was last told of; nullopt: not in this life
};

} // namespace work
