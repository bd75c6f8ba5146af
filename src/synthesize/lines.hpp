// The lines of the sources: what is ranked, quoted and shown.
#pragma once

#include "synthesize/asked.hpp"
#include "synthesize/words.hpp"

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <vector>

namespace synthesize {

// In bytes: what is longer is a list or a text without full stops, and is cut at a blank.
inline constexpr std::uint32_t k_longest_line = 1'500;

// How often a line has words of the question, by their places in Asked::words; without others.
using AskedCounts = boost::container::flat_map<std::uint16_t, std::uint16_t>;

// A sentence, or a line of a text that has none.
struct Line {
    std::size_t source = 0;
    std::uint32_t begin = 0; // bytes of the source's text, whole code points, without blanks around
    std::uint32_t end = 0;
    std::uint32_t words = 0;
    AskedCounts asked;
    bool fits = false; // a thing of the asked kind stands in it
};

// The lines of a source in their order, without questions. A line ends behind ".", "!" or "?" with
// a blank and a capital, a letter of a script without capitals or a digit behind it, behind the
// signs that end sentences in other scripts, and where a line of the text ends. What speaks to the
// reader in a source with instructions is not a line. Linear in the text.
std::vector<Line> lines_of(const Source& source, std::size_t number, const Asked& asked);

// The words of the question that stand in a text.
AskedCounts asked_in(std::string_view text, const Asked& asked);

// The text of a line.
std::string_view text_of(const Source& source, const Line& line);

} // namespace synthesize
