// time.duration: a length that follows from two clock times.
#include "base/concat.hpp"
#include "verify/law/slip.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

namespace {

class LengthBetween : ClockSearch {
public:
    using ClockSearch::ClockSearch;

    void run()
    {
        for (const auto& stretch : m_wide.stretches)
            if (is_own(stretch.begin)) stretch_follows(stretch);
    }

private:
    [[nodiscard]] Tie tie_of(const Stretch& stretch) const
    {
        const auto from = before(stretch.begin, 6);
        if (concludes(m_doc, from, stretch.begin)) return Tie::strong;
        // "Hours worked: 8 h 30 min"
        if (m_doc.word(stretch.begin - 1) == ":") return Tie::weak;
        const auto next = std::min(stretch.end + 3, m_own.end);
        if (says(m_doc, from, stretch.begin,
                 {"lasts", "lasted", "lasting", "took", "takes", "taking", "duration", "total",
                  "altogether", "that's", "time", "window", "within", "for", "after", "be", "with",
                  "credited", "of"}) ||
            says(m_doc, stretch.end, next,
                 {"later", "long", "altogether", "total", "all", "between", "passed", "door",
                  "worked"}))
            return Tie::weak;
        return Tie::none;
    }

    void stretch_follows(const Stretch& stated)
    {
        if (stated.is_rate || stated.is_shift || stated.is_ended || stated.is_rough) return;
        Tie tie = tie_of(stated);
        // "8 h 15 min" is measured, whatever the words around it.
        const bool is_measured = stated.finest == k_minute && stated.seconds > k_hour;
        if (tie == Tie::none && is_measured && is_alone(part(m_sentence))) tie = Tie::weak;
        if (tie == Tie::none || m_judged.knows(stated.begin, stated.end)) return;
        for (std::size_t back = 0; back <= k_near && back <= m_sentence; ++back) {
            if (m_sentence - back < m_wide.first) return;
            const Section scope = part(m_sentence - back);
            if (scope.clocks.size() < 2) continue;
            // Two clocks, one measured length and nothing else.
            if (tie == Tie::weak && is_measured && is_alone(scope) && back <= 1) tie = Tie::strong;
            weigh_stretch(stated, scope, tie);
            return;
        }
    }

    // What the unit leaves open: "two hours" for 2 h 10 min.
    static long slack_of(const Stretch& stated)
    {
        if (stated.finest >= k_hour) return k_hour / 2;
        if (stated.finest > k_minute) return stated.finest / 2;
        return stated.seconds % (5 * k_minute) == 0 ? 2 * k_minute : k_minute;
    }

    // The break is said to be taken off, and the length to be what is left.
    [[nodiscard]] bool is_net(const Stretch& stated, const Section& scope) const
    {
        const bool has_break = std::any_of(scope.stretches.begin(), scope.stretches.end(),
                                           [](const Stretch& other) { return other.is_break; });
        const bool is_off =
            says(
                m_doc, scope.begin, m_own.end,
                {"unpaid", "deducted", "deducting", "subtracted", "deduct", "excluding", "less"}) ||
            (says(m_doc, scope.begin, m_own.end, {"paid"}) &&
             says(m_doc, scope.begin, m_own.end, {"isn't", "not", "aren't", "wasn't"}));
        return has_break && is_off && !stated.is_break &&
               says(m_doc, before(stated.begin, 7), std::min(stated.end + 4, m_own.end),
                    {"paid", "credited", "working", "net", "worked", "work"});
    }

