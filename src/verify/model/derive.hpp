// A model says how figures follow from each other, and code computes it.
//
// The model is not asked what is wrong. It gives a formula over exact quotes for what the text
// states, right or wrong; code computes it. What fits is a relation, what misfits a suspicion: of
// formulas drawn at random nearly all misfit, and a misfit by itself shows nothing.
#pragma once

#include "verify/equations/quoted_formula.hpp"
#include "verify/model/sheet.hpp"

namespace verify::model {

// A formula for what stands at a place, computed.
struct Pointed {
    Place stated;
    std::string formula;
    equations::Computed computed;
    std::vector<Place> operands; // in the order of the formula
    bool fits = false;           // the text states what it gives
};

// What became of what answers pointed at.
struct Tally {
    int shown = 0; // sentences, of `askable` ones
    int askable = 0;
    int pointed = 0;
    int bad_quote = 0;
    int not_computable = 0;
    int held = 0; // the text states what the formula gives
    int far = 0;  // its operands do not stand near
    int told_already = 0;
    int not_meant = 0;   // said of others, or supposed
    int unconfirmed = 0; // the gap was filled with something else
    int explained = 0;   // under a fair reading the author is right
    int guessed = 0;     // dropped with the rest of a text in which less than half stood
    int kept = 0;
};

base::json::Ref derive_schema();

struct Derived {
    std::vector<Pointed> pointed; // of the text
    std::size_t controls_right = 0;
};
// nullopt: not what the schema says. What cannot be found or computed is counted in `tally`.
std::optional<Derived> read_derived(const json_t* answer_view, const Quotes& quotes,
                                    const Sheet& sheet, Tally& tally);

// The formula for the place; each operand is the occurrence of its quote nearest to it. nullopt: it
// cannot be computed, or its value cannot be what stands there.
std::optional<Pointed> compute_for(const Quotes& quotes, const Place& stated,
                                   std::string_view formula);

} // namespace verify::model
