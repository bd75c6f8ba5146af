// The nightly look at the basket itself: which of its entries fail, and since when.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "cli/verbs.hpp"
#include "forensics/basket_health.hpp"

#include <string>
#include <vector>

namespace cli {

struct BasketNight {
    std::vector<forensics::Sighting> sightings; // of all entries, in order
    std::vector<forensics::EntryHealth> entries;
    std::vector<forensics::HealthNews> news;
    std::string problem;      // of the file as it was; "" when there was none
    bool was_counted = false; // else nothing could be said of any entry
};

// Counts what `artifact_view`, a scan of all of `whole`, says of its entries into the file that
// `whole` names in health_json, which it must; replaced at once, mode 0644. A file that is not ours
// counts as empty. A night without a verdict leaves it as it is. Throws Fault when it cannot be
// written.
BasketNight count_basket_night(const forensics::Basket& whole, const json_t* artifact_view,
                               forensics::Day today);

// The artifact of all of the basket at `path`, by the assay-scan beside this program. The error is
// one sentence. Throws Fault when there is no such program.
base::Result<base::json::Ref, std::string> test_basket(const std::string& path);

// unreachable: nothing was counted; doubtful: an entry is retired, suspect or should be retired.
Exit exit_of_night(const BasketNight& night);

// A line for each entry, safe on a terminal; and the same as JSON.
std::string night_table(const BasketNight& night);
std::string night_json(const BasketNight& night);
// What an operator should know of it, a line for each.
std::vector<std::string> night_news(const BasketNight& night);

} // namespace cli
