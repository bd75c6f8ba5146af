// Work on strangers' bytes in a process of its own, and what comes of it.
#pragma once

#include "base/fd.hpp"
#include "cli/verbs.hpp"

#include <sys/types.h>

#include <chrono>
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

// A scan ends by itself long before.
inline constexpr std::chrono::seconds k_patience{20};

// Everything the child of ours writes until it closes the other end of `in`; then it is reaped. One
// that takes longer than `patience`, or prints more than an artifact can be, is killed. Throws
// Fault when there is no such child.
ChildOutcome outcome_of_child(const base::Fd& in, pid_t child,
                              std::chrono::seconds patience = k_patience);

// How work ended, and its artifact or what was wrong, a line for each.
struct Told {
    Exit exit = Exit::error;
    std::string text;
};

// A descriptor that the child keeps beside the standard streams, where it is k_line_of_child;
// negative: none. And how long its work may take.
struct ChildTerms {
    int line = -1;
    std::chrono::seconds patience = k_patience;
};
inline constexpr int k_line_of_child = 4;

// Does `work` in a child that keeps the standard streams and dies with us; what it throws is told
// with Exit::error. `work` confines itself. Throws Fault when there can be no child.
Told tell_from_child(const std::function<Told()>& work, const ChildTerms& terms = {});

// To stderr, safe on a terminal: "assay VERB: LINE" for each line.
void complain(std::string_view verb, std::string_view lines);

} // namespace cli
