// What a model edits of topics, gathered for a person to judge.
#pragma once

#include "cli/account_set.hpp"
#include "cli/bench_talk.hpp"

namespace cli {

// {"format": "assay-account-bench/1", by what was measured, counts, "sentences": [{"id", "query",
// "form", "text", "quotes": [{"source", "title", "published", "quote"}]}]}, a line for each member:
// all that was shown, topic by topic. Each topic is reviewed as an order with the model would be,
// or decided from `log`. Stops where the server does not answer.
base::Result<std::string, BenchStop> measure_accounts(const config::Config& config,
                                                      const AccountSet& set, BenchLog& log,
                                                      const TellBench& tell);

// The file read again.
struct AccountBench {
    base::json::Ref whole;
    llm::Measurement measurement;
    std::int64_t edited_at_first = 0;
    std::int64_t rewritten = 0;
    std::int64_t quoted = 0;
    std::int64_t median_ms = 0; // of a topic
    std::string sha256;         // of the file
    // Those with the form edited, in an order drawn from what was heard: neighbours are of other
    // topics, as a rule.
    std::vector<const json_t*> to_judge; // parts of `whole`
};
// The error is a plain sentence.
base::Result<AccountBench, std::string> parse_account_bench(std::string_view text);

} // namespace cli
