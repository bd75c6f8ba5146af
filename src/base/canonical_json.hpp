// The one byte sequence of a JSON value: RFC 8785 (JCS). Hashes are made of these bytes.
#pragma once

#include "base/json.hpp"

#include <string>

namespace base {

enum class CanonicalRefusal {
    inexact_integer, // ECMAScript would print another one: send it as a string
    too_deep,        // nested over 200 levels
};

// Members sorted by UTF-16 code units, numbers as ECMAScript prints them, no white space.
// Non-finite numbers, lone surrogates and duplicate keys cannot be in a json_t that came from
// json::parse or from the json builders.
Result<std::string, CanonicalRefusal> canonical_json(const json_t* value);

// For values we made ourselves: a refusal is a bug and throws Fault.
std::string canonical_json_of_ours(const json_t* value);

// A finite number as ECMAScript's Number::toString(x, 10) prints it.
std::string ecmascript_number(double number);

} // namespace base
