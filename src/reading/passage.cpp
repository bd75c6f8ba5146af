#include "reading/passage.hpp"

#include <algorithm>

namespace reading {

namespace {

template <typename Item>
std::span<const Item> inside(const std::vector<Item>& items, std::uint32_t begin, std::uint32_t end)
{
    const auto before = [](const Item& item, std::uint32_t token) { return item.begin < token; };
    const auto first = std::lower_bound(items.begin(), items.end(), begin, before);
    const auto last = std::lower_bound(first, items.end(), end, before);
    return {first, last};
}

} // namespace

Passage::Passage(const Document& document, std::uint32_t begin, std::uint32_t end)
    : m_document{&document}, m_begin{begin}, m_end{end}, m_quantities{inside(document.quantities,
                                                                             begin, end)},
      m_dates{inside(document.dates, begin, end)}, m_times{inside(document.times, begin, end)}
{
}

Passage Passage::sentence(const Document& document, std::size_t index)
{
    const TokenRange range = document.of_sentence[index];
    return {document, range.begin, range.end};
}

Passage Passage::sentence_and_next(const Document& document, std::size_t index)
{
    TokenRange range = document.of_sentence[index];
    const bool joins = index + 1 < document.sentences.size() &&
                       document.sentences[index + 1].block == document.sentences[index].block;
    if (joins) range.end = document.of_sentence[index + 1].end;
    return {document, range.begin, range.end};
}

bool Passage::reads(std::size_t token, std::initializer_list<std::string_view> words) const
{
    for (const auto wanted : words)
        if (word(token++) != wanted) return false;
    return true;
}

bool Passage::any(std::size_t from, std::size_t to, const Cues& cues) const
{
    const std::size_t last = std::min<std::size_t>(to, m_end);
    for (std::size_t i = std::max<std::size_t>(from, m_begin); i < last; ++i)
        if (is_in(cues, m_document->word(i))) return true;
    return false;
}

} // namespace reading
