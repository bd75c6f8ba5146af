// contradiction.value where one thing is told twice and its number was miscopied the second time:
// "the deposit is 1,250 ... once the 1,520 deposit has arrived".
//
// A number names its thing by the words near it. Two numbers of one unit whose words agree, the
// later one pointing back ("the", "those", "all"), are the same thing told again; when one looks
// like a slip of the other, and nothing in the text explains why they differ, one of them is wrong.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::sameness {

// `review` holds what has been judged: a number that a relation gives or refutes is no mention.
void check_mentions(const Document& document, Review& review);

} // namespace verify::sameness
