// A review that asks the operator's model, as its artifact tells of it.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "config/config.hpp"
#include "llm/chat.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

// The product of a review that measures a model, and that of an account of sources.
inline constexpr std::string_view k_reviewing = "verify_standard";
inline constexpr std::string_view k_accounting = "synthesis";

struct ModelReview {
    base::json::Ref artifact;
    base::json::Ref transcript;
    std::string lack; // engine.degraded_reason; empty: nothing
    std::string reported_model;
    std::string fingerprint;
    std::map<std::string, int> outcomes; // of the calls
    std::int64_t calls = 0;
    std::int64_t used = 0;
    std::int64_t unusable = 0;  // answers that came, or were kept back, and say nothing
    std::int64_t tokens_in = 0; // as the server counts
    std::int64_t tokens_out = 0;
    std::int64_t pointed = 0;
    std::int64_t kept = 0;
    std::int64_t canary_ok = 0;
    std::int64_t canary_total = 0;
};

// The error is a line for each problem. `level`: reviewed as if a record said so; nullopt: as the
// record does.
base::Result<ModelReview, std::string> review_with_model(const config::Config& config,
                                                         const base::json::Ref& request,
                                                         std::optional<llm::Level> level = {},
                                                         std::string_view product = k_reviewing);

// The same review again, without a model, from what was asked and heard.
base::Result<ModelReview, std::string> review_again(const base::json::Ref& request,
                                                    const json_t* transcript_view,
                                                    std::string_view product = k_reviewing);

// Which findings of minor or above stand.
enum class Finder { rules, model };
// In bytes [begin, end) of the text.
bool finds(const ModelReview& review, Finder finder, std::size_t begin, std::size_t end);

} // namespace cli
