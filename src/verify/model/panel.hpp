// Critics that ask a model: what it points at, and what the code makes of that.
//
// What can be computed becomes a finding by the rules of the built-in checks. What cannot is an
// opinion: it needs the word of every critic that is asked, moves neither verdict, score nor
// coverage, and softens nothing. No prose of a model is ever shown.
#pragma once

#include "llm/interview.hpp"
#include "verify/model/pointers.hpp"

#include <vector>

namespace verify::model {

struct Opinion {
    Kind kind = Kind::contradiction;
    Severity severity = Severity::minor; // major of a contradiction, which has two exact quotes
    std::vector<Mark> marks;             // what was quoted, found in the text
    std::optional<Finding> computed;     // of a calculation: what it comes to, if it is meant so
    // All that were asked: first who pointed at it, then those who agreed.
    std::vector<std::string_view> critics;
};

struct Consulted {
    Review found;                  // findings alone, in the order of the text
    std::vector<Opinion> opinions; // in the order of the text
    Tally tally;
};

// The checks that make the findings a model pointed at: its critic is the last of a review with a
// model.
std::span<const Check* const> pointed_checks();

// `told`: what the built-in critics found. `attacks`: the red team takes part.
Consulted consult(const Document& document, const Review& told, llm::Interview& interview,
                  bool attacks);

} // namespace verify::model
