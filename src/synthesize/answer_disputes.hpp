// Disputes over the question itself: it names one thing, and two sources give it two values.
#pragma once

#include "synthesize/answers.hpp"
#include "synthesize/disagreement.hpp"

namespace synthesize {

// Between statements that answer one part of the question: numbers of what was asked, days, names
// of people and of places, and yes beside no. Only where nothing else tells the two apart: another
// part, year, place or person, a plan beside what came of it. Sources of one house dispute only
// what changes from day to day.
std::vector<Dispute> read_answer_disputes(const Study& study, const Answers& answers,
                                          const Meanings& meanings);

} // namespace synthesize
