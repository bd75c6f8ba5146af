#include "verify/outcome/summary.hpp"

#include "base/concat.hpp"
#include "verify/outcome/claim_rows.hpp"
#include "verify/outcome/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace verify::outcome {

using base::concat;

namespace {

constexpr std::size_t k_most_told = 3;

std::string counted(std::size_t count, std::string_view noun)
{
    return concat(count, ' ', noun, count == 1 ? "" : "s");
}

template <typename Test> std::size_t claims_that(const Outcome& outcome, Test test)
{
    return static_cast<std::size_t>(
        std::count_if(outcome.claims.begin(), outcome.claims.end(), test));
}

std::size_t count(const Outcome& outcome, ClaimStatus status)
{
    return claims_that(outcome, [&](const Claim& claim) { return claim.status == status; });
}

// "On 200 texts with one error each this model, under these rules, found 148 (low bound 68 %)."
std::string power_text(const Outcome& outcome)
{
    const auto& found = outcome.asked->power->found;
    constexpr double k_percent = 100;
    return concat("On ", found.of, " texts with one error each this model, under these rules, ",
                  "found ", found.part, " (low bound ", std::lround(found.low() * k_percent),
                  " %).");
}

// "A model read all 31 claims twice and objected to none; 6 of 19 figures were recomputed and fit."
std::string undisputed_text(const Outcome& outcome)
{
    const std::size_t claims = outcome.claims.size();
    const Figures figures = figures_of(outcome);
    const std::string read =
        claims == 1 ? "A model read the one claim twice and did not object; "
                    : concat("A model read all ", claims, " claims twice and objected to none; ");
    const std::string computed =
        figures.all == 0 ? "no figure is stated"
        : figures.held == 0
            ? "no figure was recomputed"
            : concat(figures.held, " of ", counted(figures.all, "figure"),
                     figures.held == 1 ? " was recomputed and fits" : " were recomputed and fit");
    const bool is_part = figures.held > 0 && figures.held < figures.all;
    return concat(read, computed, ". It is not shown that ",
                  is_part ? "the others are true. " : "what the text states is true. ",
                  power_text(outcome));
}

std::string verdict_text(const Outcome& outcome, std::size_t wrong)
{
    const Judgement& judgement = outcome.judgement;
    if (wrong > 0) {
        const auto needs =
            concat(counted(wrong, "finding"), wrong == 1 ? " needs" : " need", " attention.");
        if (judgement.basis != Basis::model) return needs;
        const auto by =
            concat(needs, wrong == 1 ? " It rests" : " They rest", " on what a model read.");
        return outcome.asked->power ? concat(by, ' ', power_text(outcome)) : by;
    }
    if (judgement.verdict == Verdict::undisputed) return undisputed_text(outcome);
    if (!judgement.undecided) return "Nothing that was checked fails.";
    switch (*judgement.undecided) {
    case Undecided::no_claims: return "The text states nothing that could be checked.";
    case Undecided::nothing_decided: return "None of what the text states could be checked.";
    case Undecided::too_little_decided:
        return "Nothing that was checked fails, but too little could be checked to pass the text.";
    case Undecided::model_untested:
        return "Nothing that was checked fails, but too little could be checked to pass the text, "
               "and it was not measured that the model which read it finds half of what is wrong.";
    case Undecided::orders_in_text:
        return "Nothing that was checked fails, but too little could be checked to pass the text. "
               "The text or a source speaks to machines that read it, so that what a model passes "
               "over says nothing.";
    case Undecided::not_read:
        return "Nothing that was checked fails, but too little could be checked to pass the text, "
               "and the model did not read all of it twice.";
    }
    __builtin_unreachable();
}

// " Line 2 (F1, major): 4 + 8 + 12 is 24, not 25. Replace 25 by 24 or correct a
// part.": the most serious first, then in the order of critics and text.
std::string findings_text(const Outcome& outcome, std::size_t wrong)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < outcome.weighed.size(); ++i)
        if (outcome.weighed[i].severity >= Severity::minor) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return outcome.weighed[left].severity > outcome.weighed[right].severity;
    });
    if (order.size() > k_most_told) order.resize(k_most_told);
    std::string out;
    for (const auto index : order) {
        const Weighed& weighed = outcome.weighed[index];
        const Finding& finding = *weighed.finding;
        const auto place = outcome.document.positions.at(finding.marks.front().begin);
        out += concat(" Line ", place.line, " (F", index + 1, ", ", name_of(weighed.severity),
                      "): ", finding.reasoning, finding.suggestion.empty() ? "" : " ",
                      finding.suggestion);
    }
    if (wrong > order.size()) out += concat(" And ", wrong - order.size(), " more.");
    return out;
}

