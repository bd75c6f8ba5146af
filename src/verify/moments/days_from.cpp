// date.interval by structure: a number of days counted from a day that stands right behind it, and
// days of work between two days.
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

// More days of work than the time between has, or fewer where no day off is left.
void check_work_days(Judged& judged, std::size_t sentence)
{
    constexpr std::size_t k_wide = 2;
    const auto& document = judged.document();
    const auto own = document.of_sentence[sentence];
    const Passage passage = Passage::sentence(document, sentence);
    for (const auto& stated : passage.quantities()) {
        const bool is_work =
            says(document, stated.number_end, stated.number_end + 1, WordSet::working_day) &&
            says(document, stated.number_end + 1, stated.number_end + 2, {"day", "days"});
        const bool is_plain = stated.kind == QuantityKind::cardinal && stated.place == 0 &&
                              !stated.in_range && !stated.plus && !stated.doubtful &&
                              stated.qualifier == reading::Qualifier::none;
        if (!is_work || !is_plain) continue;
        const auto scope = judged.section_of(sentence, k_wide, 0);
        auto told = days_of(document, scope.begin, own.end);
        if (told.size() != 2 || told[1].end > stated.begin || told[0].day >= told[1].day) return;
        // "from A to B": a span, not two days of other things
        const bool is_span = says(document, told[0].begin - std::min(told[0].begin, 4U),
                                  told[0].begin, {"from", "between"}) &&
                             told[1].begin - told[0].end <= 5 &&
                             says(document, told[0].end, told[1].begin,
                                  reading::Cues{WordSet::until, {"to", "and"}});
        const long whole = (told[1].day - told[0].day).count() + 1;
        if (!is_span || whole > 62) return;
        if (says(document, scope.begin, own.end,
                 {"saturday", "saturdays", "sundays", "six", "seven"}))
            return;
        long least = 0;
        long most = 0;
        for (auto day = told[0].day; day <= told[1].day; day += days{1}) {
            constexpr int k_sunday = 0;
            constexpr int k_saturday = 6;
            const int weekday = reading::weekday_of(day);
            if (weekday == k_sunday || weekday == k_saturday) continue;
            ++most;
            if (day != told[0].day && day != told[1].day) ++least;
        }
        const long value = reading::value_of(stated).get_num().get_si();
        const bool has_no_holiday = says(document, scope.begin, own.end, {"no", "without"}) &&
                                    says(document, scope.begin, own.end, {"holiday", "holidays"});
        const reading::TokenRange number{stated.number_begin, stated.number_end + 2};
        auto outcome =
            outcome_of(document, k_date_interval, "The number of working days does not match",
                       number, told[0], told[1]);
        outcome.formula =
            base::concat("From ", reading::iso_text(told[0].day), " to ",
                         reading::iso_text(told[1].day), ", Saturdays and Sundays off,");
        outcome.recomputed = base::concat(std::to_string(most), " working days");
        if (judged.knows(stated.begin, stated.end)) return;
        if (value >= least && value <= most)
            judged.pass(outcome);
        else if ((value > most && value <= whole + 2) || (value < least && has_no_holiday))
            judged.error(outcome);
        return;
    }
}

} // namespace verify::moments
