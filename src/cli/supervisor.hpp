// Keeps a set of programs running in the foreground: what systemd does for the deployed units, for
// `make run` on a machine where nothing is installed.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace cli {

struct Program {
    std::string name; // of the log file and in messages
    std::vector<std::string> command;
    std::vector<std::pair<std::string, std::string>> environment; // added to ours
    int standard_input = -1; // handed over as descriptor 0; negative: /dev/null
    int stop_signal = 15;
};

// Single-threaded. Its programs die with it, also when it is killed.
class Supervisor {
public:
    // Blocks SIGCHLD, SIGTERM and SIGINT in this thread. Each program's output goes to
    // `log_directory`/NAME.log.
    explicit Supervisor(std::string log_directory);
    // Stops what still runs.
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    void start(Program program);

    // Restarts programs that end, until SIGTERM or SIGINT arrives; `when_idle` is called a few
    // times a second and may end the run by returning false.
    void run(const std::function<bool()>& when_idle);

    // Asks every program to stop, waits, and kills what has not stopped after 10 s.
    void stop();

private:
    struct Running {
        Program program;
        pid_t pid = -1;
        std::chrono::steady_clock::time_point restart_at; // when pid is negative
    };

    void spawn(Running& running);
    void reap();
    void restart_due();

    std::string m_log_directory;
    std::vector<Running> m_running;
};

} // namespace cli
