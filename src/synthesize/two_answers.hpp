// Whether two answers to one question are opposed.
#pragma once

#include "synthesize/answer_values.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

// What a statement gives as the answer.
struct Given {
    std::size_t statement = 0;
    AnswerValue value;
    bool says_yes = false; // to a question of yes and no
};

// Of a statement that answers `part`: a value, or a stance where yes or no is asked. nullopt:
// neither stands out.
std::optional<Given> given_in(const Study& study, const Part& part, std::size_t statement,
                              const Meanings& meanings);

// nullopt where both can be right: the values meet, something else tells the two apart (another
// part, period, year, place or person, a plan beside what came of it), or the sources are of one
// house and nothing has changed between their days.
std::optional<Disagreement> disagreement_of(const Study& study, const Part& part,
                                            const Given& first, const Given& second,
                                            const Meanings& meanings);

// Whether both give one value, and nothing else tells them apart as above.
bool is_one_answer(const Study& study, const Part& part, const Given& first, const Given& second,
                   const Meanings& meanings);

} // namespace synthesize
