// Which statements give one answer to a part of the question.
#pragma once

#include "synthesize/answers.hpp"

#include <map>
#include <set>

namespace synthesize {

// Two statements of independent sources that give one value for what is asked: the same number, day
// or name, where nothing else tells the two apart.
class SameAnswers {
public:
    // At most 100 statements of each part are compared, those that answer it best.
    SameAnswers(const Study& study, const Answers& answers, const Meanings& meanings);

    // `first` is less than `second`.
    [[nodiscard]] const std::set<std::pair<std::size_t, std::size_t>>& pairs() const
    {
        return m_pairs;
    }
    // How many independent groups of sources give the answer of the statement, its own among them.
    [[nodiscard]] std::size_t groups(std::size_t part, std::size_t statement) const;

private:
    std::set<std::pair<std::size_t, std::size_t>> m_pairs;
    // Of a part and a statement; those without a second are not in it.
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_groups;
};

} // namespace synthesize
