#include "analysis/verify/verify.hpp"

#include "analysis/verify/artifact.hpp"
#include "analysis/verify/critics.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>
#include <iterator>

namespace analysis::verify {

namespace {

void append(Review& whole, Review&& part)
{
    std::move(part.findings.begin(), part.findings.end(), std::back_inserter(whole.findings));
    whole.passes.insert(whole.passes.end(), part.passes.begin(), part.passes.end());
}

} // namespace

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const Progress& progress)
{
    const auto payload = base::json::text_member(request, "payload");
    if (!payload) throw base::Fault{"a verify request without payload"};
    const std::size_t steps = product.scope.size() + 1;
    progress("reading", 0, steps);
    const text::Document document{*payload};
    Review review;
    std::vector<CriticReport> reports;
    for (const auto name : product.scope) {
        const Critic* critic = find_critic(name);
        if (critic == nullptr) throw base::Fault{base::concat("no critic is named ", name)};
        progress(name, reports.size() + 1, steps);
        const std::size_t first = review.findings.size();
        append(review, critic->review(document, review.findings));
        reports.push_back({critic, first, review.findings.size()});
    }
    const auto claims = collect_claims(document, review);
    const Outcome outcome{document, product.variant, review,
                          claims,   reports,         judge_review(review, claims, reports.size())};
    progress("artifact", steps, steps);
    return artifact_json(outcome);
}

} // namespace analysis::verify
