// The page on which a person judges what a model has edited, and the file that it saves.
#pragma once

#include "cli/account_bench.hpp"

#include <string>
#include <string_view>

namespace cli {

// One file that asks no other: each sentence with its quotes, yes or no, and a button that saves
// {"format": "assay-judgements/1", "bench_sha256", "judged": [{"id", "carried"}]}. No text of a
// source is code there, and no script but ours runs.
std::string account_page(const AccountBench& bench);

// How many of the judged sentences their quotes do not carry. The error is a plain sentence: the
// file has another format or is of another bench, names a sentence that was not shown, or names one
// twice.
base::Result<llm::Share, std::string> read_judgements(std::string_view text,
                                                      const AccountBench& bench);

} // namespace cli
