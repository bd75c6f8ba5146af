// Test claims: a sentence as a source might have it, a claim that follows from it, and the same
// claim with its two names exchanged, which does not.
//
// {a} and {b} are names, {thing} is a thing; all are drawn. No relation here is the same both ways.
#pragma once

#include "llm/chance.hpp"

#include <span>
#include <string>
#include <string_view>

namespace llm {

struct ClaimFrame {
    std::string_view language;
    std::string_view source;
    std::string_view claim;

    // One of the two with its words filled in.
    static std::string filled(std::string_view pattern, std::string_view first,
                              std::string_view second, std::string_view thing);
};
std::span<const ClaimFrame> claim_frames();

struct TestClaim {
    std::string source;
    std::string claim;
    bool is_entailed = false;
};

// In the language, where there are frames for it, else in English.
TestClaim draw_test_claim(Chance& chance, std::string_view language, bool is_entailed);

} // namespace llm
