// time.duration: a clock time that follows from another and from lengths.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/slip.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

namespace {

class ClockAfter : ClockSearch {
public:
    using ClockSearch::ClockSearch;

    void run()
    {
        for (const auto& clock : m_wide.clocks)
            if (is_own(clock.begin)) clock_follows(clock);
    }

private:
    [[nodiscard]] Tie tie_of(const Clock& clock) const
    {
        if (says(m_doc, before(clock.begin, 7), clock.begin, {"later", "afterwards"}) ||
            says(m_doc, clock.end, std::min(clock.end + 2, m_own.end), {"later"}))
            return Tie::strong;
        if (concludes(m_doc, before(clock.begin, 16), clock.begin)) return Tie::strong;
        // "27 minutes behind time, at 12.15"
        for (const auto& stretch : m_wide.stretches)
            if (stretch.end <= clock.begin && clock.begin - stretch.end <= 5 &&
                says(m_doc, stretch.end, stretch.end + 1, {"behind", "late", "after", "early"}))
                return Tie::strong;
        if (says(m_doc, before(clock.begin, 8), clock.begin,
                 reading::Cues{WordSet::ended | WordSet::arrives | WordSet::until,
                               {"out", "comes", "came", "ready", "up"}}))
            return Tie::weak;
        // "At 6:50 it came out"
        if (says(m_doc, before(clock.begin, 2), clock.begin, {"at", "by"}) &&
            says(m_doc, clock.end, std::min(clock.end + 6, m_own.end),
                 {"came", "out", "back", "arrived", "landed", "finished", "ended", "stopped",
                  "over", "done", "ready", "reached", "returned", "left"}))
            return Tie::weak;
        // "At 6 am, when the ten hours are up"
        const bool is_up = says(m_doc, clock.end, std::min(clock.end + 9, m_own.end),
                                {"up", "over", "later", "passed", "elapsed"}) &&
                           says(m_doc, clock.end, std::min(clock.end + 3, m_own.end), {"when"});
        return is_up ? Tie::strong : Tie::none;
    }

    // Told to the minute, as one tells what one has measured.
    [[nodiscard]] bool is_exact(const Stretch& stretch) const
    {
        return stretch.finest <= k_minute &&
               (stretch.seconds > k_hour || says(m_doc, stretch.begin - std::min(stretch.begin, 2U),
                                                 stretch.begin + 1, {"exactly"}));
    }

    // "At 10:50 instead of 10:30"
    [[nodiscard]] bool is_dropped(const Clock& clock) const
    {
        return says(m_doc, clock.begin - std::min(clock.begin, 2U), clock.begin,
                    {"instead", "not", "than", "of"});
    }

    // Base clocks and lengths that end at the stated clock under any fair reading.
    [[nodiscard]] bool is_fair(const Clock& stated) const
    {
        std::vector<long> lengths;
        std::vector<long> shifts{0};
        for (const auto& stretch : m_wide.stretches) {
            if (stretch.is_shift) {
                shifts.push_back(stretch.seconds);
                shifts.push_back(-stretch.seconds);
            } else {
                lengths.push_back(stretch.seconds);
            }
        }
        auto sums = sums_of(lengths);
        if (lengths.size() == 2) sums.insert(std::abs(lengths[0] - lengths[1]));
        for (const auto& base : m_wide.clocks) {
            if (base.begin == stated.begin) continue;
            const bool is_open = base.is_open || stated.is_open;
            for (const long sum : sums)
                for (const long shift : shifts) {
                    if (sum == 0 && shift == 0) continue;
                    if (apart(base.second + sum + shift, stated.second, is_open) <= 2 * k_minute ||
                        apart(base.second - sum + shift, stated.second, is_open) <= 2 * k_minute)
                        return true;
                }
            // The same time told again.
            if (apart(base.second, stated.second, is_open) == 0) return true;
        }
        return false;
    }

