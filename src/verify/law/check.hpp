// What a check is: its row, which stands beside its code.
#pragma once

#include "base/enumerators.hpp"

#include <string_view>

namespace verify {

enum class Category { consistency, statistics, identifiers, sourcing, safety };
inline constexpr std::size_t k_categories = base::k_enumerators<Category>;

std::string_view name_of(Category category);

// What it says when a check holds.
enum class Nature {
    relation,    // a figure, date or count follows from others in the text
    sameness,    // one value told twice fits itself: a date and its weekday, a measure in two units
    possibility, // the values can stand beside each other: it shows of none that it is right
    agreement,   // a source given with the text says the same: it shows of none that it is right
    support,     // a source given with the text has it at all
    form,        // it is well written, or exists: an address parses, a check digit fits
    safety,      // the text does no harm to who reads it
};

// Whether values were compared that follow from each other: relation and sameness.
bool is_relation(Nature nature);

// As CHECKS.md, which is made of it, tells people.
struct Proof {
    std::string_view proves;
    std::string_view cannot;
};

// How many of the findings were right; both 0: not measured so.
struct Precision {
    int right = 0;
    int findings = 0;
};

// Its cases stand in tests/cases/ID.txt.
struct Check {
    std::string_view id; // "arith.sum"
    Category category;
    Nature nature;
    Proof proof{};
    // The precision of its kind of checks in texts with planted errors that the authors of the
    // rules had not seen.
    Precision planted{};
    // In documents that were not written as tests: tests/accuracy/DOCUMENTS.md.
    Precision real{};
};

// The check that says something. Made of its row alone, of which there is one.
class CheckRef {
public:
    constexpr CheckRef() = default; // nothing may be asked of it
    constexpr CheckRef(const Check& row) : m_row{&row} {}

    constexpr const Check* operator->() const { return m_row; }
    constexpr const Check& operator*() const { return *m_row; }
    [[nodiscard]] constexpr std::string_view id() const { return m_row->id; }
    friend constexpr bool operator==(CheckRef, CheckRef) = default;

private:
    const Check* m_row = nullptr;
};

// What a finding of a check is worth, and from how many findings that is known.
struct Confidence {
    double value = 0; // 0 to 1, in hundredths
    int cases = 0;    // 0: not measured, and the value is 0.5
};

// The probability that a finding is right: the lower end of the 95 % interval of Wilson, in
// hundredths, never rounded up. With fewer than 30 findings at most 0.5, and 0.5 with none.
double confidence_of(const Precision& precision);

// The lower of what planted errors and real documents say (decisions, 14). Of fewer than 30 real
// findings the share is taken by the rule of succession: one that was wrong does not make it 0.
Confidence confidence_of(const Check& check);

} // namespace verify
