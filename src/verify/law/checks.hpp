// The checks of all critics, a row each: what they are about, what a pass of one says, and how
// often one that raised a finding was right.
#pragma once

#include "verify/law/critic.hpp"

namespace verify {

// What it says when a check holds.
enum class Nature {
    relation,    // a figure, date or count follows from others in the text
    sameness,    // one value told twice fits itself: a date and its weekday, a measure in two units
    possibility, // the values can stand beside each other: it shows of none that it is right
    agreement,   // a source given with the text says the same: it shows of none that it is right
    support,     // a source given with the text has it at all
    form,        // it is well written, or exists: an address parses, a check digit fits
    note,        // wording: never more than a note
    safety,      // the text does no harm to who reads it
};

// Of findings, how many were right; both 0: not measured so.
struct Precision {
    int right = 0;
    int findings = 0;
};

struct Check {
    std::string_view id;
    Category category;
    Nature nature;
    // Of the kind of checks it belongs to: the sets are too small to part them further. In texts
    // with planted errors that the authors of the rules had not seen.
    Precision planted{};
    // In documents that were not written as tests: tests/accuracy/DOCUMENTS.md.
    Precision real{};
};

// What a finding of a check is worth, and from how many findings that is known.
struct Confidence {
    double value = 0; // 0 to 1, in hundredths
    int cases = 0;    // 0: not measured, and the value is 0.5
};

// Whether values were compared that follow from each other: relation and sameness.
bool is_relation(Nature nature);

// In the order of the documents.
std::span<const Check> all_checks();

// Throws std::logic_error for an id without a row.
const Check& check_named(std::string_view id);

// The probability that a finding is right: the lower end of the 95 % interval of Wilson, in
// hundredths, never rounded up. With fewer than 30 findings at most 0.5, and 0.5 with none.
double confidence_of(const Precision& precision);

// The lower of what planted errors and real documents say (decisions, 14). Of fewer than 30 real
// findings the share is taken by the rule of succession: one that was wrong does not make it 0.
Confidence confidence_of(const Check& check);

} // namespace verify
