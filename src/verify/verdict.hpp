// Score, confidence and verdict, computed from what stands: no critic and no model states them.
#pragma once

#include "verify/claims.hpp"

#include <array>
#include <optional>

namespace verify {

enum class Verdict { pass, caution, fail, inconclusive };

std::string_view name_of(Verdict verdict);

struct Judgement {
    Verdict verdict = Verdict::inconclusive;
    std::optional<int> score; // 0 to 100; nullopt when nothing was checked and nothing found
    // In the order of Category; nullopt when no check of it had something to decide.
    std::array<std::optional<int>, k_categories> subscores{};
    double coverage = 0;   // share of the claims a check applied to
    double confidence = 0; // 0 to 0.99, two decimals
};

// One finding with what stands of it.
struct Weighed {
    const Finding* finding = nullptr;
    Severity severity = Severity::info; // in force
};

std::vector<Weighed> weigh(std::span<const Finding> findings, std::span<const Standing> standings);

// Weights: critical .45, major .20, minor .05, info 0; times exact 1, strong .8, heuristic .5; the
// k-th finding of one family times .7^(k-1). score = 100 * prod(1 - w). A critical finding that is
// exact or strong caps it at 40; language and fallacies take at most 15.
int score_of(std::span<const Weighed> findings);

// `decided`: the categories in which some check reads every text as a whole.
Judgement judge_review(std::span<const Weighed> findings, std::span<const Pass> passes,
                       std::span<const Claim> claims, std::span<const Category> decided,
                       std::size_t critics);

// The verdict that one critic's findings alone would give, without a look at coverage.
Verdict verdict_of_findings(std::span<const Weighed> findings);

} // namespace verify
