#include "synthesize/space.hpp"

#include <algorithm>
#include <cmath>

namespace synthesize {

namespace {

// Statements imagined beside the given ones, each with every term.
constexpr double k_smoothing = 4;
constexpr std::size_t k_most_proposed = 48;
constexpr double k_one_in = 5;    // statements, of which a common term is in more
constexpr std::size_t k_few = 20; // statements, in which any term is

} // namespace

Space::Space(const std::vector<Statement>& statements, std::size_t terms,
             std::span<const TermId> query)
    : m_rarity(terms, 0.0)
{
    for (const auto& statement : statements)
        for (const auto term : statement.terms) m_rarity[term] += 1;
    const auto count = static_cast<double>(statements.size());
    m_is_common.assign(terms, false);
    if (statements.size() > k_few)
        for (TermId term = 0; term < terms; ++term)
            m_is_common[term] = m_rarity[term] * k_one_in > count;
    for (double& rarity : m_rarity)
        rarity = std::log(1 + (count + k_smoothing) / (rarity + k_smoothing));
    double asked = 0;
    for (const auto term : query) asked += m_rarity[term] * m_rarity[term];
    m_begin.push_back(0);
    for (const auto& statement : statements) {
        double squares = 0;
        double shared = 0;
        for (const auto term : statement.terms) {
            const double square = m_rarity[term] * m_rarity[term];
            squares += square;
            if (std::find(query.begin(), query.end(), term) != query.end()) shared += square;
        }
        for (const auto term : statement.terms)
            m_weights.push_back({term, m_rarity[term] / std::sqrt(squares)});
        m_begin.push_back(m_weights.size());
        m_to_query.push_back(shared == 0 ? 0 : shared / std::sqrt(squares * asked));
    }
}

double Space::cosine(std::size_t left, std::size_t right) const
{
    double out = 0;
    auto at = of(left).begin();
    for (const auto& weighted : of(right)) {
        while (at != of(left).end() && at->term < weighted.term) ++at;
        if (at == of(left).end()) break;
        if (at->term == weighted.term) out += at->weight * weighted.weight;
    }
    return out;
}

std::vector<Pair> Space::pairs(double least) const
{
    struct Holder {
        std::uint32_t statement;
        double weight;
    };
    std::vector<std::vector<Holder>> holders(terms());
    std::vector<double> shared(size(), 0.0);
    std::vector<Pair> out;
    for (std::size_t i = 0; i < size(); ++i) {
        std::vector<std::uint32_t> met;
        for (const auto& weighted : of(i)) {
            auto& known = holders[weighted.term];
            const std::size_t from = known.size() - std::min(known.size(), k_most_proposed);
            for (std::size_t k = from; k < known.size(); ++k) {
                double& sum = shared[known[k].statement];
                if (sum == 0) met.push_back(known[k].statement);
                sum += weighted.weight * known[k].weight;
            }
            known.push_back({static_cast<std::uint32_t>(i), weighted.weight});
        }
        for (const auto other : met) {
            // Terms that are too common to propose add to a likeness that the others begin.
            const bool promising = shared[other] >= least / 2;
            shared[other] = 0;
            if (!promising) continue;
            if (const double alike = cosine(other, i); alike >= least)
                out.push_back({other, i, alike});
        }
    }
    std::sort(out.begin(), out.end(), [](const Pair& left, const Pair& right) {
        return std::pair{left.first, left.second} < std::pair{right.first, right.second};
    });
    return out;
}

} // namespace synthesize
