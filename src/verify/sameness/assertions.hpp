// What a text says of a thing: subject, attribute, value.
//
// Frames of English grammar, not of topics: "the A of S is V", "S's A is V", "S has V Ns", "S was
// founded in V", "S costs V", "S is V metres tall". A sentence that fits none asserts nothing here.
#pragma once

#include "reading/passage.hpp"
#include "reading/stem.hpp"
#include "verify/law/words.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace verify::sameness {

struct Assertion {
    std::string subject;   // stems of its content words, sorted: "arden bridg"
    std::string attribute; // a stem, "employe"; or a group of verbs, "founded"
    std::size_t sentence = 0;
    const Quantity* quantity = nullptr; // of a number
    std::string name;                   // of a value that is a name, in lower case
    std::uint32_t begin = 0;            // tokens of the value
    std::uint32_t end = 0;
    // What else narrows it: years, names and the tense. Two assertions are about the same only
    // when these are equal.
    std::set<std::string> scope;
};

// In the order of the text. Questions, conditions, plans, comparisons, changes and what is quoted
// assert nothing. "It" and "the company" stand for the last thing named, as long as only one thing
// of the text has a name.
std::vector<Assertion> read_assertions(const Document& document);

} // namespace verify::sameness
