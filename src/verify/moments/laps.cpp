// time.duration of a race: the time of the whole and of its two parts, told as h:mm:ss.
#include "base/concat.hpp"
#include "verify/moments/network.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

namespace {

std::string lap_text(long second)
{
    std::string out = clock_text(second);
    const long rest = second % 60;
    out += base::concat(rest < 10 ? ":0" : ":", std::to_string(rest));
    return out.front() == '0' ? out.substr(1) : out;
}

} // namespace

void check_laps(Judged& judged, std::size_t sentence)
{
    constexpr std::size_t k_wide = 6;
    const auto& document = judged.document();
    const auto own = document.of_sentence[sentence];
    const bool is_timed = std::any_of(
        document.times.begin(), document.times.end(), [&](const reading::ClockTime& time) {
            return time.with_seconds && time.begin >= own.begin && time.begin < own.end;
        });
    if (!is_timed) return;
    auto laps = section_of(document, sentence, k_wide, 0).clocks;
    std::erase_if(laps, [](const Clock& clock) { return !clock.has_seconds; });
    if (laps.size() != 3 || laps.back().begin < own.begin) return;
    if (!says(document, laps.front().begin - std::min(laps.front().begin, 40U), own.end,
              {"half", "halves", "part", "leg", "legs", "split", "splits", "lap", "laps", "stage"}))
        return;
    // The whole stands first or last, as people tell it.
    const auto whole =
        std::max_element(laps.begin(), laps.end(), [](const Clock& left, const Clock& right) {
            return left.second < right.second;
        });
    long sum = -whole->second;
    Outcome outcome{.check = "time.duration",
                    .title = "The times do not add up",
                    .begin = whole->begin,
                    .end = whole->end};
    for (const auto& lap : laps) {
        sum += lap.second;
        if (lap.begin == whole->begin) continue;
        outcome.operands.push_back(mark_tokens(document, lap.begin, lap.end, "operand"));
        outcome.formula += base::concat(outcome.formula.empty() ? "" : " + ", lap_text(lap.second));
    }
    outcome.recomputed = lap_text(sum);
    if (judged.knows(whole->begin, whole->end)) return;
    const long far = std::abs(sum - whole->second);
    // One digit of one place: of three unrelated times hardly any two add up so nearly.
    if (far == 0)
        judged.pass(outcome);
    else if (far == 60 || far == 600 || far == 3600 || far == 10)
        judged.error(outcome);
}

} // namespace verify::moments
