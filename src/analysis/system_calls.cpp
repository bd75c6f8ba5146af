#include "analysis/system_calls.hpp"

#include "analysis/made_filters.hpp"
#include "base/fault.hpp"
#include "base/sanitized.hpp"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

namespace analysis {

namespace {

long ask_seccomp(unsigned operation, unsigned flags, const void* given)
{
    return ::syscall(SYS_seccomp, operation, flags, given);
}

// The filter as it is for this process.
std::vector<sock_filter> own_filter(Sockets sockets)
{
    const auto made = made_filter(sockets, base::k_is_sanitized);
    std::vector<sock_filter> out{made.begin(), made.end()};
    for (sock_filter& step : out)
        if (step.k == k_any_process) step.k = static_cast<std::uint32_t>(::getpid());
    return out;
}

} // namespace

bool filter_system_calls(Sockets sockets)
{
    // What ends a whole process came last of what the filters need.
    const std::uint32_t ending = SECCOMP_RET_KILL_PROCESS;
    if (ask_seccomp(SECCOMP_GET_ACTION_AVAIL, 0, &ending) != 0) return false;
    auto steps = own_filter(sockets);
    const sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
    // Above zero: a thread that cannot have it.
    if (ask_seccomp(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        throw base::Fault::from_errno("a filter of system calls");
    return true;
}

} // namespace analysis
