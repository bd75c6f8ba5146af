#include "analysis/system_call_rules.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <memory>
#include <span>
#include <system_error>

namespace analysis {

namespace {

using Calls = std::span<const int>;

// What libstdc++, glibc, OpenSSL and Jansson ask for while they compute and print. Those a machine
// does not have have a negative number, and no rule.
constexpr int k_computing[] = {
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(lseek),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(stat),
    SCMP_SYS(lstat),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getdents64),
    SCMP_SYS(getcwd),
    SCMP_SYS(fadvise64),
    SCMP_SYS(dup),

    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(getrandom),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(getrusage),
    SCMP_SYS(times),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(setitimer),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

// What the checks of a scan ask for beside that: six threads, and waiting for many answers at once.
// A socket is another rule.
constexpr int k_scanning[] = {
    SCMP_SYS(socketpair),    SCMP_SYS(connect),         SCMP_SYS(bind),
    SCMP_SYS(getsockname),   SCMP_SYS(getpeername),     SCMP_SYS(getsockopt),
    SCMP_SYS(setsockopt),    SCMP_SYS(shutdown),        SCMP_SYS(sendto),
    SCMP_SYS(sendmsg),       SCMP_SYS(sendmmsg),        SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg),       SCMP_SYS(recvmmsg),        SCMP_SYS(poll),
    SCMP_SYS(ppoll),         SCMP_SYS(select),          SCMP_SYS(pselect6),
    SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl),       SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),   SCMP_SYS(eventfd2),        SCMP_SYS(pipe2),
    SCMP_SYS(memfd_create),  SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(membarrier),
};

// What only an intruder asks for: other programs and processes, more rights, the machine itself.
constexpr int k_deadly[] = {
    SCMP_SYS(execve),
    SCMP_SYS(execveat),
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(kcmp),
    SCMP_SYS(kill),
    SCMP_SYS(tkill),
    SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(setuid),
    SCMP_SYS(setgid),
    SCMP_SYS(setreuid),
    SCMP_SYS(setregid),
    SCMP_SYS(setresuid),
    SCMP_SYS(setresgid),
    SCMP_SYS(setgroups),
    SCMP_SYS(setfsuid),
    SCMP_SYS(setfsgid),
    SCMP_SYS(capset),
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(chroot),
    SCMP_SYS(pivot_root),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(move_mount),
    SCMP_SYS(open_tree),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(personality),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(reboot),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
    SCMP_SYS(syslog),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
};

struct FilterFree {
    void operator()(void* filter) const noexcept { seccomp_release(filter); }
};

// A whitelist under construction.
class Filter {
public:
    Filter() : m_filter{seccomp_init(SCMP_ACT_ERRNO(ENOSYS))}
    {
        if (!m_filter) require(-ENOMEM);
        set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS); // calls of another machine's numbers
    }

    void rule(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> conditions = {})
    {
        if (call < 0) return; // not of this machine
        require(seccomp_rule_add_array(m_filter.get(), action, call,
                                       static_cast<unsigned>(conditions.size()),
                                       conditions.begin()));
    }

    void rules(std::uint32_t action, Calls calls)
    {
        for (const int call : calls) rule(action, call);
    }

    void write(int descriptor) const { require(seccomp_export_bpf(m_filter.get(), descriptor)); }

private:
    void set(scmp_filter_attr attribute, std::uint32_t value)
    {
        require(seccomp_attr_set(m_filter.get(), attribute, value));
    }

    static void require(int code)
    {
        if (code != 0)
            throw std::system_error{-code, std::generic_category(), "a filter of system calls"};
    }

    std::unique_ptr<void, FilterFree> m_filter;
};

// The condition that argument `number` has all of these bits set, or none of them.
scmp_arg_cmp with(unsigned number, std::uint64_t bits)
{
    return {.arg = number, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = bits};
}

scmp_arg_cmp without(unsigned number, std::uint64_t bits)
{
    return {.arg = number, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = 0};
}

scmp_arg_cmp is(unsigned number, std::uint64_t value)
{
    return {.arg = number, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}

scmp_arg_cmp is_not(unsigned number, std::uint64_t value)
{
    return {.arg = number, .op = SCMP_CMP_NE, .datum_a = value, .datum_b = 0};
}

void allow_files_and_memory(Filter& filter)
{
    constexpr std::uint64_t k_writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_TMPFILE;
    constexpr std::uint64_t k_reading_only = k_writing & ~std::uint64_t{O_DIRECTORY};
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(openat), {without(2, k_reading_only)});
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(open), {without(1, k_reading_only)});
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(mmap), {without(2, PROT_EXEC)});
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(mprotect), {without(2, PROT_EXEC)});
    // Limits may be read, for a thread's stack.
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), {is(0, 0), is(2, 0)});
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(getrlimit));
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(prctl), {is(0, PR_SET_NAME)});
}

// But for the owner of a descriptor, who gets signals of it.
void allow_descriptor_flags(Filter& filter)
{
    for (const int command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC})
        filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(fcntl), {is(1, static_cast<std::uint64_t>(command))});
}

// abort() and pthread_kill(); no other process gets a signal from here.
void allow_own_signals(Filter& filter, std::uint64_t self)
{
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), {is(0, self)});
    filter.rule(SCMP_ACT_KILL_PROCESS, SCMP_SYS(tgkill), {is_not(0, self)});
}

// glibc falls back to clone() when clone3() is unknown, whose flags no filter can see.
void allow_threads(Filter& filter)
{
    filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(clone), {with(0, CLONE_THREAD)});
    filter.rule(SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), {without(0, CLONE_THREAD)});
}

void allow_sockets(Filter& filter)
{
    filter.rules(SCMP_ACT_ALLOW, k_scanning);
    for (const int family : {AF_INET, AF_INET6, AF_NETLINK})
        filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(socket), {is(0, static_cast<std::uint64_t>(family))});
}

} // namespace

void write_filter(int descriptor, const FilteredProcess& process)
{
    Filter filter;
    filter.rules(SCMP_ACT_ALLOW, k_computing);
    filter.rules(SCMP_ACT_KILL_PROCESS, k_deadly);
    allow_files_and_memory(filter);
    allow_descriptor_flags(filter);
    allow_own_signals(filter, process.id);
    // To see whether an object with virtual functions is one, UBSan writes its memory into a pipe.
    if (process.is_sanitized) filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(pipe));
    switch (process.sockets) {
    case Sockets::none:
        if (process.is_sanitized)
            filter.rule(SCMP_ACT_ALLOW, SCMP_SYS(pipe2)); // of the others anyway
        for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(clone)})
            filter.rule(SCMP_ACT_KILL_PROCESS, call);
        break;
    case Sockets::internet:
        allow_threads(filter);
        allow_sockets(filter);
        break;
    }
    filter.write(descriptor);
}

} // namespace analysis
