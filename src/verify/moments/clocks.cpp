// time.duration: a clock time that follows from another and from lengths, and a length that follows
// from two clock times.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/moments/clock_face.hpp"
#include "verify/moments/network.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

namespace {

// Sentences that a fair reading may take its operands from, and those an error may.
constexpr std::size_t k_wide = 7;
constexpr std::size_t k_near = 4;
// More and the numbers fit by chance: nothing is said.
constexpr std::size_t k_most_clocks = 8;
constexpr std::size_t k_most_stretches = 6;

class Clocks {
public:
    Clocks(Judged& judged, std::size_t sentence)
        : m_judged{judged}, m_doc{judged.document()}, m_sentence{sentence},
          m_own{m_doc.of_sentence[sentence]}, m_wide{section_of(m_doc, sentence, k_wide, 1)}
    {
    }

    void run()
    {
        if (m_wide.clocks.empty() || m_wide.stretches.empty()) return;
        if (m_wide.clocks.size() > k_most_clocks) return;
        std::erase_if(m_wide.stretches, [&](const Stretch& stretch) {
            return stretch.seconds <= 0 || stretch.months > 0 || stretch.seconds >= 2 * k_day ||
                   m_doc.tokens[stretch.begin].quoted;
        });
        if (m_wide.stretches.size() > k_most_stretches) return;
        const auto clocks = m_wide.clocks;
        for (const auto& clock : clocks)
            if (is_own(clock.begin)) clock_follows(clock);
        const auto stretches = m_wide.stretches;
        for (const auto& stretch : stretches)
            if (is_own(stretch.begin)) stretch_follows(stretch);
    }

private:
    [[nodiscard]] bool is_own(std::uint32_t token) const
    {
        return token >= m_own.begin && token < m_own.end;
    }

    [[nodiscard]] std::uint32_t before(std::uint32_t token, std::uint32_t count) const
    {
        return token >= m_own.begin + count ? token - count : m_own.begin;
    }

    // Clocks and stretches of the sentences from `first` to the own one.
    [[nodiscard]] Section part(std::size_t first) const
    {
        Section out = m_wide;
        const auto begin = m_doc.of_sentence[first].begin;
        const auto is_out = [&](const auto& item) {
            return item.begin < begin || item.begin >= m_own.end;
        };
        std::erase_if(out.clocks, is_out);
        std::erase_if(out.stretches, is_out);
        out.begin = begin;
        return out;
    }

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
                 {"until",   "till",    "ends",   "ended", "end",  "finish", "finishes", "finished",
                  "over",    "through", "out",    "lands", "land", "landed", "arrive",   "arrives",
                  "arrived", "back",    "closes", "comes", "came", "done",   "ready",    "up"}))
            return Tie::weak;
        // "At 6 am, when the ten hours are up"
        const bool is_up = says(m_doc, clock.end, std::min(clock.end + 9, m_own.end),
                                {"up", "over", "later", "passed", "elapsed"}) &&
                           says(m_doc, clock.end, std::min(clock.end + 3, m_own.end), {"when"});
        return is_up ? Tie::strong : Tie::none;
    }

    // A journey by air may end on another clock, whose distance nobody told.
    [[nodiscard]] bool is_between_zones(const Section& scope) const
    {
        const bool is_shifted =
            std::any_of(m_wide.stretches.begin(), m_wide.stretches.end(),
                        [](const Stretch& stretch) { return stretch.is_shift; });
        return !is_shifted && says(m_doc, scope.begin, m_own.end,
                                   {"flight", "flights", "flew", "fly", "flies", "flying", "plane",
                                    "local", "zone", "zones", "utc", "gmt", "est", "pst", "cet",
                                    "cest", "bst", "edt", "pdt"});
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
            // "Lands at 16:05" follows from what stands beside it or from nothing.
            if (tie == Tie::weak && back > 0) return;
            weigh_clock(stated, *base, scope, tie);
            return;
        }
    }

    void weigh_clock(const Clock& stated, const Clock& base, const Section& scope, Tie tie)
    {
        Outcome outcome{.check = "time.duration",
                        .title = "The time of day does not follow",
                        .begin = stated.begin,
                        .end = stated.end};
        outcome.operands.push_back(mark_tokens(m_doc, base.begin, base.end, "operand"));
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
        const bool is_open = base.is_open || stated.is_open;
        std::vector<long> meant;
        for (const long sum : {between, all})
            if (sum != 0 || shift != 0) {
                meant.push_back(base.second + sum + shift);
                if (shift != 0) meant.push_back(base.second + sum - shift);
                meant.push_back(base.second - sum);
            }
        for (long value : meant) {
            const long far = apart(value, stated.second, is_open);
            if (value == base.second || !is_slip(far, shift != 0 ? tie : Tie::weak)) continue;
            // Told in the half of the day that the stated time is in.
            const long far_round = apart(value, stated.second, false);
            const bool is_turned = is_open && far_round > k_day / 4;
            outcome.recomputed = clock_text(on_clock(is_turned ? value + k_day / 2 : value));
            const long length = std::abs(value - base.second);
            outcome.formula = base::concat(
                clock_text(base.second), value >= base.second ? " + " : " - ", length_text(length));
            m_judged.error(outcome);
            return;
        }
    }

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
                 {"later", "long", "altogether", "total", "all", "between", "passed", "door"}))
            return Tie::weak;
        return Tie::none;
    }

    void stretch_follows(const Stretch& stated)
    {
        if (stated.is_rate || stated.is_shift || stated.is_ended || stated.is_rough) return;
        const Tie tie = tie_of(stated);
        if (tie == Tie::none || m_judged.knows(stated.begin, stated.end)) return;
        for (std::size_t back = 0; back <= k_near && back <= m_sentence; ++back) {
            if (m_sentence - back < m_wide.first) return;
            const Section scope = part(m_sentence - back);
            if (scope.clocks.size() < 2) continue;
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
        Outcome outcome{.check = "time.duration",
                        .title = "The time between does not match",
                        .begin = stated.begin,
                        .end = stated.end};
        outcome.operands = {mark_tokens(m_doc, first->begin, first->end, "operand"),
                            mark_tokens(m_doc, last->begin, last->end, "operand")};
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
                    if (!is_left_out && !is_slip(far, tie)) continue;
                    outcome.operands.front() =
                        mark_tokens(m_doc, begin->begin, begin->end, "operand");
                    outcome.recomputed = length_text(meant);
                    outcome.formula = base::concat("From ", clock_text(begin->second), " to ",
                                                   clock_text(last->second));
                    if (shift != 0)
                        outcome.formula +=
                            base::concat(shift > 0 ? " + " : " - ", length_text(std::abs(shift)));
                    if (less != 0) outcome.formula += base::concat(" - ", length_text(less));
                    m_judged.error(outcome);
                    return;
                }
        }
    }

    Judged& m_judged;
    const Document& m_doc;
    std::size_t m_sentence;
    reading::TokenRange m_own;
    Section m_wide;
};

} // namespace

void check_clocks(Judged& judged, std::size_t sentence)
{
    const auto range = judged.document().of_sentence[sentence];
    // Nothing of a time: most sentences.
    const auto& document = judged.document();
    bool is_timed = !reading::clocks_of(document, range).empty();
    is_timed = is_timed || !reading::stretches_of(document, range).empty();
    if (is_timed) Clocks{judged, sentence}.run();
}

} // namespace verify::moments
