// The desk of the anchorer: rounds as results come, alarms about what keeps hashes from the chain.
#pragma once

#include "base/clock.hpp"
#include "config/config.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"
#include "work/anchorer.hpp"
#include "work/desk.hpp"
#include "work/outside.hpp"

#include <functional>
#include <memory>

namespace work {

// Mode off has none.
AnchorSettings anchor_settings(const config::Config& config);

// See chain::read_anchor_key(), whose error is a ConfigFault here; the address is logged.
chain::SigningKey read_anchor_key(const config::Config& config);

// Mode off: what an anchorer has left behind waits until it is switched on again, and an alarm says
// so; its own alarms are over. Once is enough, since nothing is added.
void report_anchoring_off(const store::Access& at);

struct AnchorPlan {
    db::Options database;
    AnchorSettings settings;
    const chain::SigningKey& key;
    std::function<std::unique_ptr<Outside>()> make_outside;
};

// All references must outlive the session.
std::unique_ptr<DeskSession> make_anchor_session(const AnchorPlan& plan, const base::Clock& clock,
                                                 job::Waker& waker);

} // namespace work
