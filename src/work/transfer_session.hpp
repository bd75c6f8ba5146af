// The desk of rail v1: judges claims as they come, scans the chain for transfers, lets orders
// expire (pay/transfer_judge), and says by alarms what is wrong.
#pragma once

#include "base/clock.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"
#include "pay/transfer_judge.hpp"
#include "work/desk.hpp"
#include "work/outside.hpp"

#include <functional>
#include <memory>

namespace work {

struct TransferPlan {
    db::Options database;
    pay::JudgeSettings settings;
    std::function<std::unique_ptr<Outside>()> make_outside;
};

// All references must outlive the session.
std::unique_ptr<DeskSession> make_transfer_session(const TransferPlan& plan,
                                                   const base::Clock& clock, job::Waker& waker);

} // namespace work
