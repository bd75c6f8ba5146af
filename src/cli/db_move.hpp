// `assay db move`: a whole database to another engine or another place, while nothing runs.
#pragma once

#include "cli/verbs.hpp"

#include <string>

namespace cli {

// Each a file, with or without sqlite: before it, or a URL that begins with postgresql://.
struct MovePlaces {
    std::string from;
    std::string to;
    std::string password{}; // of the server's user, if they need one
};

// No program works with what is at `from` afterwards. Exit::doubtful: it is moved, and its books
// disagree, as they did before. Throws Fault: nothing has changed at `from`, and what may be at
// `to` is closed; or that only `from` could not be closed.
Exit move_store(const MovePlaces& given);

} // namespace cli
