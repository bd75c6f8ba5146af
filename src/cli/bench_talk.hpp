// What a bench hears of a model, text by text, and what it learns of the model itself.
#pragma once

#include "cli/bench_log.hpp"
#include "cli/model_review.hpp"
#include "cli/verbs.hpp"
#include "llm/record_parts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

struct BenchProgress {
    llm::Level as = llm::Level::none;
    std::size_t done = 0; // texts reviewed as of this level; of accounts: topics
    std::size_t of = 0;
    std::int64_t tokens_in = 0; // in all
    std::int64_t tokens_out = 0;
};
using TellBench = std::function<void(const BenchProgress&)>;

struct BenchStop {
    Exit exit = Exit::error;
    std::string why; // a line for each problem
};

class BenchTalk {
public:
    BenchTalk(const config::Config& config, BenchLog& log, std::string_view product);

    // The one that the log has, or one that is asked for and kept there. Stops where the server
    // does not answer, or another model does.
    base::Result<ModelReview, BenchStop> review(std::string_view id, const base::json::Ref& request,
                                                llm::Level as);
    // What the log has beyond what was asked for; nullopt: nothing.
    [[nodiscard]] std::optional<BenchStop> rest() const;
    // By what was measured; whole as soon as rest() has said nothing.
    [[nodiscard]] llm::Measurement measurement() const;
    // What half of the reviews took at most.
    [[nodiscard]] std::chrono::milliseconds median() const;
    [[nodiscard]] std::int64_t tokens_in() const { return m_tokens_in; }
    [[nodiscard]] std::int64_t tokens_out() const { return m_tokens_out; }

private:
    std::optional<BenchStop> meet(const ModelReview& review);

    const config::Config& m_config;
    BenchLog& m_log;
    std::string_view m_product;
    llm::Measurement m_measurement;
    std::vector<std::chrono::milliseconds> m_took; // each review
    std::int64_t m_tokens_in = 0;
    std::int64_t m_tokens_out = 0;
};

} // namespace cli
