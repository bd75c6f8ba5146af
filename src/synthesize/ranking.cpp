#include "synthesize/ranking.hpp"

#include <algorithm>
#include <cmath>

namespace synthesize {

namespace {

constexpr double k_damping = 0.85;
constexpr int k_rounds = 30;
// The mix: what is said often, what is central, what is near the question.
constexpr double k_frequent = 0.72;
constexpr double k_central = 0.18;
constexpr double k_near = 0.10;
constexpr double k_beside_the_point = 0.7; // without any word of the question
constexpr double k_lambda = 0.7;
constexpr double k_instructed = 0.3;
constexpr double k_worth = 0.6; // a sentence that leans on others may still say most

// out = S v, where S holds the cosines of all pairs: through the terms and back.
std::vector<double> times_similarity(const Space& space, const std::vector<double>& vector)
{
    std::vector<double> of_term(space.terms(), 0.0);
    for (std::size_t i = 0; i < space.size(); ++i)
        for (const auto& [term, weight] : space.of(i)) of_term[term] += weight * vector[i];
    std::vector<double> out(space.size(), 0.0);
    for (std::size_t i = 0; i < space.size(); ++i)
        for (const auto& [term, weight] : space.of(i)) out[i] += weight * of_term[term];
    return out;
}

void scale_to_one(std::vector<double>& numbers)
{
    const double most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    if (most <= 0) return;
    for (double& number : numbers) number /= most;
}

std::vector<double> lexrank(const Space& space)
{
    const std::size_t count = space.size();
    std::vector<double> start(count);
    double whole = 0;
    for (std::size_t i = 0; i < count; ++i) whole += start[i] = 0.05 + space.to_query(i);
    for (double& each : start) each /= whole;
    // A statement gives its weight to others by how alike they are.
    const auto degree = times_similarity(space, std::vector<double>(count, 1.0));
    std::vector<double> out = start;
    for (int round = 0; round < k_rounds; ++round) {
        std::vector<double> given(count, 0.0);
        for (std::size_t i = 0; i < count; ++i) given[i] = degree[i] > 0 ? out[i] / degree[i] : 0;
        const auto received = times_similarity(space, given);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = (1 - k_damping) * start[i] + k_damping * received[i];
    }
    scale_to_one(out);
    return out;
}

// The mean share of statements that use a statement's words (SumBasic, Nenkova and Vanderwende
// 2005).
std::vector<double> frequency(const Space& space)
{
    std::vector<double> users(space.terms(), 0.0);
    for (std::size_t i = 0; i < space.size(); ++i)
        for (const auto& weighted : space.of(i)) users[weighted.term] += 1;
    std::vector<double> out;
    for (std::size_t i = 0; i < space.size(); ++i) {
        double sum = 0;
        for (const auto& weighted : space.of(i)) sum += users[weighted.term];
        out.push_back(sum / std::max(1.0, static_cast<double>(space.of(i).size())));
    }
    scale_to_one(out);
    return out;
}

double manner(const Statement& statement)
{
    const double out = (1 + 0.35 / (1 + statement.index)) * std::pow(statement.worth, k_worth);
    return out;
}

} // namespace

std::vector<double> rank(const std::vector<Statement>& statements, const Space& space,
                         const std::vector<std::unique_ptr<Source>>& sources)
{
    if (statements.empty()) return {};
    const auto central = lexrank(space);
    const auto frequent = frequency(space);
    std::vector<double> nearness;
    for (std::size_t i = 0; i < statements.size(); ++i) nearness.push_back(space.to_query(i));
    scale_to_one(nearness);
    std::vector<double> out(statements.size());
    for (std::size_t i = 0; i < statements.size(); ++i) {
        out[i] = k_frequent * frequent[i] + k_central * central[i] + k_near * nearness[i];
        out[i] *= manner(statements[i]);
        if (nearness[i] == 0) out[i] *= k_beside_the_point;
        if (sources[statements[i].source]->carries_instructions()) out[i] *= k_instructed;
    }
    scale_to_one(out);
    return out;
}

std::vector<std::size_t> choose(std::span<const std::size_t> candidates,
                                const std::vector<double>& ranks, const Space& space,
                                std::span<const std::size_t> taken, std::size_t most)
{
    std::vector<std::size_t> out;
    std::vector<double> nearest(candidates.size(), 0.0);
    std::vector<bool> chosen(candidates.size(), false);
    const auto compare_with = [&](std::size_t statement) {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            nearest[i] = std::max(nearest[i], space.cosine(candidates[i], statement));
    };
    for (const auto statement : taken) compare_with(statement);
    while (out.size() < std::min(most, candidates.size())) {
        std::size_t best = candidates.size();
        double most_useful = 0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const double useful = k_lambda * ranks[candidates[i]] - (1 - k_lambda) * nearest[i];
            if (chosen[i] || (best != candidates.size() && useful <= most_useful)) continue;
            best = i;
            most_useful = useful;
        }
        chosen[best] = true;
        out.push_back(candidates[best]);
        compare_with(candidates[best]);
    }
    return out;
}

} // namespace synthesize
