#include "llm/figures.hpp"

#include "base/concat.hpp"

#include <cmath>

namespace llm {

namespace {

constexpr std::int64_t k_least_missable = 60; // before a rate of them ends a bench early
constexpr double k_most_alarmed = 0.02;
constexpr double k_most_missed_a = 0.12;
constexpr double k_most_missed_b = 0.30;

// "2.8 %"
std::string percent(double share)
{
    const auto tenths = std::lround(share * 1'000);
    return base::concat(tenths / 10, '.', tenths % 10, " %");
}

double most_missed(Level level)
{
    return level == Level::b ? k_most_missed_b : k_most_missed_a;
}

std::string told_of(const Share& missed, Level level)
{
    return base::concat(missed.part, " of ", missed.of,
                        " test sentences were answered wrong or not at all: that may be ",
                        percent(missed.high()), ", and ", percent(most_missed(level)),
                        " is the most");
}

std::string told_of_found(const Share& found, double alarmed)
{
    return base::concat("it found the error in ", found.part, " of ", found.of,
                        " wrong texts: that may be ", percent(found.low()),
                        ", and has to be more than the ", percent(alarmed),
                        " of right texts in which it may find one");
}

} // namespace

std::string hindrance(const Figures& figures, Level level,
                      std::optional<std::int64_t> right_to_come)
{
    const auto& [found, alarmed_now, missed] = figures;
    const Share alarmed{alarmed_now.part, alarmed_now.of + right_to_come.value_or(0)};
    if (alarmed.of < k_least_right_texts)
        return base::concat("a record takes ", k_least_right_texts, " right texts, and these are ",
                            alarmed.of);
    if (alarmed.high() > k_most_alarmed)
        return base::concat("it found errors in ", alarmed.part, " of ", alarmed.of,
                            " right texts: that may be ", percent(alarmed.high()), ", and ",
                            percent(k_most_alarmed), " is the most");
    if (right_to_come) return hopelessness(figures, level);
    if (missed.high() > most_missed(level)) return told_of(missed, level);
    return found.low() > alarmed.high() ? std::string{} : told_of_found(found, alarmed.high());
}

std::string hopelessness(const Figures& figures, Level level)
{
    // What is still to come can make the answers better, and hardly better than their low bound.
    const auto& missed = figures.missed;
    if (missed.of >= k_least_missable && missed.low() > most_missed(level))
        return told_of(missed, level);
    // Level B takes more to tell a finding, and finds less.
    return figures.found.high() <= k_most_alarmed ? told_of_found(figures.found, k_most_alarmed)
                                                  : std::string{};
}

} // namespace llm
