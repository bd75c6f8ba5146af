#include "base/process.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/sanitized.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

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

constexpr int k_not_executed = 127; // as a shell has it

// What becomes the program. The memory is the caller's until then, whose thread waits: what is
// called here neither allocates nor locks.
struct Becoming {
    const std::vector<int>& sources;
    int death_signal;
    pid_t parent;
    char* const* arguments;
    char* const* environment;
};

// A handler of ours would run in the memory of both. What is ignored stays so in the program.
void forget_handlers()
{
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) != 0) continue;
        if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) ::signal(number, SIG_DFL);
    }
    ::signal(SIGPIPE, SIG_DFL);
}

int become(void* given)
{
    const auto& wanted = *static_cast<const Becoming*>(given);
    ::prctl(PR_SET_PDEATHSIG, wanted.death_signal);
    if (::getppid() != wanted.parent) ::_exit(k_not_executed); // it died before prctl
    forget_handlers();
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (std::size_t i = 0; i < wanted.sources.size(); ++i)
        ::dup2(wanted.sources[i], static_cast<int>(i));
    ::execvpe(wanted.arguments[0], wanted.arguments, wanted.environment);
    ::_exit(k_not_executed);
}

// Signals wait until a process that shares our memory has become the program.
class SignalsHeld {
public:
    SignalsHeld()
    {
        sigset_t all;
        sigfillset(&all);
        if (const int code = ::pthread_sigmask(SIG_BLOCK, &all, &m_before); code != 0) {
            errno = code;
            throw Fault::from_errno("signals cannot be held");
        }
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
    sigset_t m_before{};
};

// A sanitizer's books may not be shared: this is a copy, for which the caller waits as below.
pid_t fork_into(Becoming& wanted)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Fault::from_errno("pipe");
    const Fd reading{ends[0]};
    Fd writing{ends[1]};
    const pid_t pid = ::fork();
    if (pid == 0) become(&wanted);
    writing = Fd{};
    char none = 0;
    while (::read(reading.get(), &none, 1) < 0 && errno == EINTR) continue; // until it is closed
    return pid;
}

// As vfork, on a stack of its own: a copy of our page tables, and of each page that we write
// meanwhile, took as long as a third of a small analysis. The caller's thread waits until the
// program runs: the death signal would not be sent for one that ends before it is asked for.
pid_t clone_into(Becoming& wanted)
{
    if constexpr (k_is_sanitized) return fork_into(wanted);
    constexpr std::size_t k_stack_bytes = std::size_t{64} * 1024; // execvpe joins paths there
    std::vector<std::max_align_t> stack(k_stack_bytes / sizeof(std::max_align_t));
    const SignalsHeld signals;
    return ::clone(become, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &wanted);
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

    Becoming wanted{.sources = sources,
                    .death_signal = plan.death_signal,
                    .parent = ::getpid(),
                    .arguments = arguments.data(),
                    .environment = variables.data()};
    const pid_t pid = clone_into(wanted);
    if (pid < 0) throw Fault::from_errno("clone");
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
