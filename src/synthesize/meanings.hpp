// How near the terms of an order are in meaning, by WordNet.
#pragma once

#include "reading/wordnet/wordnet.hpp"
#include "synthesize/vocabulary.hpp"

namespace synthesize {

class Meanings {
public:
    // Of a vocabulary that grows no more. `language` of most texts: WordNet is of English, and of
    // another one a term is like itself alone.
    Meanings(const Vocabulary& vocabulary, std::string_view language);

    // 1 for one term, .9 for one meaning, .5 for a verb and the one that says less; 0: not related.
    [[nodiscard]] double likeness(TermId left, TermId right) const;
    [[nodiscard]] bool are_opposite(TermId left, TermId right) const;
    [[nodiscard]] bool is_person(TermId term) const;

private:
    [[nodiscard]] std::span<const reading::WordNet::Id> bases(TermId term) const
    {
        return {m_bases.data() + m_begin[term], m_bases.data() + m_begin[term + 1]};
    }

    const Vocabulary& m_vocabulary;
    std::vector<reading::WordNet::Id> m_bases; // of all terms, one after the other
    std::vector<std::size_t> m_begin;
};

} // namespace synthesize
