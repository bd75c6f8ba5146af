// Score, confidence and verdict, computed from what stands: no critic and no model states them.
#pragma once

#include "analysis/verify/claims.hpp"

#include <array>

namespace analysis::verify {

enum class Verdict { pass, caution, fail, inconclusive };

std::string_view name_of(Verdict verdict);

struct Judgement {
    Verdict verdict = Verdict::inconclusive;
    int score = 100;                           // 0 to 100
    std::array<int, k_categories> subscores{}; // in the order of Category
    double coverage = 0;                       // share of the claims a check applied to
    double confidence = 0;                     // 0 to 0.99, two decimals
};

// Weights: critical .45, major .20, minor .05, info 0; times exact 1, strong .8, heuristic .5; the
// k-th finding of one check times .7^(k-1). score = 100 * prod(1 - w). A critical finding that is
// exact or strong caps it at 40; language and fallacies take at most 15.
Judgement judge_review(const Review& review, std::span<const Claim> claims, std::size_t critics);

// The same for one critic's findings: its own score and verdict.
int score_of(std::span<const Finding> findings);

} // namespace analysis::verify
