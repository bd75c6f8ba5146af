// One attempt at a job: a child process `assay-run PRODUCT` with the request on its standard input,
// what the worker adds to it on descriptor 4, and a line to a model on descriptor 5.
//
// Hostile bytes are parsed in the child, never here. The child is killed when it outlives its
// deadline, prints too much, or the owner asks for it. What it writes to standard error is logged
// here, a few lines, as words of its own: it may have been taken over by what it parsed.
#pragma once

#include "job/job.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace work {

// DESIGN.md, 9: the exit codes of assay-run.
enum class ChildEnd {
    artifact, // exit 0: `output` is the artifact's JSON
    refused,  // exit 3: the engine refuses the request
    deadline, // exit 4, or killed at the deadline
    stopped,  // killed because `keep_going` said so
    crashed,  // any other end
};

struct ChildOutcome {
    ChildEnd end = ChildEnd::crashed;
    std::string output; // standard output, at most k_max_output bytes
    std::string detail; // for the log: exit code or signal
    std::chrono::milliseconds wall{0};
};

// The outcome of a child that was not started any more.
inline ChildOutcome stopped_before()
{
    ChildOutcome outcome;
    outcome.end = ChildEnd::stopped;
    outcome.detail = "not started";
    return outcome;
}

struct ChildPlan {
    std::string program; // of assay-run or assay-scan
    std::string product;
    std::vector<std::string> arguments{}; // after the product
    std::string request;                  // JSON text
    std::string envelope = "{}";          // likewise: what the worker adds
    int model_line = -1;                  // inherited; negative: it has none
    std::chrono::milliseconds deadline{0};
    // Called several times a second; false kills the child.
    std::function<bool()> keep_going;
    std::function<void(const job::Progress&)> on_progress;
};

// A result larger than this is a bug of the engine.
inline constexpr std::size_t k_max_output = std::size_t{16} * 1024 * 1024;

// Blocks until the child has ended and was reaped. Throws Fault when it cannot be started.
ChildOutcome run_child(const ChildPlan& plan);

} // namespace work
