// Words that exclude each other: of one thing at one time only one of them holds. What is approved
// is not rejected.
#pragma once

#include "reading/passage.hpp"

#include <optional>

namespace reading {

// How the sides of an axis may follow each other.
enum class Course {
    settled, // one of them is what came of it: a plan is approved or rejected
    gradual, // each may be so of another period: prices rise and fall
    turning, // both may be so of one day: a door is opened and closed
};

// Only one side of an axis holds; words of one side mean the same.
struct Outcome {
    unsigned axis = 0;
    unsigned side = 0;
    std::uint32_t words = 1; // tokens: "called off" has two
    Course course = Course::settled;
};

// What begins at the token, in whichever form and wherever it stands; nullopt for most words. A
// colour or a degree is one only in a sentence of a level, an alert or a status.
std::optional<Outcome> outcome_at(const Passage& sentence, std::uint32_t token);

// Whether what one of the words says of a thing excludes what the other says: sides of one axis,
// antonyms, a word and the same with "un" or "non".
bool exclude_each_other(std::string_view one, std::string_view other);

// Whether the word at the token is said of the subject: a finite verb, or behind a form of "to be".
// "The open door" says nothing of the sort.
bool is_predicate(const Passage& sentence, std::uint32_t token);

} // namespace reading
