// One thing told twice: do both sentences say the same of it?
#pragma once

#include "verify/law/critic.hpp"

namespace verify::sameness {

// See the head of each file.
void check_contradicting_values(const Document& document, Review& review);
void check_polarity(const Document& document, Review& review);
void check_denials(const Document& document, Review& review);

} // namespace verify::sameness
