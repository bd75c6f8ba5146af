#include "verify/outcome/asked.hpp"

#include "verify/orders/source_attacks.hpp"

#include <algorithm>

namespace verify::outcome {

namespace {

bool speaks_to_machines(const Document& document, const against::Comparison* with)
{
    if (orders::speaks_of_orders(document)) return true;
    if (with == nullptr) return false;
    return std::ranges::any_of(with->given.all_read(), [&](std::uint32_t source) {
        return orders::speaks_of_orders(with->given.source(source).document);
    });
}

bool agrees(const against::Row& row)
{
    return row.agreement == against::Agreement::verbatim ||
           row.agreement == against::Agreement::supported;
}

} // namespace

Coverage coverage_of(std::span<const Claim> claims, std::span<const against::Row> support,
                     const model::Consulted& consulted)
{
    const auto count = [&](auto test) {
        return static_cast<std::size_t>(std::ranges::count_if(claims, test));
    };
    const auto seen_as = [&](model::Seen as) {
        return count([&](const Claim& claim) { return consulted.seen[claim.sentence] == as; });
    };
    return {.claims = claims.size(),
            .computed =
                count([](const Claim& claim) { return claim.status == ClaimStatus::verified; }),
            .computed_pointed = count(&Claim::needs_model),
            .agreed = static_cast<std::size_t>(std::ranges::count_if(support, agrees)),
            .read = seen_as(model::Seen::read),
            .unread = seen_as(model::Seen::unread)};
}

bool is_measured(const llm::Interview& interview)
{
    const auto& measured = interview.settings().measured;
    return interview.settings().level != llm::Level::none &&
           (!measured || *measured == interview.consultation().reported_model());
}

Asked asked_of(const Document& document, const against::Comparison* with,
               const llm::Interview& interview, const Coverage& coverage)
{
    return {.coverage = coverage,
            .power = is_measured(interview) ? interview.settings().power : std::nullopt,
            .was_lacking = interview.lack().has_value(),
            .has_orders = speaks_to_machines(document, with)};
}

base::json::Ref coverage_json(const Coverage& coverage)
{
    return base::json::object("claims", coverage.claims, "computed", coverage.computed,
                              "computed_pointed", coverage.computed_pointed, "agreed",
                              coverage.agreed, "read", coverage.read, "unread", coverage.unread);
}

} // namespace verify::outcome
