// What a model adds to reviews, text by text, and what it costs.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "cli/llm_sets.hpp"
#include "config/config.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace cli {

// One review of the tier standard, as its artifact tells it.
struct ModelReview {
    base::json::Ref artifact;
    std::string lack; // engine.degraded_reason; empty: nothing
    std::string reported_model;
    std::map<std::string, int> outcomes; // of the calls
    std::int64_t calls = 0;
    std::int64_t used = 0;
    std::int64_t tokens_in = 0; // as the server counts
    std::int64_t tokens_out = 0;
    std::int64_t pointed = 0;
    std::int64_t refuted = 0;
    std::int64_t kept_exact = 0;
    std::int64_t kept_opinion = 0;
    std::int64_t canary_ok = 0;
    std::int64_t canary_total = 0;
    double seconds = 0;
};

// The error is a line for each problem.
base::Result<ModelReview, std::string> review_with_model(const config::Config& config,
                                                         std::string_view text);

// Sums over the texts of a set.
class Bench {
public:
    // What kept the text from being reviewed; empty: nothing.
    std::string add(const config::Config& config, const BenchCase& each);
    void add(const Bench& other);
    [[nodiscard]] bool has_any() const { return m_wrong + m_right > 0; }

    // A few lines under `name`, with what the tokens cost.
    [[nodiscard]] std::string text(std::string_view name, const config::Llm& llm) const;

private:
    int m_wrong = 0;
    int m_right = 0;
    int m_found_without = 0; // wrong texts with a finding of minor or above
    int m_found_with = 0;
    int m_opinion_at_place = 0; // wrong texts with an opinion about the wrong piece
    int m_quiet_without = 0;    // right texts without such a finding
    int m_quiet_with = 0;
    int m_no_opinion = 0; // right texts without an opinion
    int m_degraded = 0;
    ModelReview m_sum; // its counters
};

} // namespace cli
