// What the parts of fact.closed share: facts that are true whatever the text, and need no look-up.
#pragma once

#include "reading/passage.hpp"
#include "verify/law/critic.hpp"
#include "verify/wording/checks.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verify::wording {

using reading::TokenRange;

// A statement that a sentence makes of a closed fact.
struct ClosedFact {
    std::string_view relation;         // "capital"
    std::string subject;               // "australia"
    std::vector<std::string> expected; // all that holds, as it is shown
    std::string_view data;             // what says so, with its version
    TokenRange stated{};               // tokens of the value
    TokenRange about{};                // and of the subject
    bool holds = false;
};

// Whether the sentence states what it holds: questions, suppositions, what is denied or told as
// a person's opinion state nothing.
bool states_facts(const Passage& sentence);

// A pass, or a finding that names what holds.
void tell(const Passage& sentence, ClosedFact fact, Review& review);

// What may stand behind a statement that is whole: nothing, a sign, a clause that begins.
bool is_whole_at(const Passage& sentence, std::uint32_t end);
// Whether a clause may begin with the token.
bool begins_clause(const Passage& sentence, std::uint32_t at);

// Checks facts of numbers: parts of units, days of months, angles and sides.
void check_closed_numbers(const Passage& sentence, Review& review);

} // namespace verify::wording
