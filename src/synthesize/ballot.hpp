// The ballot: of each source the one or two lines nearest to the question, the newest source first.
//
// A line's score is BM25 (Robertson and Zaragoza 2009; k1 1.2, b .75) over the lines of all
// sources, times 1.6 where a thing of the asked kind stands in it, times 1 to 1.4 from the oldest
// to the newest date of publication. Where the question is a name alone ("What is known about
// Calny?"), all lines with it are as near: there a line's score is how central it is, and the best
// of all sources are shown, up to five of one.
#pragma once

#include "synthesize/calibration.hpp"
#include "synthesize/lines.hpp"

#include <optional>

namespace synthesize {

inline constexpr std::size_t k_lines_of_a_source = 2;
inline constexpr std::size_t k_most_lines_of_a_source = 5; // of a question that is a name alone

struct RankedLine {
    Line line;
    double score = 0;
    bool is_central = false; // the score is how central it is, and no share was measured
    LineFeatures features;
};

// Why a source has no line on the ballot; no_line: its words of the question stand in questions, or
// in orders to its reader, alone; low_share: its best lines are below k_least_share; less_central:
// of a question that is a name alone, its lines are less central than those shown, or not walked.
enum class NoLine { not_read, no_asked_word, no_line, low_share, less_central };

std::string_view name_of(NoLine reason);

// The lines of one source, the best first; of a name alone as they stand in it.
struct BallotRow {
    std::size_t source = 0;
    std::vector<std::size_t> lines; // of Ballot::lines
    std::optional<NoLine> reason;   // where there are none
};

struct Ballot {
    std::vector<RankedLine> lines; // of all sources, the best first
    std::vector<BallotRow> rows;   // of each source one, the newest first, undated ones last
    // The line of the highest score, of a source without orders to its readers where there is one;
    // it stands on the ballot. nullopt: no line has a word of the question.
    std::optional<std::size_t> best;
};

// `sources` in their canonical order.
Ballot make_ballot(const std::vector<std::unique_ptr<Source>>& sources, const Asked& asked);

// The share of a line; nullopt: of its language, or of lines chosen as central, nothing was
// measured.
std::optional<double> share_of(const Source& source, const RankedLine& line);

} // namespace synthesize
