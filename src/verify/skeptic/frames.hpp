// What several families ask about a quantity in its sentence.
#pragma once

#include "reading/labels.hpp"
#include "reading/passage.hpp"
#include "verify/words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::skeptic {

using reading::is_addend;
using reading::is_year;

// Introduced or followed by words that call it a total: "a total of 36", "36 in all".
bool is_total(const Passage& passage, const Quantity& quantity);

// The same with the name of what is totalled, or a looser word: "total assets of $5 million", "a
// death toll of 23", "a combined 36". Only for a stated value that is_near the recomputed one.
bool is_named_total(const Passage& passage, const Quantity& quantity);

// Same currency, and no unit or units of one dimension that convert exactly.
bool are_alike(const Quantity& left, const Quantity& right);

// The noun counted: "employees" of "120 new employees"; empty when there is none near.
std::string_view noun_of(const Passage& passage, const Quantity& quantity);
bool same_noun(std::string_view left, std::string_view right);

// The factor that turns a value in the unit of `from` into the unit of `to`; 1 without units.
Rational conversion(const Quantity& from, const Quantity& to);

// "1250 + 1410 + 1395"
std::string joined(const std::vector<const Quantity*>& operands, std::string_view sign);

// How much may stand between the items of one list.
enum class Joint {
    tight,
    // Also "rent came to $850, utilities to $210" and items that leave out the unit of their
    // neighbour. Only for a stated value that is_near the recomputed one.
    loose,
};

// Quantities right before `total` that stand in one list: joined by commas, "and", "plus", with few
// words between, alike and nothing else among them. In the order of the text; at most 40.
std::vector<const Quantity*> list_before(const Passage& passage, const Quantity& total,
                                         Joint joint = Joint::tight);
// The same for a list that begins right after `head`.
std::vector<const Quantity*> list_after(const Passage& passage, const Quantity& head);

// A closed list: its last items are joined by "and" or "plus", or there are three or more.
bool is_closed(const Passage& passage, const std::vector<const Quantity*>& items);

// "the sum of 4, 8 and 12 is 24": the list that begins with `first`, right after "of" and one of
// `heads`, and the number stated for it.
struct ListedResult {
    std::vector<const Quantity*> items;
    const Quantity* result = nullptr;
};
std::optional<ListedResult> listed_result(const Passage& passage, const Quantity& first,
                                          reading::Words heads);

} // namespace verify::skeptic
