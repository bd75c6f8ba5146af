// time.duration: two clock times that one sentence joins to a span, and the length it tells for it.
// The sentence tells no other time, and the length is of the size of the span: what else could it
// be? So any miss counts, not a slip alone.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

namespace {

class ClockSpan : ClockSearch {
public:
    using ClockSearch::ClockSearch;

    void run()
    {
        const Section own = part(m_sentence);
        if (own.clocks.size() != 2 || own.stretches.size() != 1) return;
        const Clock& first = own.clocks.front();
        const Clock& last = own.clocks.back();
        const Stretch& stated = own.stretches.front();
        // "Over by 15:00" tells when it was over.
        const bool is_rough =
            first.is_rough || (last.is_rough && m_doc.word(last.begin - 1) != "by");
        if (first.has_seconds || last.has_seconds || is_rough) return;
        if (stated.is_rate || stated.is_shift || stated.is_ended || stated.is_limit ||
            stated.is_rough || stated.is_break || is_cut() || is_between_zones(own))
            return;
        if ((is_joined(first, last) || is_begun_and_ended(first, last)) &&
            is_of_both(first, last, stated) && !m_judged.knows(stated.begin, stated.end))
            weigh(first, last, stated);
    }

private:
    // Pauses, delays and several days: the length is not of the span alone.
    [[nodiscard]] bool is_cut() const
    {
        return says(m_doc, m_own.begin, m_own.end,
                    {"break",   "breaks", "lunch",   "pause", "pauses", "minus",     "plus",
                     "each",    "per",    "weekly",  "days",  "week",   "late",      "delay",
                     "delayed", "except", "average", "stop",  "stops",  "excluding", "overnight"});
    }

    // "from 9:15 to 11:45", "9:15-11:45"
    [[nodiscard]] bool is_joined(const Clock& first, const Clock& last) const
    {
        return last.begin - first.end <= 2 &&
               says(m_doc, first.end, last.begin,
                    reading::Cues{WordSet::dash | WordSet::until, {"to", "and"}}) &&
               (m_doc.word(last.begin - 1) != "and" ||
                says(m_doc, before(first.begin, 1), first.begin, {"between", "from"}));
    }

    // "starts at 9:15 and ends at 11:45"
    [[nodiscard]] bool is_begun_and_ended(const Clock& first, const Clock& last) const
    {
        return says(m_doc, m_own.begin, first.begin,
                    reading::Cues{WordSet::began | WordSet::departs,
                                  {"dep", "lost", "out", "off"}}) &&
               says(m_doc, first.end, last.begin,
                    reading::Cues{WordSet::ended | WordSet::arrives, {"arr", "restored", "down"}});
    }

    // Not a part of the span nor something beside it.
    [[nodiscard]] bool is_of_both(const Clock& first, const Clock& last,
                                  const Stretch& stated) const
    {
        if (stated.begin > first.begin && stated.begin < last.begin) return false;
        if (says(m_doc, stated.end, std::min(stated.end + 1, m_own.end),
                 reading::Cues{WordSet::before | WordSet::after, {"early", "of"}}))
            return false;
        // "an hour and a bit"
        if (m_doc.word(stated.end) == "and" &&
            says(m_doc, stated.end + 1, stated.end + 2, {"a", "some", "three", "change"}))
            return false;
        const auto lead = m_doc.word(stated.begin - 1);
        // "... and came back at 06:55, after 45 minutes"
        if (lead == "after")
            return m_doc.word(stated.begin - 2) == "," && stated.begin > last.end &&
                   stated.begin - last.end <= 6;
        return !reading::is_in(reading::Cues{WordSet::in_order, {"every", "first", "within", "in"}},
                               lead);
    }

    void weigh(const Clock& first, const Clock& last, const Stretch& stated)
    {
        // "9 to 5 pm" tells the half of the day for one end only.
        const bool is_open = first.is_open || last.is_open;
        const long slack = stated.finest > k_minute ? stated.finest / 2 - k_minute / 4 : 0;
        const long plain = on_clock(last.second - first.second);
        auto outcome = outcome_of(m_doc, k_time_duration, "The duration is not as stated", stated,
                                  first, last);
        outcome.formula = base::concat("From ", reading::clock_text(first.second), " to ",
                                       reading::clock_text(last.second));
        outcome.recomputed = length_text(plain);
        outcome.certainty = Certainty::exact;
        std::vector<long> meant{plain};
        if (is_open) meant.push_back(on_clock(plain + k_day / 2));
        bool is_fair = false;
        bool is_near = false;
        for (const long length : meant) {
            is_fair = is_fair || std::abs(length - stated.seconds) <= slack;
            is_near = is_near || (stated.seconds * 2 >= length && stated.seconds <= length * 2);
        }
        if (is_fair)
            m_judged.pass(outcome);
        else if (is_near)
            m_judged.error(outcome);
    }
};

} // namespace

void check_clock_spans(Judged& judged, std::size_t sentence, const Section& wide)
{
    ClockSpan{judged, sentence, wide}.run();
}

} // namespace verify::moments
