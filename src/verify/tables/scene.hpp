// What free prose beside a table is read with.
#pragma once

#include "verify/tables/naming.hpp"
#include "verify/tables/question.hpp"

namespace verify::tables {

struct Scene {
    const Document& document;
    const Axes& axes;
    const Statement& statement;
    // The statement of the sentence before, for "its"; nullptr when it stands in another block.
    const Statement* before = nullptr;
};

// Numbers that follow from cells: the distance of two, the sum or the mean of a column, of a kind
// of rows, of some rows of a whole.
void check_derived(const Scene& scene, Review& review);

} // namespace verify::tables
