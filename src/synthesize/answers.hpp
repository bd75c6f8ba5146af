// How well each statement answers each part of the question.
#pragma once

#include "synthesize/space.hpp"
#include "synthesize/study.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

class Answers {
public:
    // Of a study whose question and statements are read. Linear in the statements times the words
    // of the question.
    Answers(const Study& study, const Space& space, const Meanings& meanings);

    // 0 to 1: what the part is about stands in the statement or just before it, the kind of thing
    // that is asked stands in it, its names are the question's, and it is no old news.
    [[nodiscard]] double score(std::size_t part, std::size_t statement) const
    {
        return m_scores[part * m_statements + statement];
    }
    // Whether it answers the part at all, and is not only near it.
    [[nodiscard]] bool suffices(std::size_t part, std::size_t statement) const
    {
        return m_suffices[part * m_statements + statement];
    }

    [[nodiscard]] std::size_t parts() const
    {
        return m_statements == 0 ? 0 : m_scores.size() / m_statements;
    }

private:
    std::size_t m_statements;
    std::vector<double> m_scores;
    std::vector<bool> m_suffices;
};

// Where only some of the cluster of the best answer to a part answer it, these become another
// cluster behind the others: "it cost 42 million and is 318 metres long" stands for the cost beside
// the length, which it still supports.
void part_answers(const Study& study, const Answers& answers,
                  std::vector<std::vector<std::size_t>>& clusters);

} // namespace synthesize
