// How often a model is right and wrong in texts whose errors are known, and the level that follows.
#pragma once

#include "cli/bench_talk.hpp"
#include "cli/llm_sets.hpp"
#include "config/config.hpp"
#include "llm/record.hpp"

namespace cli {

// Reviews each text as if a record gave the model level A and, as soon as that cannot be met any
// more, all of them again as of level B. A text that `log` has is decided from it, and the others
// are asked for and kept there. Stops where the server does not answer.
base::Result<llm::Record, BenchStop> measure(const config::Config& config, const BenchSet& set,
                                             BenchLog& log, const TellBench& tell);

} // namespace cli
