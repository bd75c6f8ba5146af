#include "synthesize/same_answers.hpp"

#include "synthesize/two_answers.hpp"

#include <algorithm>

namespace synthesize {

namespace {

constexpr std::size_t k_most_compared = 100;
// What answers much worse than the best is about something else.
constexpr double k_least_share = 0.4;

struct ScoredAnswer {
    Given given;
    double score = 0;
};

std::vector<ScoredAnswer> candidates(const Study& study, std::size_t index, const Answers& answers,
                                     const Meanings& meanings)
{
    const Part& part = study.question.parts[index];
    std::vector<ScoredAnswer> out;
    double most = 0;
    for (std::size_t i = 0; i < study.statements.size(); ++i) {
        if (!answers.suffices(index, i)) continue;
        auto given = given_in(study, part, i, meanings);
        if (!given) continue;
        out.push_back({std::move(*given), answers.score(index, i)});
        most = std::max(most, out.back().score);
    }
    std::erase_if(out, [&](const ScoredAnswer& each) { return each.score < k_least_share * most; });
    std::stable_sort(out.begin(), out.end(),
                     [](const ScoredAnswer& left, const ScoredAnswer& right) {
                         return left.score > right.score;
                     });
    if (out.size() > k_most_compared) out.resize(k_most_compared);
    return out;
}

} // namespace

SameAnswers::SameAnswers(const Study& study, const Answers& answers, const Meanings& meanings)
{
    const auto source_of = [&](std::size_t statement) {
        return study.statements[statement].source;
    };
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> sources;
    for (std::size_t part = 0; part < study.question.parts.size(); ++part) {
        const auto found = candidates(study, part, answers, meanings);
        for (std::size_t late = 0; late < found.size(); ++late)
            for (std::size_t early = 0; early < late; ++early) {
                const auto one = found[early].given.statement;
                const auto other = found[late].given.statement;
                if (!study.independence.are_apart(source_of(one), source_of(other)) ||
                    !is_one_answer(study, study.question.parts[part], found[early].given,
                                   found[late].given, meanings))
                    continue;
                m_pairs.insert(std::minmax(one, other));
                for (const auto each : {one, other})
                    sources[{part, each}].insert({source_of(one), source_of(other)});
            }
    }
    for (const auto& [of, all] : sources) m_groups[of] = study.independence.voices_among(all);
}

std::size_t SameAnswers::groups(std::size_t part, std::size_t statement) const
{
    const auto at = m_groups.find({part, statement});
    return at == m_groups.end() ? 1 : at->second;
}

} // namespace synthesize
