// The desk that finds out what became of rail v2's payments (pay/reconciler), and says by alarms
// what it cannot find out.
#pragma once

#include "base/clock.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"
#include "pay/reconciler.hpp"
#include "work/desk.hpp"
#include "work/outside.hpp"

#include <functional>
#include <memory>

namespace work {

struct SettlementPlan {
    db::Options database;
    pay::ReconcilerSettings settings;
    std::size_t witnesses = 0; // most that something on sale needs
    std::function<std::unique_ptr<Outside>()> make_outside;
};

// All references must outlive the session.
std::unique_ptr<DeskSession> make_settlement_session(const SettlementPlan& plan,
                                                     const base::Clock& clock, job::Waker& waker);

} // namespace work
