// What a section of a brief holds, and how each of the eleven is filled.
#pragma once

#include "synthesize/study.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synthesize::brief {

inline constexpr std::size_t k_most_items = 20;

struct Item {
    std::string text;
    std::optional<std::size_t> claim;
    std::vector<std::size_t> cited;   // statements
    std::optional<double> confidence; // 0 to 1; of what no claim stands behind: none
};

// A section without items stays, with a note that says why.
struct Section {
    std::string_view id;
    std::string_view title;
    std::vector<Item> items;
    std::string_view note_when_empty;
};

// A claim in the words of its best source.
Item item_of(const Study& study, std::size_t claim);

// Claims that the artifact lists.
std::size_t listed_claims(const Study& study);

// All eleven, in the order of the page.
std::vector<Section> sections_of(const Study& study);

// The sections that need more than a choice of claims.
std::vector<Item> figures(const Study& study);
std::vector<Item> timeline(const Study& study);
std::vector<Item> actors(const Study& study);
std::vector<Item> disagreements(const Study& study);
std::vector<Item> source_assessment(const Study& study);

} // namespace synthesize::brief
