// Statements as vectors of terms: how alike two are, and how near each is to the question.
#pragma once

#include "synthesize/words.hpp"

#include <span>

namespace synthesize {

struct Weighted {
    TermId term = 0;
    double weight = 0;
};

// Two statements that share enough words to be about one thing.
struct Pair {
    std::size_t first = 0; // index of a statement; less than `second`
    std::size_t second = 0;
    double cosine = 0;
};

class Space {
public:
    // Vectors of length 1 with weights by how rare a term is among the statements, smoothed so that
    // in a handful of sentences the words that all of them share still count.
    Space(const std::vector<Statement>& statements, std::size_t terms,
          std::span<const TermId> query);

    [[nodiscard]] std::size_t size() const { return m_begin.size() - 1; }
    [[nodiscard]] std::size_t terms() const { return m_rarity.size(); }
    [[nodiscard]] std::span<const Weighted> of(std::size_t statement) const
    {
        return {m_weights.data() + m_begin[statement], m_weights.data() + m_begin[statement + 1]};
    }
    // How much a term tells: more the fewer statements use it, most when none does.
    [[nodiscard]] double rarity(TermId term) const { return m_rarity[term]; }
    // Whether more than a fifth of the statements use it, which are more than a few: then it is
    // what they are about, and says nothing of what they say.
    [[nodiscard]] bool is_common(TermId term) const { return m_is_common[term]; }
    [[nodiscard]] double cosine(std::size_t left, std::size_t right) const;
    // 0 to 1: the part of the question's weight that the statement's words cover, and how much of
    // the statement that is.
    [[nodiscard]] double to_query(std::size_t statement) const { return m_to_query[statement]; }

    // The pairs with a cosine of at least `least`, in order. A term proposes only the last 128
    // statements before one, so that the work grows with the text and not with its square.
    [[nodiscard]] std::vector<Pair> pairs(double least) const;

private:
    std::vector<double> m_rarity; // of each term
    std::vector<bool> m_is_common;
    std::vector<Weighted> m_weights;
    std::vector<std::size_t> m_begin;
    std::vector<double> m_to_query;
};

} // namespace synthesize
