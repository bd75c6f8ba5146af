// Terms: what a calculation may be made of. A number of a sentence with its dimension, in base
// units, what is counted, what it is counted per, and which role its neighbours give it.
//
// A relation is proposed by type and unit, so a term knows its exponents: metres times metres are
// square metres, watt hours by watts are hours, dollars a month times months are dollars.
#pragma once

#include "reading/unit_expression.hpp"

#include <list>
#include <span>
#include <string>
#include <vector>

namespace reading {

// What the words beside a number make of it. Several may be set.
enum class Role : unsigned {
    total = 1U << 0,    // "36 in all", "a total of 36"
    rest = 1U << 1,     // "36 left", "the remaining 36"
    result = 1U << 2,   // "which makes 36", "so 36"
    old = 1U << 3,      // "from 36", "36 last year"
    now = 1U << 4,      // "to 36", "now 36"
    whole = 1U << 5,    // "of 36", "out of 36"
    up = 1U << 6,       // "36 more", "up 36"
    down = 1U << 7,     // "36 fewer", "down 36"
    mean = 1U << 8,     // "36 on average"
    each = 1U << 9,     // "36 each"
    by = 1U << 10,      // "by 36": a distance between two values
    bracket = 1U << 11, // "(36"
    beside = 1U << 12,  // "36 with tax", "36 after fees"
    within = 1U << 13,  // "in 36 days", "over 36 days"
    states = 1U << 14   // "is 36", ": 36"
};

struct Term {
    const Quantity* quantity = nullptr; // of the last part
    QuantityKind kind = QuantityKind::cardinal;
    Rational value; // in base units
    Interval measured;
    Interval stated;
    Rational factor{1};         // base units in one printed unit
    Rational zero{0};           // what 0 of its unit is in base units; `value` leaves it out
    bool has_open_unit = false; // one name of several units: "gallon"
    Powers powers;
    std::string_view currency; // ISO code, or "cent"
    std::string noun;          // what is counted, as a stem; empty: a unit, or left out
    std::string per;           // the same of what it is counted per; "each" of "apiece"
    bool is_rate = false;      // per something, counted or measured
    bool is_attribute = false; // "14-page", "8-day"
    bool is_compound = false;  // "1 h 35 min"
    bool is_open = false;      // "over 36", "up to 36": a bound, no value
    bool is_usable = true;     // no label, year, range or doubt
    unsigned roles = 0;
    std::uint32_t begin = 0; // tokens, with currency and unit
    std::uint32_t end = 0;

    [[nodiscard]] bool has(Role role) const { return (roles & static_cast<unsigned>(role)) != 0; }
    // Stated as a result, or at least stated.
    [[nodiscard]] bool is_told() const { return has(Role::result) || has(Role::states); }
    [[nodiscard]] bool is_number() const { return kind == QuantityKind::cardinal; }
    // Neither a unit nor a noun.
    [[nodiscard]] bool is_bare() const { return is_count() && noun.empty() && per.empty(); }
    [[nodiscard]] bool is_count() const
    {
        return is_number() && powers.is_none() && currency.empty();
    }
};

// Value and intervals of a term whose quantity and factor are set.
void set_values(Term& term);

// In the order of the text.
std::vector<Term> terms_of(const Passage& passage);

// The terms of each sentence of a document. A sentence of more than 100 numbers has none, nor has
// what stands behind the first 20,000 of a text: in a list of data no words tell what belongs to
// what.
class SentenceTerms {
public:
    explicit SentenceTerms(const Document& document);

    [[nodiscard]] const std::vector<Term>& of(std::size_t sentence) const
    {
        return m_terms[sentence];
    }
    // How many terms the whole document has.
    [[nodiscard]] std::size_t count() const { return m_count; }
    // The terms of the sentence that the passage is; those of a part of one are read into `own`.
    [[nodiscard]] std::span<const Term> of(const Passage& passage, std::vector<Term>& own) const;

private:
    std::vector<std::vector<Term>> m_terms;
    std::size_t m_count = 0;
};

// A number whose unit or noun is left out ("28 days of leave; eleven were taken, four are booked")
// takes those of the others, when all of them are of one kind. Puts what it fills into `filled`,
// and in `terms` a pointer to it in the place of the other: terms of overlapping scopes are
// shared.
void share_elided(const Document& document, std::vector<const Term*>& terms,
                  std::list<Term>& filled);

// Same kind, dimension and currency, and no word between "three men" and "four dogs" that tells
// them apart: a noun left out goes with any.
bool are_same_kind(const Term& left, const Term& right);

// Two levels of one thing: of the same kind, or one with what it is per and one without ("84 euros
// a megawatt hour, from 63 euros").
bool are_same_level(const Term& left, const Term& right);

} // namespace reading
