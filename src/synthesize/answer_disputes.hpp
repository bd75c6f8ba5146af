// Disputes over the question itself, which names one thing to which two sources give two values,
// and over numbers of one aspect (deaths, a price) of one event.
#pragma once

#include "synthesize/answers.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

// Between statements that answer one part of the question: numbers of what was asked, days, names
// of people and of places, and yes beside no. Only where nothing else tells the two apart: another
// part, year, place or person, a plan beside what came of it. Sources of one house dispute only
// what changes from day to day. A pair may stand twice.
std::vector<Dispute> read_answer_disputes(const Study& study, const Space& space,
                                          const Answers& answers, const Meanings& meanings);

} // namespace synthesize
