// What counting whole things leaves possible.
#pragma once

#include "reading/lexicon/lexicon.hpp"
#include "reading/passage.hpp"
#include "verify/law/critic.hpp"

#include <gmpxx.h>

namespace verify::statistics {

// Those whom a study counts; one of them is whole.
inline constexpr reading::Cues k_people{reading::WordSet::people | reading::WordSet::subject};

mpz_class floor_of(const Rational& value);

// How far a printed number may lie from what it was rounded of, either way of rounding a half.
Interval printed_interval(const Quantity& quantity);

// Whether some whole number divided by `count` lies in the interval.
bool has_whole_sum(const Interval& mean, const Rational& count);

// grim.percent of any small whole, told in the sentence or in the ones right before it.
void check_shares_of_few(const Document& document, std::size_t sentence, Review& review);

} // namespace verify::statistics
