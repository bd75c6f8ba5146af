// The values in the lines of the ballot: numbers, dates or names, as the question asks.
#pragma once

#include "synthesize/ballot.hpp"

#include <set>

namespace synthesize {

// The place of a value.
struct Standing {
    std::size_t line = 0;    // of Ballot::lines
    std::uint32_t begin = 0; // bytes of the source's text
    std::uint32_t end = 0;
    std::optional<std::size_t> statement; // in which it stands; nullopt: of a name
};

struct Value {
    std::string text;             // as it is first printed: "19 weeks"
    std::string key;              // which others of its series have that are the same
    std::vector<Standing> stands; // the newest source's first
    std::size_t groups = 0;       // independent sources among them
};

// The values of one unit or noun; of dates and names, all.
struct Series {
    std::string key;           // which values are of it
    std::string unit;          // "EUR", "%", "people", as its newest source has it; empty: none
    std::vector<Value> values; // the newest first
    std::set<std::size_t> sources;
};

inline constexpr std::size_t k_most_series = 12;
inline constexpr std::size_t k_most_values = 12;

struct Map;

// The values of the lines on the ballot that have a word of the question; where it asks for no kind
// of thing, the numbers of units that two sources use. The series of most sources first.
std::vector<Series> read_values(const Map& map);

// The statements that stand in a line, by their numbers.
std::vector<std::size_t> statements_in(const Map& map, const Line& line);

} // namespace synthesize
