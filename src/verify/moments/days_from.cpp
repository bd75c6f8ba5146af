// date.interval by structure: a number of days counted from a day that stands right behind it.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/slip.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_face.hpp"
#include "verify/moments/day_list.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

using std::chrono::days;
using std::chrono::sys_days;

// The sentence holds nothing else of a date: one length, the day it is counted from, and another.
void check_days_from(Judged& judged, std::size_t sentence)
{
    const auto& document = judged.document();
    const auto own = document.of_sentence[sentence];
    auto stretches = judged.times().stretches(sentence);
    std::erase_if(stretches, [](const Stretch& stretch) {
        return stretch.months == 0 && stretch.seconds < k_day;
    });
    if (stretches.size() != 1) return;
    const Stretch& stretch = stretches.front();
    const auto told = days_of(document, own.begin, own.end);
    if (told.size() != 2 || stretch.is_rough || stretch.is_rate || stretch.is_ended) return;
    if (document.tokens[stretch.begin].quoted || stretch.is_limit) return;
    // "45 days from", "six weeks after Monday,"
    const bool is_on = says(document, stretch.end, stretch.end + 1, {"from", "after", "following"});
    const bool is_back = says(document, stretch.end, stretch.end + 1, {"before"});
    if (!is_on && !is_back) return;
    const bool is_first = told[0].begin > stretch.end;
    const Day& base = is_first ? told[0] : told[1];
    const Day& stated = is_first ? told[1] : told[0];
    if (base.begin < stretch.end || base.begin - stretch.end > 4) return;
    // Both of one clause that says that the one is the other.
    const auto from = is_first ? base.end : stated.end;
    const auto to = is_first ? stated.begin : stretch.begin;
    if (to - std::min(from, to) > 9 ||
        says(document, from, to,
             reading::Cues{WordSet::joins | WordSet::semicolon, {"but", "from"}}))
        return;
    if (!says(document, from, to,
              reading::Cues{WordSet::yields | WordSet::copula | WordSet::comma | WordSet::be,
                            {"land", "lands", "landed", "get", "gets", "reach", "reaches", "falls",
                             "fell", "takes", "ends", "ended", "expires", "="}}))
        return;
    if (judged.knows(stated.begin, stated.end)) return;
    const long sign = is_on ? 1 : -1;
    const sys_days meant =
        reading::add_months(base.day, sign * stretch.months) + days{sign * stretch.seconds / k_day};
    const bool is_other =
        says(document, stretch.begin - std::min(stretch.begin, 2U), stretch.end + 1,
             reading::Cues{WordSet::working_day, {"clear", "full"}});
    const long far = std::abs((stated.day - meant).count());
    auto outcome =
        outcome_of(document, k_date_interval, "The date does not follow", stated, base, stretch);
    outcome.formula = base::concat(reading::iso_text(base.day), is_on ? " + " : " - ",
                                   quote_of(document, outcome.operands.back()));
    outcome.recomputed = reading::iso_text(meant);
    if (is_other) return;
    if (far <= 1)
        judged.pass(outcome);
    else if (is_day_slip(stated.day, meant, true))
        judged.error(outcome);
}

} // namespace verify::moments
