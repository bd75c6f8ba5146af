// Questions about single statements, asked without what others have said of them.
#pragma once

#include "verify/model/pointers.hpp"

#include <vector>

namespace verify::model {

enum class Said { yes, no, unclear };

// Sentences of the text about which one thing is asked.
struct Item {
    Kind kind = Kind::contradiction;
    std::vector<std::size_t> sentences; // of the document, in the order in which they are shown
    std::string claim{};                // of a calculation: "30 as the sum of 12 and 15"
};

// Items as they are asked, with two of ours among them.
struct Paper {
    std::string material;
    std::vector<std::optional<std::size_t>> items; // index of the item asked about; nullopt: ours
    std::size_t must_be_no = 0;                    // of ours, by place
    std::size_t must_be_yes = 0;
};

inline constexpr std::size_t k_most_items = 12;

// `around`: so many sentences before and behind are shown with each.
Paper make_paper(const Document& document, std::span<const Item> items, std::size_t around,
                 std::span<const Mark> secrets, std::string_view nonce);

base::json::Ref answering_schema();

// For each item what was said; nullopt: not what the schema says, or an item is left out or told
// twice. `passed_canary`: ours were answered right.
struct Answers {
    std::vector<Said> said; // parallel to the items
    bool passed_canary = false;
};
std::optional<Answers> read_answers(const json_t* answer_view, const Paper& paper);

} // namespace verify::model
