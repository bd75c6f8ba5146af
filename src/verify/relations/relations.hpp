// What the parts of the room look at: every sentence's numbers against each other and those right
// before them.
#pragma once

#include "reading/terms.hpp"
#include "verify/law/critic.hpp"
#include "verify/relations/checks.hpp"

namespace verify::relations {

// Shares by what others beside them are of.
void check_parallel_shares(const Document& document, Review& review);

// Shares that are told to be all of one whole, by 100: arith.partition.
void check_partitions(const Document& document, Review& review);

// Two values by the verb that tells how many times the later one is: arith.percent_change.
void check_multiplied(const Document& document, Review& review);

// Amounts by the parts that they are told to stand in: arith.ratio.
void check_proportions(const Document& document, Review& review);

// The same of measures given twice: unit.conversion.
void check_conversions(const Document& document, Review& review);

// The same of one number that is pointed at from outside: the words need not say that it follows
// from numbers before it. What is proposed, how far it reaches and what makes an error are the
// checks' own, so that nothing depends on who points. `term` is one of
// document.terms().of(sentence).
void check_pointed(const Document& document, std::size_t sentence, const reading::Term& term,
                   Review& review);

} // namespace verify::relations
