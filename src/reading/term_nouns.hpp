// Words behind a number: what is counted, and what is not.
#pragma once

#include <string>
#include <string_view>

namespace reading {

// "12 arrived", "12 and 14 average to 13": a verb counts nothing.
bool may_be_verb(std::string_view folded);

// "145 people work there": no noun follows a plural.
bool is_plural(std::string_view folded);

// One for "person" and "people".
std::string noun_stem(std::string_view folded);

} // namespace reading
