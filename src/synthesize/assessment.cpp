#include "synthesize/assessment.hpp"

#include "base/concat.hpp"
#include "reading/wordnet/wordnet.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace synthesize {

using base::concat;

namespace {

constexpr double k_cap_one_group = 0.60;
constexpr double k_cap_uncorroborated = 0.50;
constexpr double k_cap_contested = 0.80;

std::set<TermId> said_terms(const Study& study)
{
    std::set<TermId> out;
    for (const auto& statement : study.statements)
        out.insert(statement.terms.begin(), statement.terms.end());
    return out;
}

// Part of the question's words that some statement uses; 1 for a question without any.
double coverage(const Study& study)
{
    if (study.question.terms.empty()) return 1;
    const auto said = said_terms(study);
    const auto covered = std::count_if(study.question.terms.begin(), study.question.terms.end(),
                                       [&](TermId term) { return said.contains(term); });
    return static_cast<double>(covered) / static_cast<double>(study.question.terms.size());
}

// The parts of the summary's weight for which something holds.
template <typename Predicate> double share(const Study& study, Predicate&& holds)
{
    double whole = 0;
    double part = 0;
    for (std::size_t i = 0; i < study.summarized; ++i) {
        const Claim& claim = study.claims[i];
        whole += claim.rank;
        if (holds(claim)) part += claim.rank;
    }
    return whole > 0 ? part / whole : 0;
}

double mean_confidence(const Study& study)
{
    double whole = 0;
    double sum = 0;
    for (std::size_t i = 0; i < study.summarized; ++i) {
        whole += study.claims[i].rank;
        sum += study.claims[i].rank * study.claims[i].confidence;
    }
    return whole > 0 ? sum / whole : 0;
}

double share_of_sources(const Study& study, bool (*holds)(const Source&))
{
    double used = 0;
    double good = 0;
    for (const auto& source : study.sources) {
        if (source->status != SourceStatus::used) continue;
        used += 1;
        good += holds(*source) ? 1 : 0;
    }
    return used > 0 ? good / used : 0;
}

std::string counted(std::size_t count, std::string_view noun)
{
    return concat(count, ' ', noun, count == 1 ? "" : "s");
}

void add_caveats(Study& study, double corroborated, double contested)
{
    auto& caveats = study.confidence.caveats;
    const auto unread =
        std::count_if(study.sources.begin(), study.sources.end(),
                      [](const auto& source) { return source->status != SourceStatus::used; });
    if (unread > 0)
        caveats.push_back(
            concat(counted(static_cast<std::size_t>(unread), "source"), " could not be read."));
    const auto shares = shares_of(study.sources);
    std::size_t shortened = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (study.sources[i]->status == SourceStatus::used &&
            shares[i] < study.sources[i]->utterances.size())
            ++shortened;
    if (shortened > 0)
        caveats.push_back(concat("Of ", counted(shortened, "source"), " only the first ",
                                 *std::max_element(shares.begin(), shares.end()),
                                 " sentences were compared."));
    const auto instructed =
        std::count_if(study.sources.begin(), study.sources.end(),
                      [](const auto& source) { return source->carries_instructions(); });
    if (instructed > 0)
        caveats.push_back(concat(counted(static_cast<std::size_t>(instructed), "source"),
                                 instructed == 1 ? " gives" : " give",
                                 " orders to machine readers and counts for less."));
    if (study.verdict == Verdict::insufficient) return;
    if (study.independence.groups == 1)
        caveats.emplace_back("All that could be read is of one origin.");
    else if (corroborated == 0)
        caveats.emplace_back(
            "No statement of the summary was recognized in two independent sources.");
    if (contested > 0)
        caveats.emplace_back("Sources contradict each other on a statement of the summary.");
}

void find_gaps(Study& study)
{
    constexpr std::size_t k_most = 20;
    for (std::size_t i = 0; i < study.answers.size(); ++i) {
        const Part& part = study.question.parts[i];
        if (!study.answers[i].claim && part.asks != Asks::topic)
            study.gaps.push_back({part.text, "no line was recognized as an answer"});
    }
    for (const auto term : study.question.terms) {
        if (study.gaps.size() >= k_most) return;
        // Of a verb it would not be said that it is missing.
        if (reading::WordNet::embedded().is_chiefly(study.vocabulary.word(term),
                                                    reading::WordKind::verb))
            continue;
        std::set<std::size_t> sources;
        for (const auto& statement : study.statements)
            if (std::binary_search(statement.terms.begin(), statement.terms.end(), term))
                sources.insert(statement.source);
        if (sources.empty())
            study.gaps.push_back(
                {study.vocabulary.word(term), "no line was recognized as mentioning it"});
        else if (study.independence.groups > 1 && study.independence.voices_among(sources) == 1)
            study.gaps.push_back(
                {study.vocabulary.word(term), "recognized in one independent source only"});
    }
}

Verdict verdict_of(const Study& study, double corroborated, double contested)
{
    constexpr double k_third = 1.0 / 3;
    if (study.summarized == 0) return Verdict::insufficient;
    if (study.independence.groups <= 1) return Verdict::single_source;
    if (contested >= k_third) return Verdict::contested;
    return corroborated >= 0.5 && contested == 0 ? Verdict::corroborated : Verdict::mixed;
}

} // namespace

bool is_about_query(const Study& study)
{
    constexpr double k_least = 0.25;
    return coverage(study) >= k_least;
}

void assess(Study& study)
{
    const double corroborated =
        share(study, [](const Claim& claim) { return claim.status == ClaimStatus::corroborated; });
    const double contested =
        share(study, [](const Claim& claim) { return claim.status == ClaimStatus::contested; });
    const double covered = coverage(study);
    study.verdict = verdict_of(study, corroborated, contested);
    double score = mean_confidence(study) * std::sqrt(covered);
    if (study.independence.groups <= 1) score = std::min(score, k_cap_one_group);
    if (corroborated == 0 && contested == 0) score = std::min(score, k_cap_uncorroborated);
    if (contested > 0) score = std::min(score, k_cap_contested);
    if (study.verdict == Verdict::insufficient) score = 0;
    study.confidence.score = score;
    study.confidence.factors = {
        {"independent_corroboration", corroborated},
        {"query_coverage", covered},
        {"agreement", study.summarized == 0 ? 0 : 1 - contested},
        {"dated_sources",
         share_of_sources(study,
                          [](const Source& source) { return source.published.has_value(); })},
        {"sources_without_instructions",
         share_of_sources(study,
                          [](const Source& source) { return !source.carries_instructions(); })},
    };
    add_caveats(study, corroborated, contested);
    find_gaps(study);
}

} // namespace synthesize
