// The worker's thread that finds out what became of payments (pay/reconciler), and says by alarms
// what it cannot find out.
//
// Its second place where faults are caught is here: a broken database or a Fault of a seam costs a
// pause and a fresh connection, never the thread.
#pragma once

#include "base/clock.hpp"
#include "base/config/config.hpp"
#include "chain/transfer_reader.hpp"
#include "job/wake.hpp"
#include "pay/facilitator.hpp"
#include "pay/reconciler.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace work {

// Whom the desk asks.
class Outside {
public:
    virtual ~Outside() = default;
    // nullptr: rail v2 is off, so nothing is sent again.
    virtual pay::Facilitator* facilitator() = 0;
    virtual chain::TransferReader& reader() = 0;
};

struct SettlementPlan {
    std::string database;
    pay::ReconcilerSettings settings;
    // Called in the desk's thread, anew after each fault.
    std::function<std::unique_ptr<Outside>()> make_outside;
};

class SettlementDesk {
public:
    // References must outlive the object. Its connection is its own.
    SettlementDesk(SettlementPlan plan, const base::Clock& clock, job::Waker& waker,
                   job::WakeWatcher& watcher);
    // Ends after the look that is under way: a minute at most.
    ~SettlementDesk();
    SettlementDesk(const SettlementDesk&) = delete;
    SettlementDesk& operator=(const SettlementDesk&) = delete;

    void stop() { m_stopping = true; }

    // How long ago the thread last showed that it works.
    [[nodiscard]] std::chrono::steady_clock::duration silence() const;

private:
    struct Session;

    void work();
    void round(Session& session);
    void tick();

    SettlementPlan m_plan;
    const base::Clock& m_clock;
    job::Waker& m_waker;
    job::WakeWatcher& m_watcher;
    std::atomic<bool> m_stopping{false};
    std::atomic<std::chrono::steady_clock::rep> m_last_tick;
    std::thread m_thread;
};

} // namespace work
