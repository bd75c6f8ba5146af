// What comes of a scan in a process of its own.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace cli {

// Closed on exec.
struct Pipe {
    base::Fd reader;
    base::Fd writer;
};
Pipe open_pipe();

struct ScanOutcome {
    std::optional<std::string> text; // all it has printed; nullopt: too much, or it did not end
    int status = 0;                  // as waitpid() has it
};

// Everything the child of ours writes until it closes the other end of `in`; then it is reaped. One
// that takes far longer than a scan, or prints more than an artifact can be, is killed. Throws
// Fault when there is no such child.
ScanOutcome outcome_of_scan(const base::Fd& in, pid_t child);

} // namespace cli
