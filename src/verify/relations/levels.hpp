// The amounts that a percentage, a change or a multiple is told of.
#pragma once

#include "verify/relations/relation.hpp"

namespace verify::relations {

struct Pair {
    const Term* first = nullptr; // in the order of the text
    const Term* second = nullptr;
};

// Whether it may be a level that the stated number compares: usable, above 0, and no duration that
// something took.
bool is_level(const Term& term, const Term& stated);

// The only two of one kind in the scope; nullopt where there are more or fewer, or two such kinds.
std::optional<Pair> only_pair(const Scope& scope, const Term& stated, reading::QuantityKind kind);

// Whether two numbers are levels of one thing at two times, and nothing is open about them.
bool are_levels(const Pair& pair);

// The pair with the earlier value first, where the words tell which it is.
std::optional<Pair> in_time(const Pair& pair);

// Whether words behind a change that ends before `end` say that it is one of another time or thing:
// "9% in the last week alone", "a 15% increase in the north"; but not "15% on my laptop".
bool has_own_scope(const Document& document, std::uint32_t end);

// Whether the words of [begin, end) make a rate one of each year.
bool tells_yearly(const Document& document, std::uint32_t begin, std::uint32_t end);

// Whether no other number of the scope stands between the two.
bool are_next(const Scope& scope, const Term& left, const Term& right);

std::optional<Interval> quotient(const Term& left, const Term& right);
Interval scaled(const Interval& interval, const Rational& factor);

// A relation of all of its kind, not yet decided.
Relation started(CheckRef check, std::string_view title, const Term& stated, Terms operands);

// The earlier and the later value right before the stated number, or right behind it, that it is
// told of.
std::optional<Pair> frame_of(const Scope& scope, const Term& stated);

// Whether a percentage or a fraction is told as the change of a value.
bool tells_change(const Scope& scope, const Term& stated);
void propose_change(const Scope& scope, const Term& stated, Proposals& out);

// Percentages and fractions of a whole.
void propose_share(const Scope& scope, const Term& stated, Proposals& out);
void propose_fraction(const Scope& scope, const Term& stated, Proposals& out);
// The part that such a share is.
void propose_part(const Scope& scope, const Term& stated, Proposals& out);

} // namespace verify::relations
