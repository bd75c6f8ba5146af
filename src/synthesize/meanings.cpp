#include "synthesize/meanings.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

namespace synthesize {

using reading::WordNet;

Meanings::Meanings(const Vocabulary& vocabulary, std::string_view language)
    : m_vocabulary{vocabulary}
{
    m_begin.push_back(0);
    for (TermId term = 0; term < vocabulary.size(); ++term) {
        if (language == "en") {
            const auto found = WordNet::embedded().bases(vocabulary.word(term));
            m_bases.insert(m_bases.end(), found.begin(), found.end());
        }
        m_begin.push_back(m_bases.size());
    }
}

double Meanings::likeness(TermId left, TermId right) const
{
    if (left == right) return 1;
    double best = 0;
    for (const auto one : bases(left))
        for (const auto other : bases(right))
            best = std::max(best, WordNet::embedded().likeness(one, other));
    return best;
}

bool Meanings::are_opposite(TermId left, TermId right) const
{
    for (const auto one : bases(left))
        for (const auto other : bases(right))
            if (WordNet::embedded().are_opposite(one, other)) return true;
    return false;
}

bool Meanings::is_person(TermId term) const
{
    return WordNet::embedded().is_person(m_vocabulary.word(term));
}

} // namespace synthesize
