// A review with a model that points: derived, taken out and asked for again, defended.
//
// A misfit becomes a finding only if the gap in its place is filled with what the formula came to
// and no fair reading is found for the author: by level A one of two gaps confirms, by level B two
// of three. Without a bench record (OPERATORS.md) it is an opinion, which moves nothing.
#pragma once

#include "llm/interview.hpp"
#include "verify/model/derive.hpp"

#include <vector>

namespace verify::model {

// What a model has said of a sentence.
enum class Seen {
    unread, // it was not shown twice, or an answer about it was dropped
    read,   // shown in two questions that passed their tests, and no objection is left
    objected,
};

struct Consulted {
    // Findings, in the order of the text, and what two answers say and holds: by a record alone.
    Review found;
    std::vector<Seen> seen;        // parallel to the sentences
    std::vector<Finding> opinions; // what would be findings with a record; in the order of the text
    Tally tally;
};

// Behind the scope of a review without one.
inline constexpr std::string_view k_scope =
    " A language model said how figures of the text follow from each other; code computed it, and "
    "took each value that did not fit out of the text to ask for it again. A figure that two of "
    "its answers derive alike, and that fits, counts as computed. UNDISPUTED means that it was "
    "shown each claim twice and objected to none, not that the text is true: power says how many "
    "planted errors it found in the operator's bench, whose texts are short, and it is no defence "
    "against an author who writes for a model. What stands in opinions moves neither verdict nor "
    "score.";

// What became of what the model pointed at: the member `gate` of the engine's `llm`.
base::json::Ref gate_json(const Tally& tally);

// The checks of the critic that is the last of a review with a model.
std::span<const Check* const> pointed_checks();

// `told`: what the built-in critics found; `secrets`: what no model may see. `twice`: it is asked
// twice for two places that clash.
Consulted consult(const Document& document, const Review& told, const Review& secrets,
                  llm::Interview& interview, bool twice);

} // namespace verify::model
