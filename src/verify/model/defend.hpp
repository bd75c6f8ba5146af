// The last question: whether the author is right under a fair reading.
#pragma once

#include "verify/model/sheet.hpp"

namespace verify::model {

struct Objection {
    std::vector<std::size_t> sentences; // of the document, in the order of the text
    std::string text;
};

// Objections in one question, and two of ours to sentences that are right.
struct DefendSheet {
    std::string material;
    std::vector<std::optional<std::size_t>> items; // index of the objection; nullopt: ours
};

inline constexpr std::size_t k_most_objections = 12;
inline constexpr std::size_t k_ours_defended = 2;

// `backwards`: the sentences of each stand in the other order.
DefendSheet make_defend_sheet(const Quotes& quotes, std::span<const Objection> objections,
                              bool backwards, llm::Chance& chance);

base::json::Ref defend_schema();

struct Defence {
    std::vector<bool> denied;   // parallel to the objections: no fair reading was found
    std::size_t ours_right = 0; // of two
};
// nullopt: not what the schema says, or an item is left out or told twice.
std::optional<Defence> read_defence(const json_t* answer_view, const DefendSheet& sheet);

} // namespace verify::model
