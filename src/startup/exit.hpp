// How a program of ours ends.
#pragma once

namespace startup {

enum class Exit : int {
    ok = 0,
    error = 1,       // the thing asked for did not work, or is not as it should be
    usage = 2,       // the words or the configuration are wrong
    unreachable = 3, // something outside did not answer
    not_yet = 4,     // true so far; ask again later
    doubtful = 5,    // something is odd, and nothing proves it wrong
    undisputed = 6,  // a model objected to nothing, and nothing proves it right
    only_told = 10,  // a dry run: nothing was done
};

} // namespace startup
