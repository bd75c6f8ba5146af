// Another way for the lines of the log than standard error. A program chooses it at its start.
#pragma once

#include "base/log.hpp"

#include <span>

namespace base::log {

// A line that is to be written, for the time of the call.
struct Entry {
    Level level;
    std::string_view event;
    std::span<const Field> fields; // with the tags behind them; values as the line shows them
    std::string_view line;         // "event=<event> key=value ...", without prefix and end
};

// True: it was taken. False: it goes to standard error. Called by many threads at once.
using Sink = bool (*)(const Entry& entry);

// Set once, before threads start. nullptr, as at first: there is none.
void set_sink(Sink sink);

} // namespace base::log
