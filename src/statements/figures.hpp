// The values that a sentence states: numbers in comparable units, and moments.
#pragma once

#include "reading/passage.hpp"
#include "reading/stem.hpp"
#include "statements/statement.hpp"

namespace statements {

// At most 40; ends of a range are one figure. Years, labels and doubtful numbers are not figures.
// `nouns_have_capitals`: as in German, where "Zahlen 12 Orte" names no 12.
std::vector<Figure> read_figures(const reading::Passage& sentence, const reading::Stemmer& stemmer,
                                 bool nouns_have_capitals);

// Whether two numbers of one unit can be the same one, each as exact as it is printed: 5 km and 3.1
// miles, 12 % and 12.4 %, "about 30" and 31; not 9.3 and 9.4 billion.
bool may_be_one_value(const Figure& left, const Figure& right);

// Whether one speaks for the other. "More than 800" and 11,600 may both be right; they are two.
bool agree_in_value(const Figure& left, const Figure& right);

// Says of each what it is a number of, and whether of a part only.
void find_aspects(const reading::Passage& sentence, std::vector<Figure>& figures);

// The first token of a number, with the words that only say how exact it is: "at least 32".
std::uint32_t number_begin(const reading::Passage& sentence, const Figure& figure);

// Numbers that are part of a name: "2" of "the Tarp 2 drone". After the values of the statement.
std::vector<std::string> read_labels(const reading::Passage& sentence, const Statement& statement);

std::vector<Moment> read_moments(const reading::Passage& sentence);

} // namespace statements
