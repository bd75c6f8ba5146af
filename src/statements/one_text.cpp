#include "statements/one_text.hpp"

namespace statements {

namespace {

std::string_view language_or_english(const reading::Document& document)
{
    return document.language == "und" ? "en" : document.language;
}

// What tells no value cannot tell another one: in most prose nearly all sentences.
std::vector<std::unique_ptr<Source>> alone(std::unique_ptr<Source> source)
{
    std::erase_if(source->utterances, [&](const reading::Utterance& said) {
        const reading::Passage words{source->document, said.begin, said.end};
        return words.dates().empty() && words.quantities().empty();
    });
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

Comparison OneText::compare(const Statement& first, const Statement& second) const
{
    return statements::compare({source(), first}, {source(), second}, m_vocabulary, m_meanings);
}

} // namespace statements
