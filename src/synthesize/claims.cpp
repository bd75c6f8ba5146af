#include "synthesize/claims.hpp"

#include "statements/figures.hpp"
#include "synthesize/witnesses.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace synthesize {

namespace {

// How far one statement of one source is to be believed by itself.
double weight_of(const Study& study, std::size_t statement)
{
    const Source& source = study.source_of(statement);
    const Statement& said = study.statements[statement];
    if (source.carries_instructions()) return 0.10;
    double out = 0.55;
    if (source.published) out += 0.05;
    if (!source.material.url.empty()) out += 0.05;
    if (said.hedged || said.opinion) out -= 0.15;
    return out;
}

double support_of(const Study& study, const Claim& claim)
{
    double doubt = 1;
    for (const auto& witness : witnesses_of(study, claim.members, /*clean=*/false)) {
        double best = 0;
        for (const auto statement : witness) best = std::max(best, weight_of(study, statement));
        doubt *= 1 - best;
    }
    const double support = 1 - doubt;
    const auto with = static_cast<double>(claim.independent);
    return support * with / (with + static_cast<double>(claim.independent_opposing));
}

// The element of `all` that has the token.
template <typename Part> const Part* part_at(const std::vector<Part>& all, std::uint32_t token)
{
    const auto at = std::ranges::find_if(
        all, [&](const Part& part) { return part.begin <= token && token < part.end; });
    return at == all.end() ? nullptr : &*at;
}

bool same_moment(const Moment& left, const Moment& right)
{
    return left.year == right.year && left.month == right.month && left.day == right.day;
}

// Whether a statement says what is disputed at `position`: a sentence that says two things may be
// of a claim for the other one. Of words it cannot be told; they count as said.
bool says(const Study& study, std::size_t statement, const Position& position)
{
    if (statement == position.statement) return true;
    const Statement& disputed = study.statements[position.statement];
    const Statement& said = study.statements[statement];
    if (const auto* figure = part_at(disputed.figures, position.value.begin))
        return std::ranges::any_of(
            said.figures, [&](const Figure& each) { return may_be_one_value(each, *figure); });
    if (const auto* moment = part_at(disputed.moments, position.value.begin))
        return std::ranges::any_of(said.moments,
                                   [&](const Moment& each) { return same_moment(each, *moment); });
    return true;
}

using Opposed = std::vector<std::set<std::size_t>>; // of each claim: statements against it

// The claim that says `position` is opposed by the statements of another that say `against`.
void oppose(const Study& study, const Position& position, const Position& against, Opposed& opposed)
{
    const auto claim = study.claim_of[position.statement];
    if (!says(study, study.claims[claim].members.front(), position)) return;
    for (const auto member : study.claims[study.claim_of[against.statement]].members)
        if (says(study, member, against)) opposed[claim].insert(member);
}

void oppose_all(const Study& study, const Conflict& conflict, Opposed& opposed)
{
    const auto position_of = [&](std::size_t statement) -> const Position& {
        return *std::ranges::lower_bound(conflict.positions, statement, {}, &Position::statement);
    };
    std::set<std::pair<std::size_t, std::size_t>> done; // pairs of claims
    for (const auto& [first, second] : conflict.disputed) {
        if (!done.emplace(study.claim_of[first], study.claim_of[second]).second) continue;
        oppose(study, position_of(first), position_of(second), opposed);
        oppose(study, position_of(second), position_of(first), opposed);
    }
}

void judge_status(Study& study)
{
    Opposed opposed(study.claims.size());
    for (const auto& conflict : study.conflicts.contradictions)
        oppose_all(study, conflict, opposed);
    std::set<std::size_t> superseded;
    for (const auto& update : study.conflicts.updates) {
        const auto latest = study.claim_of[update.positions.back().statement];
        for (const auto& position : update.positions) {
            const auto claim = study.claim_of[position.statement];
            if (claim != latest && says(study, study.claims[claim].members.front(), position))
                superseded.insert(claim);
        }
    }
    for (std::size_t i = 0; i < study.claims.size(); ++i) {
        Claim& claim = study.claims[i];
        std::set<std::size_t> sources;
        for (const auto statement : opposed[i]) sources.insert(study.statements[statement].source);
        claim.opposing.assign(sources.begin(), sources.end());
        claim.independent_opposing =
            witnesses_of(study, {opposed[i].begin(), opposed[i].end()}, /*clean=*/false).size();
        if (!claim.opposing.empty())
            claim.status = ClaimStatus::contested;
        else if (superseded.contains(i))
            claim.status = ClaimStatus::superseded;
        else if (witnesses_of(study, claim.members, /*clean=*/true).size() >= 2)
            claim.status = ClaimStatus::corroborated;
        claim.confidence = support_of(study, claim);
    }
}

void number_claims(Study& study)
{
    study.claim_of.assign(study.statements.size(), 0);
    for (std::size_t i = 0; i < study.claims.size(); ++i)
        for (const auto member : study.claims[i].members) study.claim_of[member] = i;
    // A statement may support two claims; it is of the one that is told in its words.
    for (std::size_t i = 0; i < study.claims.size(); ++i)
        study.claim_of[study.claims[i].members.front()] = i;
}

} // namespace

void make_claims(Study& study, const std::vector<std::vector<std::size_t>>& clusters,
                 std::size_t whole)
{
    std::set<std::size_t> lent;
    for (std::size_t i = whole; i < clusters.size(); ++i)
        lent.insert(clusters[i].begin(), clusters[i].end());
    constexpr double k_bonus = 0.2; // for each further independent source
    constexpr std::size_t k_most_bonus = 4;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const auto& cluster = clusters[i];
        const auto place = [&](std::size_t member) {
            return std::pair{i < whole && lent.contains(member), -study.ranks[member]};
        };
        Claim claim;
        claim.members = cluster;
        std::stable_sort(
            claim.members.begin(), claim.members.end(),
            [&](std::size_t left, std::size_t right) { return place(left) < place(right); });
        std::set<std::size_t> sources;
        for (const auto member : cluster) sources.insert(study.statements[member].source);
        claim.sources.assign(sources.begin(), sources.end());
        claim.independent = witnesses_of(study, claim.members, /*clean=*/false).size();
        const std::size_t others = std::min(claim.independent - 1, k_most_bonus);
        claim.rank =
            study.ranks[claim.members.front()] * (1 + k_bonus * static_cast<double>(others));
        study.claims.push_back(std::move(claim));
    }
    std::stable_sort(study.claims.begin(), study.claims.end(),
                     [](const Claim& left, const Claim& right) { return left.rank > right.rank; });
    number_claims(study);
    judge_status(study);
}

} // namespace synthesize
