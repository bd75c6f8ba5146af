// What a statement gives as the answer: the number, the day, the name.
#pragma once

#include "synthesize/question.hpp"
#include "synthesize/study.hpp"
#include "synthesize/words.hpp"

#include <optional>

namespace synthesize {

struct AnswerValue {
    Run words;
    const Figure* figure = nullptr; // one of the two, or a name
    const Moment* moment = nullptr;
    std::vector<std::string> name; // its words in lower case
};

// Of a statement that answers `part`; nullopt where none stands out. Views of the study.
std::optional<AnswerValue> value_in(const Study& study, const Part& part, std::size_t statement,
                                    const Meanings& meanings);

} // namespace synthesize
