// What a section of a brief holds, and how each of the eight is filled.
#pragma once

#include "account/account.hpp"
#include "synthesize/artifact.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize::brief {

inline constexpr std::size_t k_most_cited = 5; // for one item

struct Item {
    std::string text;
    std::string date; // of what it tells; empty: none
    std::vector<Cited> cited;
};

// A section without items stays, with a note that says why.
struct Section {
    std::string_view id;
    std::string_view title;
    std::vector<Item> items;
    std::string_view note_when_empty;
};

// The statements that stand in a section already: none stands in two.
using Told = std::set<std::size_t>;

// All eight, in the order of the page. `account`: sentences that a model wrote, each of which goes
// into the section of its kind; nullptr: none.
std::vector<Section> sections_of(const Map& map, const account::Account* account = nullptr);

// Days and years of the lines with a word of the question, from the earliest on; a weekday is the
// last one up to the publication, of what is planned the next.
std::vector<Item> timeline(const Map& map, Told& told);
// What such lines announce for the time after the newest source, whole, by date.
std::vector<Item> watch(const Map& map, Told& told);
// "2024-05-04", "2024-05", "2024"; of a moment with a year.
std::string iso_text(const Moment& moment);
// "2024-06-04", or "undated".
std::string day_of(const Source& source);

} // namespace synthesize::brief
