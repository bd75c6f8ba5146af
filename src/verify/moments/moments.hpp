// The family: clock times, dates and lengths of time that follow from each other in a few
// sentences.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::moments {

// time.duration: a clock time that follows from another and a length, the length between two, the
// lines of a timeline, one length told in two units, lengths that make another. date.interval,
// date.age, date.anniversary, date.weekday: the same of dates and years. Says nothing of a place
// that an earlier check of the review has judged.
void check_moments(const Document& document, Review& review);

// One sentence: a date and its weekday, and dates that no calendar has.
void check_weekdays(const Passage& sentence, Review& review);
void check_calendar(const Passage& sentence, Review& review);

} // namespace verify::moments
