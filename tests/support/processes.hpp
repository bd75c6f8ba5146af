// Processes of one's own for races and crashes: forked, started together, reaped for certain.
//
// A child opens its own connections; it never returns into the test, and what it throws is printed
// and becomes exit code 70.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace support {

inline constexpr int k_child_threw = 70;

class Child {
public:
    // The exit code is what `body` returns.
    explicit Child(const std::function<int()>& body);
    // Killed and reaped when no test waited.
    ~Child();
    Child(Child&& other) noexcept;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Exit code; 128 + signal when it was killed.
    int wait();
    // SIGKILL, and reaped.
    void kill();

private:
    pid_t m_pid;
};

// Holds children back until all of them are there.
class StartLine {
public:
    StartLine();
    // In the child: returns when the parent says go.
    void wait();
    void go();

private:
    base::Fd m_reading;
    base::Fd m_writing;
};

// What children tell their parent: short lines, each whole, in the order of writing.
class Ledger {
public:
    Ledger();
    // In a child. At most 4000 bytes, so that lines of several writers never mix (PIPE_BUF).
    void write(const std::string& line) const;
    // In the parent: the next line; empty when every writer is gone.
    std::string read();
    // In the parent, after the last fork: only children hold the writing end from now on.
    void only_read();
    std::vector<std::string> read_all();

private:
    base::Fd m_reading;
    base::Fd m_writing;
    std::string m_rest;
};

// Runs `count` children at once, each with its number; their exit codes.
std::vector<int> race(int count, const std::function<int(int)>& body);

} // namespace support
