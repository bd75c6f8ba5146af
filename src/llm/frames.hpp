// What an analysis without sockets and the courier that has one say to each other over a socket
// pair: a question a line, an answer a line, JSON each. One question is under way at a time.
#pragma once

#include "llm/model.hpp"

namespace llm {

// Longer lines end the conversation. An answer's body may be spelt six bytes for one.
inline constexpr std::size_t k_max_frame = std::size_t{8} << 20U;

// {"n", "task", "instructions", "material", "schema"} and {"n", "body"} or {"n", "silence"}, with a
// line feed behind. `number` counts from 1; an answer repeats its question's.
std::string question_frame(int number, const Question& question);
std::string answer_frame(int number, const base::Result<std::string, Silence>& answer);

struct NumberedQuestion {
    int number = 0;
    Question question;
};
struct NumberedAnswer {
    int number = 0;
    base::Result<std::string, Silence> answer;
};
// They take a line without its line feed; nullopt for anything else.
std::optional<NumberedQuestion> parse_question(std::string_view line);
std::optional<NumberedAnswer> parse_answer(std::string_view line);

} // namespace llm
