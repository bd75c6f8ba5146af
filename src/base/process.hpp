// Processes: starting programs with exactly the descriptors and the death signal
// asked for, and what becomes of our own memory.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace base {

struct SpawnPlan {
    std::vector<std::string> command; // program (found through PATH without a slash) and arguments
    std::vector<std::pair<std::string, std::string>> environment; // added to ours
    // Element i becomes descriptor i of the program; a negative one is /dev/null. Everything else
    // is closed there, since all descriptors of ours are close-on-exec.
    std::vector<int> descriptors = {-1, 1, 2};
    // Sent to the program when the thread that spawned it ends, so that nothing outlives its owner.
    int death_signal = 9;
};

// The process id. Throws Fault when the process cannot be made; a program that cannot be executed
// exits with 127. May be called while other threads run.
pid_t spawn(SpawnPlan plan);

// This process leaves no core dump, and only root may look into it (ptrace, /proc/PID/mem): for
// processes that hold credentials or what buyers sent. Programs it starts are as others until they
// do the same. Throws Fault.
void keep_memory_private();

// Blocks of 128 KiB and more go back to the system as soon as they are freed. By itself glibc
// raises that size to the largest block ever freed, and keeps what is smaller. Threads share two
// arenas, of which each keeps what it cannot give back. Throws Fault.
void keep_memory_small();
// What is free between blocks in use goes back to the system, too. Takes some milliseconds.
void give_memory_back() noexcept;

// How a process ended, from waitpid(): "exit 3", "signal 9".
std::string describe_wait_status(int status);

} // namespace base
