#include "cli/supervisor.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "base/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cli {

namespace {

using std::chrono::steady_clock;

// As in the units: RestartSec=200ms.
constexpr std::chrono::milliseconds k_restart_pause{200};
constexpr std::chrono::milliseconds k_idle_period{100};
constexpr std::chrono::seconds k_stop_patience{10};

sigset_t watched_signals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int each : {SIGCHLD, SIGTERM, SIGINT}) sigaddset(&signals, each);
    return signals;
}

// The next of our signals, or 0 when none came within `limit`.
int next_signal(std::chrono::milliseconds limit)
{
    const sigset_t signals = watched_signals();
    const timespec wait{limit.count() / 1000, limit.count() % 1000 * 1'000'000};
    const int received = ::sigtimedwait(&signals, nullptr, &wait);
    return received < 0 ? 0 : received;
}

} // namespace

Supervisor::Supervisor(std::string log_directory) : m_log_directory{std::move(log_directory)}
{
    const sigset_t signals = watched_signals();
    if (::sigprocmask(SIG_BLOCK, &signals, nullptr) != 0)
        throw base::Fault::from_errno("cannot block signals");
}

Supervisor::~Supervisor()
{
    stop();
}

void Supervisor::start(Program program)
{
    m_running.push_back({std::move(program), -1, {}});
    spawn(m_running.back());
}

void Supervisor::spawn(Running& running)
{
    const Program& program = running.program;
    const std::string log_path = base::concat(m_log_directory, "/", program.name, ".log");
    const base::Fd log{::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640)};
    if (!log.is_open()) throw base::Fault::from_errno(base::concat("cannot open ", log_path));
    running.pid = base::spawn({.command = program.command,
                               .environment = program.environment,
                               .descriptors = {program.standard_input, log.get(), log.get()},
                               .death_signal = SIGTERM});
}

void Supervisor::reap()
{
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0;
         pid = ::waitpid(-1, &status, WNOHANG)) {
        const auto ended = std::find_if(m_running.begin(), m_running.end(),
                                        [pid](const Running& each) { return each.pid == pid; });
        if (ended == m_running.end()) continue;
        base::log::warning("program_ended", {{"program", ended->program.name},
                                             {"pid", pid},
                                             {"status", base::describe_wait_status(status)}});
        ended->pid = -1;
        ended->restart_at = steady_clock::now() + k_restart_pause;
    }
}

void Supervisor::restart_due()
{
    for (Running& each : m_running)
        if (each.pid < 0 && steady_clock::now() >= each.restart_at) spawn(each);
}

void Supervisor::run(const std::function<bool()>& when_idle)
{
    for (;;) {
        const int received = next_signal(k_idle_period);
        if (received == SIGTERM || received == SIGINT) return;
        reap();
        restart_due();
        if (!when_idle()) return;
    }
}

void Supervisor::stop()
{
    for (const Running& each : m_running)
        if (each.pid > 0) ::kill(each.pid, each.program.stop_signal);
    const auto patience_ends = steady_clock::now() + k_stop_patience;
    for (Running& each : m_running) {
        while (each.pid > 0) {
            int status = 0;
            const pid_t ended = ::waitpid(each.pid, &status, WNOHANG);
            if (ended == each.pid || (ended < 0 && errno == ECHILD)) {
                each.pid = -1;
            } else if (steady_clock::now() > patience_ends) {
                base::log::error("program_killed",
                                 {{"program", each.program.name}, {"pid", each.pid}});
                ::kill(each.pid, SIGKILL);
            } else {
                next_signal(k_idle_period);
            }
        }
    }
    m_running.clear();
}

} // namespace cli
