// What else the total of a list may be the sum of, where its lines alone do not give it.
#pragma once

#include "verify/relations/relation.hpp"

#include <vector>

namespace verify::relations {

// Lines of a list and their sum, each with the sign that its label tells.
struct ListSum {
    Rational value;
    Rational slack; // half of the last place of each rounded line
    std::vector<const Term*> parts;
    std::vector<Rational> values; // of the parts, below zero where the label takes them off
};

// A total or a part is the end of "1 950,00" with a plain space, which may be one number.
bool has_groups(const Document& document, const Term& stated, const ListSum& sum);

// "The meal was 80.00. Tax: 4.00. Tip: 12.00. Total: 96.00": with one number of the text before the
// list, or with all of them.
bool goes_on_from(const Passage& before, const Term& stated, const ListSum& sum);

// "Subtotal 1,500. Descuento 150. Total 1,350": some lines behind the first are taken off, though
// no word that is known says so. False for more than eight lines.
bool has_deductions(const Term& stated, const ListSum& sum);

} // namespace verify::relations
