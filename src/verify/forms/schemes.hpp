// How each kind of number with check digits is written, and its verdict.
#pragma once

#include "verify/forms/identifiers.hpp"

#include <optional>

namespace verify::forms {

struct Judged {
    Run run;
    Verdict verdict;
};

// The verdict about the run that begins at `at`; nullopt when none of the kind begins there. Right
// behind its label one of a wrong length is judged, too.
using Reader = std::optional<Judged> (*)(std::string_view text, std::size_t at, bool near_label);

struct SchemeRow {
    Scheme scheme;
    Reader read;
    // Its shape is its own: it may stand anywhere in the line of its label.
    bool is_shaped = false;
};

// nullptr for a scheme without check digits.
const SchemeRow* find_scheme(Scheme scheme);

} // namespace verify::forms
