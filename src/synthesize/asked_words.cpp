#include "synthesize/asked_words.hpp"

#include "reading/wordnet/wordnet.hpp"

#include <algorithm>

namespace synthesize {

using reading::WordNet;

bool AskedWords::is_near(std::uint32_t token, std::uint32_t most) const
{
    for (std::uint32_t k = m_words.begin(); k < m_words.end(); ++k)
        if ((k > token ? k - token : token - k) <= most && is_at(k)) return true;
    return false;
}

bool AskedWords::is_new(TermId term) const
{
    const auto has = [&](const std::vector<TermId>& terms) {
        return std::find(terms.begin(), terms.end(), term) != terms.end();
    };
    return !has(m_part.terms) && !has(m_part.subject) && !has(m_part.names);
}

bool AskedWords::is_at(std::uint32_t token) const
{
    const auto& known = WordNet::embedded();
    const auto is_deed = [&](std::size_t k) {
        const bool is_name = std::find(m_part.names.begin(), m_part.names.end(), m_part.terms[k]) !=
                             m_part.names.end();
        return !is_name && !is_gerund_beside_verb(m_part, k) &&
               (known.is_chiefly(m_part.words[k], reading::WordKind::verb) ||
                known.is_person(m_part.words[k]));
    };
    bool any_deed = false;
    for (std::size_t k = 0; k < m_part.terms.size(); ++k) any_deed = any_deed || is_deed(k);
    for (const auto term : m_source.terms.of(token))
        for (std::size_t k = 0; k < m_part.terms.size(); ++k)
            if (is_deed(k) == any_deed && m_likeness(m_part.terms[k], term) >= k_related &&
                std::find(m_part.names.begin(), m_part.names.end(), m_part.terms[k]) ==
                    m_part.names.end())
                return true;
    return false;
}

} // namespace synthesize