// " Verified: 1 of 3 claims; refuted: 1."
std::string claims_text(const Outcome& outcome)
{
    std::string out = concat(" Verified: ", count(outcome, ClaimStatus::verified), " of ",
                             counted(outcome.claims.size(), "claim"));
    constexpr std::array<std::pair<ClaimStatus, std::string_view>, 3> k_others{
        {{ClaimStatus::partly_verified, "in part"},
         {ClaimStatus::refuted, "refuted"},
         {ClaimStatus::inconsistent, "inconsistent"}}};
    for (const auto& [status, words] : k_others)
        if (const auto each = count(outcome, status)) out += concat("; ", words, ": ", each);
    return out + '.';
}

// " Not checked: 2 that need knowledge from outside the text."
std::string unchecked_text(const Outcome& outcome)
{
    const auto figures = claims_that(outcome, [](const Claim& claim) {
        return claim.status == ClaimStatus::unverifiable && has_figures(claim);
    });
    const std::size_t outside = count(outcome, ClaimStatus::unverifiable) - figures;
    if (figures + outside == 0) return {};
    std::string out = " Not checked: ";
    if (outside > 0)
        out += concat(outside, outside == 1 ? " that needs" : " that need",
                      " knowledge from outside the text");
    if (figures > 0)
        out += concat(outside > 0 ? ", " : "", figures,
                      " whose figures stand in no relation that a check reads");
    return out + '.';
}

// " With the 2 sources given: 1 contradicted, 3 verbatim, 1 mentioned, 2 not found."
std::string sources_text(const Outcome& outcome)
{
    using against::Agreement;
    constexpr std::array<std::pair<Agreement, std::string_view>, against::k_agreements> k_words{
        {{Agreement::contradicted, "contradicted"},
         {Agreement::verbatim, "verbatim"},
         {Agreement::supported, "supported, as a model reads them"},
         {Agreement::partly, "supported in part"},
         {Agreement::mentioned, "mentioned"},
         {Agreement::undecided, "undecided"},
         {Agreement::not_found, "not found"},
         {Agreement::unreadable, "not readable"}}};
    if (outcome.with == nullptr) return {};
    const std::size_t given = outcome.with->given.size();
    std::string told;
    for (const auto& [agreement, words] : k_words) {
        const auto count = std::ranges::count(outcome.support, agreement, &against::Row::agreement);
        const bool is_of_a_model = agreement == Agreement::supported ||
                                   agreement == Agreement::partly ||
                                   agreement == Agreement::undecided;
        if (is_of_a_model && count == 0) continue;
        told += concat(told.empty() ? "" : ", ", count, ' ', words);
    }
    return concat(" With the ", given, given == 1 ? " source" : " sources", " given: ", told, '.');
}

} // namespace

std::string summary_text(const Outcome& outcome)
{
    const auto wrong = static_cast<std::size_t>(
        std::count_if(outcome.weighed.begin(), outcome.weighed.end(),
                      [](const Weighed& weighed) { return weighed.severity >= Severity::minor; }));
    std::string out = verdict_text(outcome, wrong) + findings_text(outcome, wrong);
    if (outcome.claims.empty()) return out;
    if (outcome.judgement.verdict != Verdict::undisputed)
        out += ' ' + figures_text(figures_of(outcome));
    out += claims_text(outcome) + unchecked_text(outcome) + sources_text(outcome);
    return out;
}

} // namespace verify::outcome
