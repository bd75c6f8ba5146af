// A record that gives level A.
#pragma once

#include "llm/edition.hpp"
#include "llm/record.hpp"

#include <iterator>

namespace tests {

// Of the model "small", which calls itself "small-1".
inline llm::Record good_record()
{
    return {.model = "small",
            .reported_model = "small-1",
            .fingerprint = {},
            .prompts = {std::begin(llm::k_prompts), std::end(llm::k_prompts)},
            .gate = llm::k_gate,
            .ruleset = "2026.20",
            .date = "2026-11-29",
            .set = "made/1",
            .set_sha256 = "0x00",
            .transcripts_sha256 = "0x00",
            .wrong_by_rules = 3,
            .figures = {{148, 197}, {0, 200}, {20, 800}},
            .judged_as = llm::Level::a,
            .reason = {}};
}

} // namespace tests
