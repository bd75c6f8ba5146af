// A line of a list as people write it: a label, an amount, and at most a remark behind it.
#pragma once

#include "verify/relations/relation.hpp"

#include <optional>
#include <vector>

namespace verify::relations {

struct Line {
    std::uint32_t begin = 0; // token
    Term amount;
    std::vector<Term> others; // further numbers of the line
    bool is_bare = false;     // without a label
    bool is_total = false;    // its label calls it one
    bool is_rest = false;
    bool is_taken_off = false;
    bool has_times = false; // "3 x bagel at 4.50"
};

using Lines = std::vector<Line>;

// nullopt of what is not such a line.
std::optional<Line> read_line(const Passage& passage);

// Adds what the lines of one list come to. `before`: the sentence, or the list, that it follows.
void judge_list(const Passage& before, const Lines& lines, Review& review);

// The same told in one sentence, parted by commas: "airport 6, shuttle 4, press 3". Empty when the
// sentence holds no such run, or numbers of that kind beside it.
Lines lines_of(const Passage& sentence);

// What a sentence behind a list says of it: "653 euros all in, the monitor not counted", "the mean
// was 31 mm". Of the kind of the list's last line; nullopt where it says nothing of the list, or
// holds another number of that kind.
struct Result {
    Term amount;
    bool is_mean = false;
};
std::optional<Result> read_result(const Passage& sentence, const Line& last);

// Adds what the result comes to: only what looks like a slip is an error, as the list may be a part
// of what is meant.
void judge_result(const reading::Document& document, const Lines& told, const Result& result,
                  Review& review);

} // namespace verify::relations
