// time.duration of a race: the time of the whole and of its two parts, told as h:mm:ss.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/network.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

namespace {

std::string lap_text(long second)
{
    std::string out = clock_text(second);
    const long rest = second % 60;
    out += base::concat(rest < 10 ? ":0" : ":", std::to_string(rest));
    return out.front() == '0' ? out.substr(1) : out;
}

// "Second was Hale in 2:08:51, 47 seconds behind": the gap of the last two times.
void check_gap(Judged& judged, std::size_t sentence)
{
    const auto& document = judged.document();
    const auto own = document.of_sentence[sentence];
    auto times = judged.section_of(sentence, 1, 0).clocks;
    std::erase_if(times, [](const Clock& clock) { return !clock.has_seconds; });
    const auto& stretches = judged.times().stretches(sentence);
    if (times.size() != 2 || stretches.size() != 1 || times.back().end < own.begin) return;
    const Stretch& stated = stretches.front();
    const bool is_gap =
        says(document, stated.end, std::min(stated.end + 3, own.end),
             {"behind", "ahead", "later", "faster", "slower", "back", "adrift", "clear", "down",
              "earlier", "quicker", "off"}) ||
        says(document, stated.begin - std::min(stated.begin, 2U), stated.begin, {"by", "of"});
    if (!is_gap || stated.finest > 60 || stated.is_rough || stated.is_rate) return;
    if (judged.knows(stated.begin, stated.end)) return;
    const long apart = std::labs(times[1].second - times[0].second);
    const long far = std::labs(apart - stated.seconds);
    auto outcome = outcome_of(document, k_time_duration, "The time between does not match", stated,
                              times[0], times[1]);
    outcome.formula = base::concat("From ", lap_text(std::min(times[0].second, times[1].second)),
                                   " to ", lap_text(std::max(times[0].second, times[1].second)));
    outcome.recomputed = length_text(apart);
    // One digit of seconds or minutes.
    const bool is_digit =
        (far < 60 && far % 10 == 0) || (far < 10 && apart / 10 == stated.seconds / 10);
    if (far == 0)
        judged.pass(outcome);
    else if (is_digit || far == 60 || far == 600)
        judged.error(outcome);
}

} // namespace

void check_laps(Judged& judged, std::size_t sentence)
{
    constexpr std::size_t k_wide = 6;
    const auto& document = judged.document();
    const auto own = document.of_sentence[sentence];
    const Passage passage = Passage::sentence(document, sentence);
    const bool is_timed =
        std::any_of(passage.times().begin(), passage.times().end(),
                    [](const reading::ClockTime& time) { return time.with_seconds; });
    if (!is_timed) return;
    check_gap(judged, sentence);
    auto laps = judged.section_of(sentence, k_wide, 0).clocks;
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
    auto outcome = outcome_of(document, k_time_duration, "The times do not add up", *whole);
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
