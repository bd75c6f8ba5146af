// The verify artifact as JSON (artifact "verify/3"): what is hashed, anchored and sold.
#pragma once

#include "verify/against/support.hpp"
#include "verify/entailment/inquiry.hpp"
#include "verify/law/words.hpp"
#include "verify/model/panel.hpp"
#include "verify/outcome/critics.hpp"
#include "verify/outcome/verdict.hpp"

namespace verify::outcome {

// How much of a long text the artifact lists; counts and score always cover everything.
inline constexpr std::size_t k_max_listed_claims = 500;
inline constexpr std::size_t k_max_listed_findings = 200;

struct CriticReport {
    const Critic* critic = nullptr;
    std::size_t first_finding = 0; // its findings are [first, last) of the review
    std::size_t last_finding = 0;
    std::size_t first_pass = 0; // and its passes too
    std::size_t last_pass = 0;
};

struct Outcome {
    const Document& document;
    std::string_view tier;
    const Review& review;
    std::span<const Standing> standings; // parallel to the findings
    std::span<const Weighed> weighed;    // the same
    std::span<const Claim> claims;
    std::span<const CriticReport> critics;
    Judgement judgement;
    const against::Comparison* with = nullptr;      // where sources were given
    std::span<const against::Row> support{};        // parallel to the claims, where they were
    const model::Consulted* consulted = nullptr;    // where a model was asked
    const entailment::Inquired* inquired = nullptr; // where it was asked about sources
    const llm::Interview* interview = nullptr;      // likewise
    const Asked* asked = nullptr;                   // likewise
};

// The artifact without job_id, product, completed_at and usage, which the worker adds. Holds no
// clock: the same request gives the same bytes.
base::json::Ref artifact_json(const Outcome& outcome);

} // namespace verify::outcome