    void clock_follows(const Clock& stated)
    {
        const Tie tie = tie_of(stated);
        if (tie == Tie::none || m_judged.knows(stated.begin, stated.end)) return;
        if (stated.has_seconds) return;
        for (std::size_t back = 0; back <= k_near && back <= m_sentence; ++back) {
            if (m_sentence - back < m_wide.first) return;
            const Section scope = part(m_sentence - back);
            const Clock* base = nullptr;
            for (const auto& clock : scope.clocks)
                if (clock.begin < stated.begin && !is_dropped(clock)) base = &clock;
            if (base == nullptr || scope.stretches.empty()) continue;
            // "Lands at 16:05" follows from what stands beside it or from nothing, unless one clock
            // and one length are all that was told.
            const bool is_next = back == 1 && is_alone(scope) &&
                                 scope.stretches.front().begin > base->end &&
                                 scope.stretches.front().end <= m_own.begin;
            if (tie == Tie::weak && back > 0 && !is_next) return;
            if (is_next && is_exact(scope.stretches.front())) {
                weigh_clock(stated, *base, scope, Tie::strong);
                return;
            }
            weigh_clock(stated, *base, scope, tie);
            return;
        }
    }

    void weigh_clock(const Clock& stated, const Clock& base, const Section& scope, Tie tie)
    {
        auto outcome =
            outcome_of(m_doc, k_time_duration, "The time of day does not follow", stated, base);
        long between = 0;
        long all = 0;
        long shift = 0;
        const auto from = std::min(base.end, stated.end);
        const auto to = std::max(base.begin, stated.begin);
        for (const auto& stretch : scope.stretches) {
            if (stretch.is_rate || stretch.is_ended) continue;
            if (stretch.is_rough || stretch.is_limit) return;
            if (m_judged.has_error(stretch.begin, stretch.end)) return;
            outcome.operands.push_back(mark_tokens(m_doc, stretch.begin, stretch.end, "operand"));
            if (stretch.is_shift) {
                shift = stretch.seconds;
                continue;
            }
            // "Eight hours ahead ... adding eight hours" is one shift.
            const auto is_same = [&](const Stretch& other) {
                return other.is_shift && other.seconds == stretch.seconds;
            };
            if (std::any_of(scope.stretches.begin(), scope.stretches.end(), is_same)) continue;
            all += stretch.seconds;
            if (stretch.begin >= from && stretch.end <= to) between += stretch.seconds;
        }
        if (all == 0 && shift == 0) return;
        if (is_fair(stated)) {
            if (tie == Tie::strong) m_judged.pass(outcome);
            return;
        }
        if (base.is_rough || stated.is_rough || is_between_zones(scope)) return;
        // "Not before ten" leaves later times open.
        const bool is_bound = says(m_doc, before(stated.begin, 2), stated.begin, {"before"});
        const bool is_open = base.is_open || stated.is_open;
        // The clock, the length, the other clock, in the order of time.
        const bool is_in_order = is_alone(scope) && scope.stretches.front().begin >= base.end &&
                                 scope.stretches.front().end <= stated.begin;
        std::vector<long> meant;
        for (const long sum : {between, all})
            if (sum != 0 || shift != 0) {
                meant.push_back(base.second + sum + shift);
                if (shift != 0) meant.push_back(base.second + sum - shift);
                meant.push_back(base.second - sum);
            }
        for (long value : meant) {
            const long far = apart(value, stated.second, is_open);
            if (is_bound && value < stated.second) continue;
            if (value == base.second ||
                !is_clock_slip(far, tie == Tie::strong && (shift != 0 || is_in_order)))
                continue;
            // Told in the half of the day that the stated time is in.
            const long far_round = apart(value, stated.second, false);
            const bool is_turned = is_open && far_round > k_day / 4;
            outcome.recomputed =
                reading::clock_text(on_clock(is_turned ? value + k_day / 2 : value));
            const long length = std::abs(value - base.second);
            outcome.formula =
                base::concat(reading::clock_text(base.second), value >= base.second ? " + " : " - ",
                             length_text(length));
            m_judged.error(outcome);
            return;
        }
    }
};

} // namespace

void check_clocks_after(Judged& judged, std::size_t sentence, const Section& wide)
{
    ClockAfter{judged, sentence, wide}.run();
}

} // namespace verify::moments