    [[nodiscard]] bool is_fair(const Stretch& stated, bool needs_shift, long taken_off) const
    {
        std::vector<long> lengths;
        std::vector<long> shifts;
        if (!needs_shift) shifts.push_back(0);
        for (const auto& stretch : m_wide.stretches) {
            if (stretch.begin == stated.begin) continue;
            if (stretch.is_shift) {
                shifts.push_back(stretch.seconds);
                shifts.push_back(-stretch.seconds);
            } else {
                lengths.push_back(stretch.seconds);
            }
        }
        const auto sums = taken_off > 0 ? std::set<long>{taken_off} : sums_of(lengths);
        const long slack = slack_of(stated);
        for (const long sum : sums)
            if (sum != 0 && taken_off == 0 && std::abs(sum - stated.seconds) <= slack) return true;
        for (const auto& first : m_wide.clocks)
            for (const auto& last : m_wide.clocks) {
                if (first.begin == last.begin) continue;
                const bool is_open = first.is_open || last.is_open;
                for (const long sum : sums)
                    for (const long shift : shifts)
                        if (apart(last.second - first.second + shift, stated.seconds + sum,
                                  is_open) <= slack)
                            return true;
            }
        return false;
    }

    void weigh_stretch(const Stretch& stated, const Section& scope, Tie tie)
    {
        const bool needs_shift =
            says(m_doc, scope.begin, stated.begin, {"local"}) &&
            std::any_of(scope.stretches.begin(), scope.stretches.end(),
                        [](const Stretch& stretch) { return stretch.is_shift; });
        const Clock* last = nullptr;
        const Clock* first = nullptr;
        for (const auto& clock : scope.clocks)
            if (last == nullptr || clock.begin < stated.begin ||
                (first == nullptr && clock.begin > last->begin)) {
                first = last;
                last = &clock;
            }
        if (first == nullptr || first->has_seconds || last->has_seconds) return;
        auto outcome = outcome_of(m_doc, k_time_duration, "The time between does not match", stated,
                                  *first, *last);
        long breaks = 0;
        // What is left out is the one length between the two clocks.
        const bool is_without =
            scope.stretches.size() > 1 && scope.stretches.front().begin < last->end + 12 &&
            says(m_doc, m_own.begin, stated.begin, {"without", "excluding", "minus", "less"});
        for (const auto& stretch : scope.stretches)
            if (stretch.begin != stated.begin && (stretch.is_break || is_without))
                breaks += stretch.seconds;
        const bool needs_off = is_net(stated, scope);
        if (is_fair(stated, needs_shift, needs_off ? breaks : 0)) {
            if (tie == Tie::strong) m_judged.pass(outcome);
            return;
        }
        if (first->is_rough || last->is_rough || is_between_zones(scope)) return;
        const Clock& opener = m_wide.clocks.front();
        std::vector<long> shifts;
        for (const auto& stretch : scope.stretches) {
            if (stretch.begin == stated.begin) continue;
            if (stretch.is_shift) shifts = {stretch.seconds, -stretch.seconds};
        }
        if (shifts.empty()) shifts.push_back(0);
        for (const Clock* begin : {first, &opener}) {
            if (begin->begin >= last->begin || begin->is_rough) continue;
            const bool is_open = begin->is_open || last->is_open;
            const long plain =
                on_clock(last->second - begin->second) % (is_open ? k_day / 2 : k_day);
            for (const long shift : shifts)
                for (const long less : {0L, breaks}) {
                    if (needs_off && less == 0) continue;
                    const long meant = on_clock(plain + shift - less);
                    const long far = std::abs(meant - stated.seconds);
                    const bool is_left_out =
                        (needs_shift && far == std::abs(shift)) || (needs_off && far == breaks);
                    if (!is_left_out && !is_clock_slip(far, tie == Tie::strong)) continue;
                    outcome.operands.front() =
                        mark_tokens(m_doc, begin->begin, begin->end, "operand");
                    outcome.recomputed = length_text(meant);
                    outcome.formula = base::concat("From ", reading::clock_text(begin->second),
                                                   " to ", reading::clock_text(last->second));
                    if (shift != 0)
                        outcome.formula +=
                            base::concat(shift > 0 ? " + " : " - ", length_text(std::abs(shift)));
                    if (less != 0) outcome.formula += base::concat(" - ", length_text(less));
                    m_judged.error(outcome);
                    return;
                }
        }
    }
};

} // namespace

void check_lengths_between(Judged& judged, std::size_t sentence, const Section& wide)
{
    LengthBetween{judged, sentence, wide}.run();
}

} // namespace verify::moments
