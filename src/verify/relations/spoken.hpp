// A relation's formula as a person says it, with its operands as the text prints them.
#pragma once

#include "verify/relations/relation.hpp"

#include <string>

namespace verify::relations {

// "From $52.6 million to $58.4 million" of "(58.4 - 52.6) / 52.6", "The mean of 3 kg and 5 kg" of
// "(3 + 5) / 2", "10 km" of "10 in the other unit"; else the signs between the quotes.
std::string spoken(const Document& document, const Relation& relation);

// What the relation gives, with the unit of what is stated.
std::string spoken_value(const Document& document, const Term& stated, const Rational& meant);

// The term with its currency and unit, as it is printed.
std::string_view quoted(const Document& document, const Term& term);

} // namespace verify::relations
