// Relations that a model points at and that hold: two answers alike confirm one.
//
// Of formulas drawn at random 4 to 7 of 100 fit, and a model may make one up. That a second answer,
// about the text turned round, comes by the same figures to what the text states is rare chance.
#pragma once

#include "verify/model/derive.hpp"

#include <span>

namespace verify::model {

// A relation as both answers state it.
struct Held {
    Pointed pointed;
    Pass pass; // marks the figures alone, not the words of the quotes
};

// Those of `first` that `second` states, too: the same place by the same operands. Left out is what
// may fit by chance: one operand in the unit of what is stated, a value that stands among the
// operands, and a comparison, of which every second one holds.
std::vector<Held> held_twice(const Quotes& quotes, std::span<const Pointed> first,
                             std::span<const Pointed> second);

} // namespace verify::model
