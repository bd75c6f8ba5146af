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
    if (right_to_come) return hopelessness(missed, level);
    return missed.high() > most_missed(level) ? told_of(missed, level) : std::string{};
}

std::string hopelessness(const Share& missed, Level level)
{
    // What is still to come can make the answers better, and hardly better than their low bound.
    const bool is_hopeless = missed.of >= k_least_missable && missed.low() > most_missed(level);
    return is_hopeless ? told_of(missed, level) : std::string{};
}

} // namespace llm
