// `assay llm bench account`: accounts of an operator's own sources, shown to a person, and the
// record that follows from what the person says of them.
#pragma once

#include "cli/bench_files.hpp"
#include "cli/verbs.hpp"
#include "config/config.hpp"

namespace cli {

// Writes the page, and beside it what was shown and what was heard.
Exit bench_accounts(const config::Config& config, const std::vector<std::string>& files,
                    const std::string& page, const Course& course);

// Writes the record.
Exit judge_accounts(const config::Config& config, const std::string& judgements,
                    const std::string& page);

} // namespace cli
