// What the pages for people are made of.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace documents {

// The text with & < > " ' as references.
std::string escaped(std::string_view text);

// Escaped, and what stands between backticks as <code>.
std::string with_code(std::string_view text);

// "verify" is "Verify".
std::string capitalized(std::string_view word);

// The template with each {{name}} replaced. Throws Fault for a name that is not in `values`.
std::string fill(std::string_view page,
                 std::span<const std::pair<std::string_view, std::string>> values);

} // namespace documents
