// What a text claims that its numbers have to do with each other, as a value.
//
// A relation is proposed by the dimensions of the terms and by what the words beside them make of
// them. It is decided in exact rationals: it holds when the stated interval meets the computed one
// under any fair reading. When none holds, the words decide whether that is an error: a strong cue
// lets any near miss count, a weaker one only what looks like a slip of the computed number.
#pragma once

#include "reading/terms.hpp"
#include "verify/law/critic.hpp"
#include "verify/law/slip.hpp"

#include <string>
#include <vector>

namespace verify::relations {

using reading::Role;
using reading::Term;
using Terms = std::vector<const Term*>;

enum class Cue { none, weak, medium, strong };

// Numbers of a sentence and of those right before it.
struct Scope {
    const Document* document = nullptr;
    std::vector<const Term*> terms; // in the order of the text, what is left out filled in
    std::list<Term> filled;         // those of them that took it from the others
    std::size_t own = 0;            // the first of the last sentence
    std::size_t reach = 0;          // sentences before it
    std::uint32_t begin = 0;        // tokens
    std::uint32_t end = 0;
    // Whether the last sentence stands alone, or its first word points to those before it.
    bool is_joined = true;
};

struct Relation {
    CheckRef check;
    std::string_view title;
    const Term* stated = nullptr;
    std::vector<const Term*> operands{};
    std::vector<Mark> places{}; // of operands that are not terms: dates, clock times
    Interval computed{};        // in base units, of the reading that a reader takes first
    Rational exact{};           // the same without rounding
    std::string formula{};
    std::string_view reading = "plain";
    bool holds = false;
    Cue cue = Cue::none;
    unsigned tries = 1; // how many assignments were looked at
    // By how much rarer than one number a whole list is near the computed value by chance.
    double rarity = 1;
    // Every number of its kind in the scope takes part.
    bool is_complete = false;
    // The words leave no other reading: every miss counts.
    bool is_plain = false;
    // Only what looks like a slip of the computed number counts, however strong the cue.
    bool needs_slip = false;
    Severity severity = Severity::major; // of a miss

    // What the operands give. It holds where that meets what is stated.
    void gives(const Rational& exactly, const Interval& within, std::string by);
};

Relation related(CheckRef check, std::string_view title, const Term& stated,
                 std::vector<const Term*> operands);

// At most one of each, for the stated term; empty when its type proposes nothing.
using Proposals = std::vector<Relation>;

// The total of a list that stands right before or behind it.
void propose_totals(const Scope& scope, const Term& stated, Proposals& out);
// The whole of parts, the rest of a whole.
void propose_amounts(const Scope& scope, const Term& stated, Proposals& out);
// What an opening amount becomes by what comes in and what goes out.
void propose_flow(const Scope& scope, const Term& stated, Proposals& out);
// How far two values lie apart.
void propose_distance(const Scope& scope, const Term& stated, Proposals& out);
// Percentages: changes, points, shares; and multiples.
void propose_ratios(const Scope& scope, const Term& stated, Proposals& out);
// Products and quotients by the algebra of units, and means.
void propose_products(const Scope& scope, const Term& stated, Proposals& out);
// The same where only the numbers say so: "eight rows of fourteen".
void propose_groups(const Scope& scope, const Term& stated, Proposals& out);

// What a rate a year makes of an amount, at once and step by step.
void propose_growth(const Scope& scope, const Term& stated, Proposals& out);
void propose_step(const Scope& scope, const Term& stated, Proposals& out);
// What several changes in percent, one after the other, make of an amount.
void propose_changes(const Scope& scope, const Term& stated, Proposals& out);
// One measure in two units of one sentence.
void propose_conversions(const Scope& scope, const Term& stated, Proposals& out);
// A percentage behind the part in words that it restates.
void propose_restated(const Scope& scope, const Term& stated, Proposals& out);
// A rate behind the same one for another time: "$12 a month, so $144 a year".
void propose_restated_rate(const Scope& scope, const Term& stated, Proposals& out);

// Whether a relation that does not hold is an error beyond doubt.
bool is_error(const Relation& relation);

// Adds what the relation says: a Pass, or a Finding.
void conclude(const Document& document, const Relation& relation, Review& review);

// Whether the sentence says that what it lists is not, or may not be, all.
bool says_partial(const Scope& scope);

// Behind the operand of a formula that says the same in another unit.
inline constexpr std::string_view k_other_unit = " in the other unit";

// "1250 + 1410", in the units they are printed in.
std::string printed(const Term& term);
std::string joined(const std::vector<const Term*>& terms, std::string_view sign);

} // namespace verify::relations
