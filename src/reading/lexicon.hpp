// Words that decide what a number is to its neighbours: named sets, each with a language and the
// reason why its words are there. No set holds names of subjects.
#pragma once

#include <string_view>

namespace reading {

enum class WordSet {
    filler,       // may stand between a cue and its number
    noun_end,     // ends the noun counted
    total_before, // says that the number behind it is a whole of parts
    total_after,
    rest_before, // says that the number is what is left of a whole
    rest_after,
    result,     // says that the number follows from others
    states,     // states a value, whether it follows or not
    old_before, // the earlier of two values
    old_after,
    now_before, // the later of two values
    now_after,
    whole_before, // the whole of which another number is a part
    up,           // more than before or than another
    down,         // less than before or than another
    gap,          // a distance between two values, whichever is the larger
    mean,
    mean_after,
    sum_line,    // labels of a line that adds up the lines above it
    rest_line,   // labels of what is left of two lines
    taken_off,   // labels of a line that is taken off
    opening,     // of an account or a stock before anything moves
    closing,     // and after
    comes_in,    // verbs and nouns of what adds to it
    goes_out,    // and of what takes from it
    yardstick,   // something that the text does not tell, to which a number is compared
    beside,      // adds something to, or takes something off, the number before it
    each_after,  // for every one
    per_before,  // opens what a rate is per
    equal,       // says that two measures are one
    refers_back, // opens a sentence about what was said before it
    partial,     // says that what is listed is not all
    definite,    // says that what follows is known already
    tells_order, // tells one of several things, told one after the other, from the others
    tells_apart, // tells one of several things of a kind from the others
    parts_whole, // says that the shares told are all of a whole
    overlap,     // says that shares may not be parts of one whole
    disowned,    // says that what is told is wrong, or a supposition
};

// Of a word in lower case, or two joined by one blank ("out of").
bool is_in(WordSet set, std::string_view folded);

} // namespace reading
