#include "synthesize/brief/section.hpp"

#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/cues.hpp"

#include <algorithm>

namespace synthesize::brief {

namespace {

// The listed claims for which something holds.
template <typename Predicate> std::vector<Item> claims_where(const Study& study, Predicate&& holds)
{
    std::vector<Item> out;
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < k_most_items; ++i)
        if (holds(study.claims[i])) out.push_back(item_of(study, i));
    return out;
}

std::vector<Item> first_claims(const Study& study, std::size_t most)
{
    std::vector<Item> out;
    for (std::size_t i = 0; i < std::min(study.summarized, most); ++i)
        out.push_back(item_of(study, i));
    return out;
}

// Whether the claim's own words hold one of `cues`.
bool has_cue(const Study& study, const Claim& claim, reading::Words cues)
{
    const auto statement = claim.members.front();
    return passage_of(study.source_of(statement), study.statements[statement]).any(cues);
}

std::vector<Item> gaps(const Study& study)
{
    std::vector<Item> out;
    for (const auto& gap : study.gaps)
        out.push_back({base::concat(gap.topic, ": ", gap.reason, "."), {}, {}, {}});
    return out;
}

} // namespace

std::size_t listed_claims(const Study& study)
{
    return std::min(study.claims.size(), k_most_listed_claims);
}

Item item_of(const Study& study, std::size_t claim)
{
    constexpr std::size_t k_most_cited = 5;
    Item out;
    const Claim& said = study.claims[claim];
    out.text = sentence_of(study, said.members.front());
    out.claim = claim;
    out.cited.assign(said.members.begin(),
                     said.members.begin() +
                         static_cast<std::ptrdiff_t>(std::min(said.members.size(), k_most_cited)));
    out.confidence = said.confidence;
    return out;
}

std::vector<Section> sections_of(const Study& study)
{
    const auto with_status = [&](ClaimStatus status) {
        return claims_where(study, [=](const Claim& claim) { return claim.status == status; });
    };
    const auto with_cue = [&](reading::Words cues) {
        return claims_where(study, [&](const Claim& claim) { return has_cue(study, claim, cues); });
    };
    return {
        {"bottom_line", "Bottom line", first_claims(study, 1),
         "The sources do not answer the question."},
        {"key_findings", "Key findings", first_claims(study, study.summarized),
         "The sources do not answer the question."},
        {"figures", "Figures", figures(study), "No source states a figure."},
        {"timeline", "Timeline", timeline(study), "No statement names a year or a day."},
        {"actors", "Actors", actors(study), "No names were recognized."},
        {"agreements", "Agreements", with_status(ClaimStatus::corroborated),
         "No statement is made by two independent sources."},
        {"disagreements", "Disagreements", disagreements(study),
         "No contradiction between independent sources was found."},
        {"risks", "Risks", with_cue(k_risks), "No source speaks of a risk."},
        {"outlook", "Outlook", with_cue(k_outlook), "No source speaks of what is to come."},
        {"gaps", "Gaps", gaps(study), "Some source mentions each word of the question."},
        {"source_assessment", "Source assessment", source_assessment(study), "No sources."},
    };
}

} // namespace synthesize::brief
