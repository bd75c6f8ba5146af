#include "base/process.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace base {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// Between fork and exec of a threaded process only async-signal-safe calls are allowed.
[[noreturn]] void become(const std::vector<int>& sources, int death_signal, pid_t parent,
                         char* const* arguments, char* const* environment)
{
    ::prctl(PR_SET_PDEATHSIG, death_signal);
    if (::getppid() != parent) ::_exit(127); // the parent died before prctl
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    for (std::size_t i = 0; i < sources.size(); ++i) ::dup2(sources[i], static_cast<int>(i));
    ::execvpe(arguments[0], arguments, environment);
    ::_exit(127);
}

} // namespace

pid_t spawn(SpawnPlan plan)
{
    const Fd nothing{::open("/dev/null", O_RDWR | O_CLOEXEC)};
    if (!nothing.is_open()) throw Fault::from_errno("cannot open /dev/null");
    // Copies above the target range: dup2 in the child must not overwrite a source still needed.
    std::vector<Fd> copies;
    std::vector<int> sources;
    for (const int each : plan.descriptors) {
        copies.emplace_back(::fcntl(each < 0 ? nothing.get() : each, F_DUPFD_CLOEXEC,
                                    static_cast<int>(plan.descriptors.size())));
        if (!copies.back().is_open()) throw Fault::from_errno("cannot copy a descriptor");
        sources.push_back(copies.back().get());
    }

    std::vector<std::string> environment;
    for (char** entry = ::environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
    for (const auto& [name, value] : plan.environment)
        environment.push_back(concat(name, "=", value));
    std::vector<char*> arguments = pointers(plan.command);
    std::vector<char*> variables = pointers(environment);

    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) throw Fault::from_errno("fork");
    if (pid == 0) become(sources, plan.death_signal, parent, arguments.data(), variables.data());
    return pid;
}

void keep_memory_private()
{
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) throw Fault::from_errno("PR_SET_DUMPABLE");
}

void keep_memory_small()
{
    constexpr int k_large_block = 128 * 1024;
    constexpr int k_arenas = 2; // each keeps what could not be given back
    if (::mallopt(M_ARENA_MAX, k_arenas) != 1 || ::mallopt(M_MMAP_THRESHOLD, k_large_block) != 1 ||
        ::mallopt(M_TRIM_THRESHOLD, k_large_block) != 1)
        throw Fault{"mallopt"};
}

void give_memory_back() noexcept
{
    static_cast<void>(::malloc_trim(0)); // whether there was anything to give
}

std::string describe_wait_status(int status)
{
    if (WIFEXITED(status)) return concat("exit ", WEXITSTATUS(status));
    return concat("signal ", WTERMSIG(status));
}

} // namespace base
