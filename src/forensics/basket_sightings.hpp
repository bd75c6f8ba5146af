// What one scan says of each entry of its basket: whether it has failed in a way that only its
// owner explains. Pure.
//
// An attacker on the path would have us retire what shows them. So nothing is held against an entry
// but what they gain nothing by, when the same check has found most others as they should be, and
// nothing in it looks like their work.
#pragma once

#include "forensics/basket/entries.hpp"

#include <jansson.h>

#include <string>
#include <string_view>
#include <vector>

namespace forensics {

enum class Seen {
    unseen,  // nothing can be said: not asked, no verdict, or it was not alone with its failure
    fine,    // as the basket has it
    failed,  // by its owner's doing: silent, expired, another body, no such name
    suspect, // as an attacker on the path would have it
};
std::string_view to_text(Seen seen);

struct Sighting {
    BasketEntry entry;
    Seen seen = Seen::unseen;
    std::string why{}; // the evidence's word; "" when there is nothing to say
};

// One for each of entries_of(whole), in that order. `artifact_view`: of a scan of all of `whole`,
// the fixed basket. Nothing has failed where the vantage was offline or the check has no verdict;
// where any entry of the check is suspect; nor unless those of at least two operators are fine, and
// of more than have a failure.
std::vector<Sighting> sightings_of(const Basket& whole, const json_t* artifact_view);

} // namespace forensics
