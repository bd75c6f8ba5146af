// The language model of [llm], as the worker's threads share it.
#pragma once

#include "config/config.hpp"

#include <atomic>
#include <string>

namespace work {

// What paid reviews tell of the model, for the desk that decides whether it is away: one review
// that lacks an answer may owe that to its text, so it only makes the desk look. Any thread.
class ModelNews {
public:
    void tell(bool was_complete)
    {
        if (!was_complete) m_is_lacking = true;
    }
    // Whether a review lacked something since this was asked last.
    bool take() { return m_is_lacking.exchange(false); }

private:
    std::atomic<bool> m_is_lacking{false};
};

struct ModelPlan {
    std::string program;    // path of assay-llm
    const config::Llm& llm; // without a URL there is no model
    std::string token;      // for its server; empty: it wants none
    ModelNews& news;
};

} // namespace work
