// The desk that finds out whether the language model of [llm] does what is sold with it: it has a
// text of ours reviewed, hourly, and soon after a paid review lacked an answer. While it does not,
// nothing is sold with it (job::Need::model), and it is asked again from half a minute to a quarter
// of an hour apart.
#pragma once

#include "base/clock.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"
#include "work/desk.hpp"
#include "work/model_look.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace work {

struct ModelDeskPlan {
    db::Options database;
    ModelLook& look;
    ModelNews& news;
    std::chrono::milliseconds first_pause{30'000}; // between two looks while it is away
    // Between a look and one for a review that lacked something: texts made to confuse a model
    // cost one so often.
    std::chrono::milliseconds least_period{60'000};
};

// All references must outlive the session.
std::unique_ptr<DeskSession> make_model_session(const ModelDeskPlan& plan, const base::Clock& clock,
                                                job::Waker& waker);

} // namespace work
