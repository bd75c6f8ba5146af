// Whether the language model of [llm] does what is sold with it: it has a text of ours reviewed.
// Only such looks decide that it is away: what a paid review lacks may be its text's doing, and no
// buyer's text may stop the sales to others, or bring its price back (DESIGN.md, 7).
#pragma once

#include "base/clock.hpp"
#include "store/bulletin.hpp"
#include "work/model_plan.hpp"
#include "work/programs.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace work {

struct ModelLookPlan {
    Programs programs;
    std::chrono::seconds patience; // how long one look may ask: as long as what is sold
};

// Thread-safe, for the model's desk and the lanes that ask it: one looks at a time.
class ModelLook {
public:
    // `model` must outlive the object.
    ModelLook(ModelLookPlan plan, const ModelPlan& model) : m_plan{std::move(plan)}, m_model{model}
    {
    }

    // What it lacked in a look that began then or later, "" being nothing: the last one, or one
    // made now, whose outcome is said. nullopt: `keep_going`, as in ChildPlan, ended it.
    std::optional<std::string> lack_since(std::chrono::steady_clock::time_point begun,
                                          store::Bulletin& bulletin, const base::Clock& clock,
                                          const std::function<bool()>& keep_going);

private:
    struct Seen {
        std::string lack;           // empty: it did all of it
        std::string reported_model; // empty: it did not say what it is
    };
    [[nodiscard]] Seen look(const std::function<bool()>& keep_going) const;
    void say(const Seen& seen, store::Bulletin& bulletin, const base::Clock& clock) const;

    const ModelLookPlan m_plan;
    const ModelPlan& m_model;
    std::timed_mutex m_looking; // guards what follows
    std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::time_point::min();
    std::string m_lack;
};

} // namespace work
