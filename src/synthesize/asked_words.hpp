// Where a sentence says what a question asks for.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/question.hpp"
#include "synthesize/words.hpp"

#include <functional>

namespace synthesize {

// Of two terms, 0 to 1; 1: the same.
using Likeness = std::function<double(TermId, TermId)>;

class AskedWords {
public:
    // All must outlive it. `words`: of `source`.
    AskedWords(const Part& part, const Source& source, const reading::Passage& words,
               const Likeness& likeness)
        : m_part{part}, m_source{source}, m_words{words}, m_likeness{likeness}
    {
    }

    // Whether the token says what the question asks a person for: its verb or its office, where it
    // has one.
    [[nodiscard]] bool is_at(std::uint32_t token) const;
    // Whether such a token is at most so far from this one.
    [[nodiscard]] bool is_near(std::uint32_t token, std::uint32_t most) const;
    // Whether the question does not know the term.
    [[nodiscard]] bool is_new(TermId term) const;

private:
    const Part& m_part;
    const Source& m_source;
    const reading::Passage& m_words;
    const Likeness& m_likeness;
};

} // namespace synthesize
