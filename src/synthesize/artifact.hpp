// The artifacts of synthesis and brief as JSON: what is hashed, anchored and sold.
#pragma once

#include "base/json.hpp"
#include "synthesize/study.hpp"

namespace synthesize {

// How much the artifact lists; counts, verdict and confidence cover everything.
inline constexpr std::size_t k_most_listed_claims = 40;
inline constexpr std::size_t k_most_citations = 10;
inline constexpr std::size_t k_most_conflicts = 30;

// A claim's name in the artifact, "K1"; null for one that is not listed.
base::json::Ref claim_id(std::size_t claim);

// {source, start, end, quote}: code points of the source's text, quote == text[start:end].
base::json::Ref citation_json(const Study& study, std::size_t statement);
// The same of some words of it.
base::json::Ref citation_json(const Study& study, std::size_t statement, Run words);
// The best statement of each supporting source, the claim's own words first.
base::json::Ref citations_json(const Study& study, const Claim& claim);

// A statement in one line, and some words of it.
std::string sentence_of(const Study& study, std::size_t statement);
std::string words_of(const Study& study, std::size_t statement, Run words);

// "0.71": three places are more than any of these numbers is worth.
base::json::Ref short_number(double number);

// {output, claim_id, sources, independent_sources}: where something in the artifact comes from.
base::json::Ref sourcing_json(const Study& study, std::string_view output, std::size_t claim);

// An element of `sources` that nothing was found out about: its text has `chars` code points, its
// contribution is 0.
base::json::Ref source_json(const Material& material, SourceStatus status, std::string_view text,
                            std::size_t chars);
// The sources of the study, in order.
base::json::Ref sources_json(const Study& study);

// What the sources say: `verdict`, `offset_unit` and all that follows from it, without `sources`.
base::json::Ref findings_json(const Study& study);

// All members of `name` ("synthesis/2", "brief/2") but `sections` and `usage`.
base::json::Ref artifact_json(const Study& study, std::string_view name);

} // namespace synthesize
