#include "verify/outcome/verify.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "verify/against/comparison.hpp"
#include "verify/entailment/inquiry.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/check.hpp"
#include "verify/law/ledger.hpp"
#include "verify/model/panel.hpp"
#include "verify/outcome/artifact.hpp"
#include "verify/outcome/asked.hpp"
#include "verify/outcome/critics.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verify::outcome {

namespace {

void append(Review& whole, Review&& part)
{
    std::move(part.findings.begin(), part.findings.end(), std::back_inserter(whole.findings));
    std::move(part.passes.begin(), part.passes.end(), std::back_inserter(whole.passes));
}

// What a critic says by itself: all its families, in the order of the text.
Review look(const Critic& critic, const Document& document, const against::Comparison* with)
{
    Review own;
    for (const Family* family : critic.families) family->look(document, own);
    if (with != nullptr && !with->given.all_read().empty())
        for (const SourceFamily* family : critic.source_families) {
            Review part; // each has a bound of its own
            family->look(*with, part);
            append(own, std::move(part));
        }
    return own;
}

void sort_by_place(std::vector<Finding>& findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& left, const Finding& right) {
                         return left.marks.front().begin < right.marks.front().begin;
                     });
}

// A critic says nothing of a number that an earlier one has found wrong.
void drop_told(const Review& told, std::vector<Finding>& findings)
{
    Ledger ledger{told};
    std::erase_if(findings, [&](const Finding& finding) {
        return finding.check->nature == Nature::relation && ledger.has_error(finding.marks.front());
    });
}

std::vector<Category> decided_by(std::span<const CriticReport> reports)
{
    std::vector<Category> out;
    for (const auto& report : reports)
        for (const Family* family : report.critic->families)
            if (family->reads_whole) out.push_back(family->checks.front()->category);
    return out;
}

// What the critics have come to so far.
struct Course {
    Review review;
    std::vector<CriticReport> reports;
    std::vector<Link> links;
};

// What a model said, of the text and of its sources.
struct Replies {
    model::Consulted of_text;
    std::optional<entailment::Inquired> of_sources;
};

// What a model points at comes last: of what the built-in critics say nothing is changed by it.
// `support`: nullptr where no source was given.
Replies consult(const Task& task, const Document& document, against::Support* support,
                llm::Interview& interview, Course& course)
{
    auto& [review, reports, links] = course;
    const bool is_deep = std::ranges::find(task.critics, "red_team") != task.critics.end();
    Review secrets; // blackened in every tier, told by the red team alone
    forms::k_secrets.look(document, secrets);
    Replies out{model::consult(document, review, secrets, interview, is_deep), std::nullopt};
    Review own = std::exchange(out.of_text.found, {});
    if (support != nullptr && !support->with().given.all_read().empty()) {
        const auto standings = settle(review.findings, links);
        const auto claims = collect_claims(document, review, standings);
        const auto rows = support->rows(review, standings, claims);
        out.of_sources = entailment::inquire({*support, claims, rows, review, secrets}, interview);
        auto& denied = out.of_sources->findings;
        auto& whole =
            interview.settings().level == llm::Level::none ? out.of_text.opinions : own.findings;
        std::ranges::move(std::exchange(denied, {}), std::back_inserter(whole));
    }
    if (!is_measured(interview)) {
        std::ranges::move(std::exchange(own.findings, {}),
                          std::back_inserter(out.of_text.opinions));
        own.passes.clear();
    }
    sort_by_place(own.findings);
    sort_by_place(out.of_text.opinions);
    const std::size_t first = review.findings.size();
    const std::size_t first_pass = review.passes.size();
    append(review, std::move(own));
    reports.push_back(
        {&pointing_critic(), first, review.findings.size(), first_pass, review.passes.size()});
    return out;
}

} // namespace

base::json::Ref review_text(const Task& task, const Progress& progress)
{
    const std::size_t steps = task.critics.size() + 1;
    progress("reading", 0, steps);
    const Document document{task.payload};
    std::optional<against::Comparison> with;
    if (!task.materials.empty()) with.emplace(document, task.materials);
    Course course;
    auto& [review, reports, links] = course;
    for (const auto name : task.critics) {
        const Critic* critic = find_critic(name);
        if (critic == nullptr) throw base::Fault{base::concat("no critic is named ", name)};
        progress(name, reports.size() + 1, steps);
        Review own = look(*critic, document, with ? &*with : nullptr);
        if (critic->answer != nullptr)
            for (auto& response : critic->answer(document, review))
                links.push_back({name, std::move(response)});
        drop_told(review, own.findings);
        sort_by_place(own.findings);
        const std::size_t first = review.findings.size();
        const std::size_t first_pass = review.passes.size();
        append(review, std::move(own));
        reports.push_back(
            {critic, first, review.findings.size(), first_pass, review.passes.size()});
    }
    std::optional<against::Support> supporting;
    if (with) supporting.emplace(*with);
    std::optional<llm::Interview> interview;
    std::optional<Replies> replies;
    if (task.consultation != nullptr) {
        interview.emplace(*task.consultation);
        progress("model", steps - 1, steps);
        replies = consult(task, document, supporting ? &*supporting : nullptr, *interview, course);
    }
    const auto standings = settle(review.findings, links);
    const auto weighed = weigh(review.findings, standings);
    const auto claims = collect_claims(document, review, standings);
    auto support =
        supporting ? supporting->rows(review, standings, claims) : std::vector<against::Row>{};
    const auto* inquired = replies && replies->of_sources ? &*replies->of_sources : nullptr;
    if (inquired != nullptr && is_measured(*interview))
        entailment::enter(*inquired, claims, support);
    std::optional<Asked> asked;
    if (replies)
        asked = asked_of(document, with ? &*with : nullptr, *interview,
                         coverage_of(claims, support, replies->of_text));
    const Asked* asked_view = asked ? &*asked : nullptr;
    const auto decided = decided_by(reports);
    const Outcome outcome{
        document,
        task.tier,
        review,
        standings,
        weighed,
        claims,
        reports,
        judge_review(weighed, review.passes, claims, {decided, task.critics.size()}, asked_view),
        with ? &*with : nullptr,
        support,
        replies ? &replies->of_text : nullptr,
        inquired,
        interview ? &*interview : nullptr,
        asked_view};
    progress("artifact", steps, steps);
    return artifact_json(outcome);
}

base::json::Ref run(const catalog::Product& product, const json_t* request,
                    const json_t* pages_view, const Progress& progress,
                    llm::Consultation* consultation)
{
    const auto payload = base::json::text_member(request, "payload");
    if (!payload) throw base::Fault{"a verify request without payload"};
    const auto materials = sources::materials_of(request, pages_view);
    return review_text({*payload, product.variant, product.scope, materials, consultation},
                       progress);
}

} // namespace verify::outcome
