#include "verify/model/two_values.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::model {

namespace json = base::json;
using statements::Opposition;
using statements::Statement;

TwoValues::TwoValues(const Document& document) : m_document{document}
{
    sources::Material material;
    material.id = "S1";
    material.text = document.source;
    m_materials.push_back(std::move(material));
    m_sources = statements::read_sources(m_materials, m_vocabulary);
    m_statements = statements::read_statements(m_sources);
    m_meanings = std::make_unique<statements::Meanings>(m_vocabulary,
                                                        statements::common_language(m_materials));
}

TwoValues::~TwoValues() = default;

const Statement* TwoValues::statement_of(std::size_t sentence) const
{
    const auto at = std::lower_bound(
        m_statements.begin(), m_statements.end(), sentence,
        [](const Statement& each, std::size_t wanted) { return each.sentence < wanted; });
    return at != m_statements.end() && at->sentence == sentence ? &*at : nullptr;
}

std::optional<Finding> TwoValues::between(std::size_t left, std::size_t right) const
{
    const Statement* first = statement_of(std::min(left, right));
    const Statement* second = statement_of(std::max(left, right));
    if (first == nullptr || second == nullptr || first == second) return std::nullopt;
    for (const auto sentence : {left, right})
        if (is_disowned(Passage::sentence(m_document, sentence))) return std::nullopt;
    const auto& source = *m_sources.front();
    const auto compared =
        statements::compare({source, *first}, {source, *second}, m_vocabulary, *m_meanings);
    const auto& told = compared.disagreement;
    const bool is_value =
        told && (told->kind == Opposition::value || told->kind == Opposition::date);
    if (!is_value || told->may_change) return std::nullopt;
    Finding out;
    out.check = "contradiction.value";
    out.certainty = Certainty::strong;
    out.title = "Two values of one thing";
    out.marks = {mark_tokens(m_document, told->second.begin, told->second.end, "stated"),
                 mark_tokens(m_document, told->first.begin, told->first.end, "context")};
    const auto quote = [&](std::size_t index) { return quote_of(m_document, out.marks[index]); };
    out.evidence =
        json::object("attribute", told->attribute, "subject", "", "positions",
                     json::array(json::object("quote", quote(1)), json::object("quote", quote(0))),
                     "readings", json::array());
    out.reasoning = base::concat("The text says ", quote(1), " in one place and ", quote(0),
                                 " in another, of the same thing.");
    out.suggestion = "Correct one of the two, or say in what they differ.";
    return out;
}

} // namespace verify::model
