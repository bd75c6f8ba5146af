#include "statements/one_text.hpp"

#include <algorithm>

namespace statements {

namespace {

std::string_view language_or_english(const reading::Document& document)
{
    return document.language == "und" ? "en" : document.language;
}

std::vector<std::unique_ptr<Source>> alone(std::unique_ptr<Source> source)
{
    std::vector<std::unique_ptr<Source>> out;
    out.push_back(std::move(source));
    return out;
}

} // namespace

OneText::OneText(const reading::Document& document)
    : m_sources{alone(std::make_unique<Source>(m_material, document, language_or_english(document),
                                               m_vocabulary))},
      m_statements{read_statements(m_sources)}, m_meanings{m_vocabulary,
                                                           language_or_english(document)}
{
}

const Statement* OneText::of_sentence(std::size_t sentence) const
{
    const auto at = std::lower_bound(
        m_statements.begin(), m_statements.end(), sentence,
        [](const Statement& each, std::size_t wanted) { return each.sentence < wanted; });
    return at != m_statements.end() && at->sentence == sentence ? &*at : nullptr;
}

Comparison OneText::compare(const Statement& first, const Statement& second) const
{
    return statements::compare({source(), first}, {source(), second}, m_vocabulary, m_meanings);
}

} // namespace statements
