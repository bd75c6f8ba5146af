// contradiction.value: one thing with two values of one attribute, told in two sentences.
#include "reading/alike.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/sameness/assertions.hpp"
#include "verify/sameness/checks.hpp"

#include <map>

namespace verify::sameness {

namespace json = base::json;

const Check k_contradiction_value{
    .id = "contradiction.value",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {"one thing has two values of one attribute, or is told again with a miscopied number",
              "what needs knowledge of the world"},
    .planted = k_planted_mentions,
    .real = k_real_values};

namespace {

// A name may be told in full once: "Anna Berg" and "Berg" are one.
bool is_part_of(std::string_view name, std::string_view whole)
{
    return whole.ends_with(name) || whole.starts_with(name);
}

enum class Agreement { agree, differ, unlike };

Agreement compare(const Assertion& first, const Assertion& second)
{
    if (first.scope != second.scope) return Agreement::unlike;
    if ((first.quantity == nullptr) != (second.quantity == nullptr)) return Agreement::unlike;
    if (first.quantity == nullptr) {
        const bool same =
            is_part_of(first.name, second.name) || is_part_of(second.name, first.name);
        return same ? Agreement::agree : Agreement::differ;
    }
    const auto& left = *first.quantity;
    const auto& right = *second.quantity;
    if (left.year_like && right.year_like)
        return left.value.mantissa == right.value.mantissa ? Agreement::agree : Agreement::differ;
    if (left.kind != right.kind || !reading::are_alike(left, right)) return Agreement::unlike;
    if ((left.unit == nullptr) != (right.unit == nullptr) || left.currency != right.currency)
        return Agreement::unlike;
    const Interval other =
        reading::stated(right) * Interval::point(reading::conversion(right, left));
    return reading::stated(left).meets(other) ? Agreement::agree : Agreement::differ;
}

json::Ref position(const Document& document, const Assertion& assertion)
{
    const Mark mark = mark_tokens(document, assertion.begin, assertion.end, "");
    auto out = json::object("quote", quote_of(document, mark));
    if (assertion.quantity != nullptr)
        json::set(out.get(), "value", reading::exact_json(reading::value_of(*assertion.quantity)));
    return out;
}

void report_contradiction(const Document& document, const Assertion& first, const Assertion& second,
                          Review& review)
{
    found(k_contradiction_value, "Two values of one thing", document, Certainty::strong)
        .stated(second.begin, second.end)
        .context(first.begin, first.end)
        .evidence("attribute", first.attribute, "subject", first.subject, "positions",
                  json::array(position(document, first), position(document, second)))
        .says("The text says ", Marked{1}, " in one place and ", Marked{0},
              " in another, of the same thing.")
        .raise(review, "Correct one of the two, or say in what they differ.");
}

void check_contradicting_values(const Document& document, Review& review)
{
    std::map<std::pair<std::string, std::string>, Assertion> first_said;
    for (auto& assertion : read_assertions(document)) {
        if (review.is_full()) return;
        const auto key = std::pair{assertion.subject, assertion.attribute};
        const auto [known, is_new] = first_said.try_emplace(key, assertion);
        if (is_new) continue;
        switch (compare(known->second, assertion)) {
        case Agreement::differ:
            report_contradiction(document, known->second, assertion, review);
            break;
        case Agreement::agree:
            review.passes.push_back(
                {k_contradiction_value,
                 {mark_tokens(document, assertion.begin, assertion.end, "stated"),
                  mark_tokens(document, known->second.begin, known->second.end, "context")}});
            break;
        case Agreement::unlike: break;
        }
    }
}

constexpr const Check* k_values_checks[] = {&k_contradiction_value};

} // namespace

const Family k_values{Voice::skeptic, k_values_checks, check_contradicting_values};

} // namespace verify::sameness
