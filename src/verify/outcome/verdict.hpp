// Score, confidence and verdict, computed from what stands: no critic and no model states them.
#pragma once

#include "verify/claims/claims.hpp"
#include "verify/law/check.hpp"
#include "verify/outcome/asked.hpp"

#include <array>
#include <optional>

namespace verify::outcome {

enum class Verdict { pass, caution, fail, undisputed, inconclusive };

std::string_view name_of(Verdict verdict);

// Why a text is neither passed nor doubted. The last three: nor undisputed by the model asked.
enum class Undecided {
    no_claims,
    nothing_decided,
    too_little_decided,
    model_untested, // no record says how much it finds, or it finds less than half
    orders_in_text, // the text or a source speaks to the machine that reads it
    not_read,       // a claim was not read twice, or an answer was lacking
};

std::string_view name_of(Undecided reason);

// What the verdict rests on.
enum class Basis { computed, model, none };

std::string_view name_of(Basis basis);

struct Judgement {
    Verdict verdict = Verdict::inconclusive;
    Basis basis = Basis::none;
    std::optional<int> score;           // 0 to 100; nullopt when inconclusive or undisputed
    std::optional<Undecided> undecided; // when inconclusive
    // In the order of Category; nullopt when no check of it had something to decide.
    std::array<std::optional<int>, k_categories> subscores{};
    std::size_t relations_held = 0;
    std::size_t relations_pointed = 0; // of them: by a model
    std::size_t relations_failed = 0;  // findings of minor or above, in force
    std::size_t form_checked = 0;      // with what failed, and with what is only possible
    std::size_t form_failed = 0;
    double coverage = 0;   // share of the claims about which something was decided
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
// exact or strong caps it at 40.
int score_of(std::span<const Weighed> findings);

// The critics: the categories in which some check of them reads every text as a whole, and how many
// critics they were.
struct Lookers {
    std::span<const Category> decided;
    std::size_t critics = 0;
};

// FAIL: a critical finding that is exact or strong stands, or the score is below 50. CAUTION:
// otherwise, a finding of minor or above stands. PASS: none stands and at least half of the claims,
// one or more, are verified. UNDISPUTED: otherwise, a model was asked (`asked`; nullptr: none was),
// each claim is read, no answer is lacking, nothing speaks to machines, and a record says that it
// finds half or more of what is wrong. INCONCLUSIVE otherwise.
Judgement judge_review(std::span<const Weighed> findings, std::span<const Pass> passes,
                       std::span<const Claim> claims, const Lookers& lookers,
                       const Asked* asked = nullptr);

// FAIL or CAUTION when one critic's findings alone give it; nullopt when none of them counts.
std::optional<Verdict> verdict_of_findings(std::span<const Weighed> findings);

} // namespace verify::outcome
