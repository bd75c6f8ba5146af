#include "synthesize/study.hpp"

#include "base/fault.hpp"
#include "synthesize/answer_disputes.hpp"
#include "synthesize/asserted.hpp"
#include "synthesize/assessment.hpp"
#include "synthesize/claims.hpp"
#include "synthesize/clusters.hpp"
#include "synthesize/ranking.hpp"
#include "synthesize/same_answers.hpp"
#include "synthesize/summary.hpp"
#include "verify/red_team/source_attacks.hpp"

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

Study study(const Order& order)
{
    Study out{order};
    const auto language = statements::common_language(order.materials);
    out.sources = statements::read_sources(order.materials, out.vocabulary);
    for (const auto& source : out.sources) verify::red_team::note_attacks(*source);
    out.independence = judge_independence(out.sources);
    out.question = read_question(order.query, language, out.vocabulary);
    out.statements = read_statements(out.sources);
    if (is_about_query(out)) {
        const Space space{out.statements, out.vocabulary.size(), out.question.terms};
        out.ranks = rank(out.statements, space, out.sources);
        const Meanings meanings{out.vocabulary, language};
        const Answers answers{out, space, meanings};
        auto disputes =
            read_asserted(out.sources, out.independence, out.statements, out.vocabulary);
        std::ranges::move(read_answer_disputes(out, space, answers, meanings),
                          std::back_inserter(disputes));
        const SameAnswers same_answers{out, answers, meanings};
        auto grouped = group(out, space, meanings, std::move(disputes), same_answers.pairs());
        out.conflicts = settle(out.sources, out.statements, std::move(grouped.disputes));
        const std::size_t whole = grouped.clusters.size();
        part_answers(out, answers, grouped.clusters);
        make_claims(out, grouped.clusters, whole);
        choose_summary(out, space, answers, same_answers);
    }
    assess(out);
    return out;
}

} // namespace synthesize
