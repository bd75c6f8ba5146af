// How near the terms of an order are in meaning, by WordNet.
#pragma once

#include "reading/wordnet/wordnet.hpp"
#include "statements/vocabulary.hpp"

#include <span>

namespace statements {

class Meanings {
public:
    // The meanings of a vocabulary that grows no more. `language` of most texts: WordNet is of
    // English, and of another one a term is like itself alone.
    Meanings(const Vocabulary& vocabulary, std::string_view language);

    // 1 for one term, .9 for one meaning, .5 for a verb and the one that says less; 0: not related.
    [[nodiscard]] double likeness(TermId left, TermId right) const;
    // The best of a term and those of `terms`, which are sorted.
    [[nodiscard]] double best(TermId term, std::span<const TermId> terms) const;
    [[nodiscard]] bool are_opposite(TermId left, TermId right) const;

    // A term that another one is related to.
    struct Near {
        TermId term = 0;
        float likeness = 0;
        bool is_opposite = false;
    };
    // All of them, by number.
    [[nodiscard]] std::span<const Near> near(TermId term) const
    {
        return {m_near.data() + m_begin[term], m_near.data() + m_begin[term + 1]};
    }

private:
    [[nodiscard]] const Near* find(TermId left, TermId right) const;

    std::vector<Near> m_near; // of each term those it is related to, by number
    std::vector<std::size_t> m_begin;
};

} // namespace statements
