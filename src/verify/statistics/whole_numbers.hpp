// What counting whole things leaves possible.
#pragma once

#include "reading/lexicon/lexicon.hpp"
#include "reading/passage.hpp"
#include "verify/law/critic.hpp"

#include <gmpxx.h>

namespace verify::statistics {

// Answers of this kind are whole numbers.
inline constexpr std::string_view k_whole[] = {
    "whole-number", "integer",  "integers", "likert", "rated", "rating",
    "ratings",      "scale",    "item",     "items",  "whole", "errors",
    "children",     "siblings", "correct",  "binary", "coded"};
// What is measured, not counted: a mean of these can be anything.
inline constexpr std::string_view k_continuous[] = {
    "seconds",  "second", "ms",       "milliseconds", "minutes", "hours",
    "years",    "age",    "aged",     "old",          "weight",  "height",
    "income",   "price",  "cost",     "temperature",  "dollars", "euros",
    "distance", "speed",  "reaction", "latency",      "time",    "duration",
    "kg",       "cm",     "visual",   "slider",       "percent", "composite-weighted"};

// Those whom a study counts; one of them is whole.
inline constexpr reading::Cues k_people{reading::WordSet::people | reading::WordSet::subject};

mpz_class floor_of(const Rational& value);

// How far a printed number may lie from what it was rounded of, either way of rounding a half.
Interval printed_interval(const Quantity& quantity);

// Whether some whole number divided by `count` lies in the interval.
bool has_whole_sum(const Interval& mean, const Rational& count);

// grim.percent: "37.3% of the 28 participants" is the share of a whole number of people.
void check_percentages_of_people(const Passage& sentence, Review& review);

// The same of any small whole, told in the sentence or in the ones right before it.
void check_shares_of_few(const Document& document, std::size_t sentence, Review& review);

} // namespace verify::statistics
