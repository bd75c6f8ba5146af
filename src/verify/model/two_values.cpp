#include "verify/model/two_values.hpp"
#include "verify/sameness/checks.hpp"

#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::model {

namespace json = base::json;
using statements::Opposition;
using statements::Statement;

std::optional<Finding> TwoValues::between(std::size_t left, std::size_t right) const
{
    const Statement* first = m_text.of_sentence(std::min(left, right));
    const Statement* second = m_text.of_sentence(std::max(left, right));
    if (first == nullptr || second == nullptr || first == second) return std::nullopt;
    for (const auto sentence : {left, right})
        if (is_disowned(Passage::sentence(m_document, sentence))) return std::nullopt;
    const auto told = m_text.compare(*first, *second).disagreement;
    const bool is_value =
        told && (told->kind == Opposition::value || told->kind == Opposition::date);
    if (!is_value || told->may_change) return std::nullopt;
    const auto position = [&](const auto& told_at) {
        return json::object(
            "quote", quote_of(m_document, mark_tokens(m_document, told_at.begin, told_at.end, {})));
    };
    return found(sameness::k_contradiction_value, "Two values of one thing", m_document,
                 Certainty::strong)
        .stated(told->second.begin, told->second.end)
        .context(told->first.begin, told->first.end)
        .evidence("attribute", told->attribute, "subject", "", "positions",
                  json::array(position(told->first), position(told->second)))
        .says("The text says ", Marked{1}, " in one place and ", Marked{0},
              " in another, of the same thing.")
        .take("Correct one of the two, or say in what they differ.");
}

} // namespace verify::model
