// How often a line of a score like this one was right: fitted and tested on public questions.
//
// RAMDocs (Wang et al. 2025, "Retrieval-Augmented Generation with Conflicting Evidence", MIT): real
// pages with planted untruths, 250 questions; fitted on every second one, the tables counted on the
// others. English alone: of no other language was anything measured.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace synthesize {

// What is known of a line: how much of the question stands in it, how it fits.
struct LineFeatures {
    double here = 0;      // share of the question's words that it has
    double around = 0;    // the same with the title and the two lines before it
    double weight = 0;    // share of the question's weight (inverse document frequency) that it has
    double length = 0;    // words, at most 60, in sixtieths
    double over_best = 0; // its score over that of the best line
    bool fits = false;    // a thing of the asked kind stands in it
    bool any_kind = false; // no kind is asked for
};

inline double logistic(double value)
{
    return 1 / (1 + std::exp(-value));
}

// How many lines like this one held the answer that their source has, 0 to 1.
inline double share_of_line(const LineFeatures& line)
{
    constexpr double k_all = .999;
    return logistic(-4.48 + 1.32 * line.here + .56 * line.around - .19 * (line.around > k_all) -
                    .46 * line.weight + 2.51 * line.fits + 2.27 * line.any_kind +
                    1.64 * line.length + 1.25 * line.over_best);
}

// How many first lines like this one answered their question, 0 to 1; `fits` as holds_anew() tells.
inline double share_of_first(const LineFeatures& line)
{
    return logistic(-7.41 + 3.87 * line.here + 2.94 * line.around - 2.85 * line.weight +
                    4.44 * line.fits + 4.59 * line.any_kind);
}

// A line below it is left out: 72 of 265 lines of pages without an answer were, 7 of 655 with one.
inline constexpr double k_least_share = .15;

inline constexpr std::string_view k_calibrated_on = "RAMDocs";
inline constexpr std::string_view k_calibration_date = "2026-11-29";
inline constexpr std::string_view k_calibrated_language = "en";

// The first lines with a share up to `below`: how sure they are called, how their quote is led in,
// how many were right, and how many were looked at.
struct Bin {
    double below = 0;
    std::string_view level;
    std::string_view lead;
    std::size_t right = 0;
    std::size_t cases = 0;
};
inline constexpr std::array<Bin, 3> k_first_lines{
    {{.2, "doubtful", "Not sure. The nearest sentences: ", 1, 18},
     {.5, "even", "Not sure. Nearest: ", 16, 60},
     {1.01, "likely", "Probably: ", 57, 96}}};

} // namespace synthesize
