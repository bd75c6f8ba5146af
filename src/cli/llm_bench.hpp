// How often a model is right and wrong in texts whose errors are known, and the level that follows.
#pragma once

#include "cli/bench_log.hpp"
#include "cli/llm_sets.hpp"
#include "cli/verbs.hpp"
#include "config/config.hpp"
#include "llm/record.hpp"

#include <functional>

namespace cli {

struct BenchProgress {
    llm::Level as = llm::Level::none;
    std::size_t done = 0; // texts reviewed as of this level
    std::size_t of = 0;
    std::int64_t tokens_in = 0; // in all
    std::int64_t tokens_out = 0;
};
using TellBench = std::function<void(const BenchProgress&)>;

struct BenchStop {
    Exit exit = Exit::error;
    std::string why; // a line for each problem
};

// Reviews each text as if a record gave the model level A and, as soon as that cannot be met any
// more, all of them again as of level B. A text that `log` has is decided from it, and the others
// are asked for and kept there. Stops where the server does not answer.
base::Result<llm::Record, BenchStop> measure(const config::Config& config, const BenchSet& set,
                                             BenchLog& log, const TellBench& tell);

} // namespace cli
