// What the code makes of a calculation that a model points at.
//
// The model says which number follows from which ones, and how. Whether it does is decided by the
// numbers as they are printed, in exact rationals, and whether a miss is an error by the same rules
// as everywhere (verify::relations). A model that points at everything gets no more than the code
// would find by looking everywhere: the chance that numbers which have nothing to do with each
// other look like a slip is counted over all choices that it had.
#pragma once

#include "verify/model/pointers.hpp"

namespace verify::model {

enum class Ruling {
    wrong,     // an error beyond doubt
    holds,     // right under a fair reading
    missed,    // no fair reading gives the stated number, if it is meant as the model says
    undecided, // not what such numbers can be of each other, or told already
};

struct Ruled {
    Ruling ruling = Ruling::undecided;
    std::optional<Finding> finding; // of `wrong` and `missed`
};

// `told`, `found`: what is found and what held so far; of its numbers nothing is said again.
Ruled rule(const Document& document, const Pointer& pointer, const Review& told,
           const Review& found);

} // namespace verify::model
