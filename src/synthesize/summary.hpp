// What the summary says, and in which order: the answer first.
#pragma once

#include "synthesize/same_answers.hpp"

namespace synthesize {

// Moves the claims of the summary to the front and fills `answers`. For each part of the question
// the claim that answers it best, in the words that do, more so the more independent sources
// give that answer; behind a contested one its strongest
// opponent; then what ranks high and says something else, at most five in all. A claim that a later
// source has replaced and a second number of one kind stay out. Where the question asks for
// something and no sentence was recognized as an answer, the summary is empty.
void choose_summary(Study& study, const Space& space, const Answers& answers,
                    const SameAnswers& same_answers);

} // namespace synthesize
