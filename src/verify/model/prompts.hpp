// What a model is told. A change of a text is a new edition of its task: records name it.
#pragma once

#include <string>
#include <string_view>

namespace verify::model {

struct Prompt {
    std::string_view task;
    std::string_view role; // who the model is to be, and what it looks for
    std::string_view form; // of the answer

    [[nodiscard]] std::string instructions() const;
};

// The skeptic points at what is wrong; the red team at what others pass over. One form of answer:
// pointing_schema().
extern const Prompt k_point;
extern const Prompt k_attack;
// The verifier answers questions of its own about single statements, without having seen what was
// said of them (chain of verification, arXiv 2309.11495); the red team looks for a reading under
// which the author is right. One form of answer: answering_schema().
extern const Prompt k_answer;
extern const Prompt k_defend;

} // namespace verify::model
