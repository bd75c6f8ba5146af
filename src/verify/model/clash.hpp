// Two places of a text of which a model says that they cannot both be so.
#pragma once

#include "verify/model/sheet.hpp"

namespace verify::model {

// The later place is what a finding is about.
struct Clash {
    Place first;
    Place second;
    // Both hold a number, a date or a time of one kind: they are compared by value.
    bool is_of_values = false;
};

base::json::Ref clash_schema();

// nullopt: not what the schema says. What cannot be found is left out, and counted in `bad`; so are
// two figures that agree.
std::optional<std::vector<Clash>> read_clashes(const json_t* answer_view, const Quotes& quotes,
                                               const Sheet& sheet, int& bad);

} // namespace verify::model
