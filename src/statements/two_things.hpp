// Whether two statements that are much alike speak of two things, or deny each other.
#pragma once

#include "statements/disagreement.hpp"

namespace statements {

using Terms = std::vector<TermId>;

struct Both {
    const Source& left_source;
    const Statement& left;
    const Source& right_source;
    const Statement& right;
    const Meanings& meanings;
};

// Each has a name, a part or a kind of its own, they hold opposite words, one tells of more and the
// other of less, or one denies what the other says: never one claim.
bool speak_of_two_things(const Both& both);

// Each has a name that the other does not use.
bool name_two_things(const Both& both);

// No verb of either is said by the other, in its own words.
bool tell_other_deeds(const Both& both);

// Each tells most of what the other does, without circumstances, and nothing sets them apart but
// what they give as the value.
bool tell_one_thing(const Both& both);

// Each tells a good part of what the other does, without circumstances.
bool tell_mostly_one_thing(const Both& both);

// One denies what the other says, and the rest is the same but for circumstances ("after the
// audit").
std::optional<Disagreement> denial_between(const Both& both, const Vocabulary& vocabulary);

} // namespace statements
