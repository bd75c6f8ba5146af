#include "synthesize/study.hpp"

#include "base/fault.hpp"
#include "reading/ascii.hpp"
#include "synthesize/asserted.hpp"
#include "synthesize/assessment.hpp"
#include "synthesize/claims.hpp"
#include "synthesize/clusters.hpp"
#include "synthesize/ranking.hpp"
#include "synthesize/words.hpp"

#include <algorithm>

namespace synthesize {

std::string_view name_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::corroborated: return "CORROBORATED";
    case Verdict::mixed: return "MIXED";
    case Verdict::contested: return "CONTESTED";
    case Verdict::single_source: return "SINGLE_SOURCE";
    case Verdict::insufficient: return "INSUFFICIENT";
    }
    throw base::Fault{"a verdict without a name"};
}

std::string_view name_of(ClaimStatus status)
{
    switch (status) {
    case ClaimStatus::corroborated: return "corroborated";
    case ClaimStatus::single_source: return "single_source";
    case ClaimStatus::contested: return "contested";
    case ClaimStatus::superseded: return "superseded";
    }
    throw base::Fault{"a claim without a status"};
}

namespace {

// The terms of the question but for the words of asking; all of them where nothing else is left.
std::vector<TermId> asked(const Order& order, Vocabulary& vocabulary)
{
    const reading::Document question{order.query};
    const TokenTerms terms{question, common_language(order.materials), vocabulary};
    std::vector<TermId> out;
    for (std::size_t i = 0; i < question.tokens.size(); ++i)
        if (!reading::is_one_of(question.word(i), k_asking))
            for (const auto term : terms.of(i)) out.push_back(term);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out.empty() ? terms.of(0, question.tokens.size()) : out;
}

} // namespace

Study study(const Order& order)
{
    Study out{order};
    out.sources = read_sources(order.materials, out.vocabulary);
    out.independence = judge_independence(out.sources);
    out.query = asked(order, out.vocabulary);
    out.statements = read_statements(out.sources);
    if (is_about_query(out)) {
        const Space space{out.statements, out.vocabulary.size(), out.query};
        out.ranks = rank(out.statements, space, out.sources);
        auto grouped =
            group(out.sources, out.independence, out.statements, space, out.vocabulary,
                  read_asserted(out.sources, out.independence, out.statements, out.vocabulary));
        out.conflicts = settle(out.sources, out.statements, std::move(grouped.disputes));
        make_claims(out, grouped.clusters);
        choose_summary(out, space);
    }
    assess(out);
    return out;
}

} // namespace synthesize
