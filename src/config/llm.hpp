// The section [llm] of the configuration.
#pragma once

#include "value/atomic_usd.hpp"

#include <chrono>
#include <string>

namespace config {

// A language model that reviews of the operator's own may ask.
struct Llm {
    std::string url; // of an OpenAI-compatible API, without a slash at its end; empty: no model
    std::string model;
    std::string expect_model;     // the name that its answers must bear; empty: any
    std::string auth_credential;  // name of a credential; empty: none is sent
    std::string record;           // path of what the bench has shown
    std::string account_record{}; // the same of accounts, as persons have judged them
    int context_tokens = 0;
    int max_output_tokens = 0;
    std::chrono::seconds call_timeout{0};
    int concurrency = 1; // reviews that ask at the same time
    // The limits of one review.
    std::chrono::seconds job_time{0};
    int job_calls = 0;
    int job_tokens = 0;
    value::AtomicUsd job_cost = value::AtomicUsd::from_atoms(0);
    value::AtomicUsd price_in = value::AtomicUsd::from_atoms(0); // of a million tokens
    value::AtomicUsd price_out = value::AtomicUsd::from_atoms(0);

    [[nodiscard]] bool is_set() const { return !url.empty(); }
};

} // namespace config
