// Arithmetic in LaTeX, which is how language models print it, as plain signs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace verify::equations {

// Bytes of the plain text that stand for several signs.
inline constexpr char k_over_open = '\x01';   // "/(" between the two parts of a fraction
inline constexpr char k_close_close = '\x02'; // "))" behind it

// The text with each command as the sign it stands for and blanks in the place of the rest, byte
// for byte as long: "\times" is "*     ". What is not arithmetic stays.
std::string without_latex(std::string_view text);

// How long a number is that `plain` holds and that begins as `text`: "1{,}250" is "1,250  ".
std::uint32_t printed_length(std::string_view text, std::string_view plain);

} // namespace verify::equations
