// A record that gives level A, and one of accounts by which they may be sold.
#pragma once

#include "llm/account_record.hpp"
#include "llm/edition.hpp"
#include "llm/record.hpp"

#include <iterator>

namespace tests {

// Of the model "small", which calls itself "small-1".
inline llm::Record good_record()
{
    llm::Record out;
    out.model = "small";
    out.reported_model = "small-1";
    out.prompts.assign(std::begin(llm::k_prompts), std::end(llm::k_prompts));
    out.gate = llm::k_gate;
    out.ruleset = "2026.20";
    out.date = "2026-11-29";
    out.set = "made/1";
    out.set_sha256 = "0x00";
    out.transcripts_sha256 = "0x00";
    out.wrong_by_rules = 3;
    out.figures = {{148, 197}, {0, 200}, {20, 800}};
    out.judged_as = llm::Level::a;
    return out;
}

// Of the same model: of 210 sentences three are false.
inline llm::AccountRecord good_account_record()
{
    llm::AccountRecord out;
    static_cast<llm::Measurement&>(out) = good_record();
    out.prompts.assign(std::begin(llm::k_account_prompts), std::end(llm::k_account_prompts));
    out.gate = llm::k_account_gate;
    out.set = "towns";
    out.false_ones = {3, 210};
    out.edited_at_first = 190;
    out.rewritten = 25;
    out.quoted = 30;
    out.median_ms = 41'000;
    return out;
}

} // namespace tests
