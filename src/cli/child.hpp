// Work on strangers' bytes in a process of its own, and what comes of it.
#pragma once

#include "base/fd.hpp"
#include "cli/verbs.hpp"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace cli {

// Closed on exec.
struct Pipe {
    base::Fd reader;
    base::Fd writer;
};
Pipe open_pipe();

struct ChildOutcome {
    std::optional<std::string> text; // all it has printed; nullopt: too much, or it did not end
    int status = 0;                  // as waitpid() has it
};

// Everything the child of ours writes until it closes the other end of `in`; then it is reaped. One
// that takes far longer than a scan, or prints more than an artifact can be, is killed. Throws
// Fault when there is no such child.
ChildOutcome outcome_of_child(const base::Fd& in, pid_t child);

// How work ended, and its artifact or what was wrong, a line for each.
struct Told {
    Exit exit = Exit::error;
    std::string text;
};

// Does `work` in a child that keeps the standard streams and dies with us; what it throws is told
// with Exit::error. `work` confines itself. Throws Fault when there can be no child.
Told tell_from_child(const std::function<Told()>& work);

// To stderr, safe on a terminal: "assay VERB: LINE" for each line.
void complain(std::string_view verb, std::string_view lines);

} // namespace cli
