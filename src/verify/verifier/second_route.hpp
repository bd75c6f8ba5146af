// How the verifier answers the skeptic: it derives what was found once more, by another route.
//
// The first route reads numbers with our own scanner and computes with exact rationals. The second
// reads the quotes with ICU's number parser and computes in binary floating point; weekdays come
// from ICU's calendar. What both agree on is confirmed. A finding that a reader's rounding, or
// another number of the same sentence, explains is disputed under that reading. Where no second
// route exists the verifier says nothing.
#pragma once

#include "verify/critic.hpp"

namespace verify::verifier {

std::vector<Response> answer(const Document& document, const Review& earlier, Review& own);

} // namespace verify::verifier
