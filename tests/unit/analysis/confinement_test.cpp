// What a process that looks at a stranger's bytes cannot do any more, tried call by call, each in a
// process of its own: the kernel itself answers.
#include "analysis/confinement.hpp"

#include "analysis/made_filters.hpp"
#include "analysis/system_call_rules.hpp"
#include "base/fd.hpp"
#include "base/sanitized.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using analysis::Sockets;

constexpr int k_killed = 128 + SIGSYS;
constexpr int k_went_through = 0;

// An attempt returns as a system call does: what is negative has failed, and errno says why.
struct Attempt {
    const char* name;
    std::function<long()> make;
};

// Other suites hold more descriptors than a confined process may have.
void close_what_others_have_open()
{
    if (close_range(3, ~0U, 0) != 0) throw std::runtime_error{"close_range"};
}

// errno of the attempt, k_went_through, or k_killed.
int outcome(Sockets sockets, const Attempt& attempt, std::span<const std::string> readable = {})
{
    return support::Child{[&] {
               close_what_others_have_open();
               analysis::confine(sockets, readable);
               return attempt.make() < 0 ? errno : k_went_through;
           }}
        .wait();
}

void expect(int expected, Sockets sockets, std::initializer_list<Attempt> attempts)
{
    for (const Attempt& attempt : attempts)
        CPPUNIT_ASSERT_EQUAL_MESSAGE(attempt.name, expected, outcome(sockets, attempt));
}

// What starting one comes to: a sanitizer's own preparations would not get that far.
long begin_thread()
{
    constexpr long k_of_a_thread =
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    return syscall(SYS_clone, k_of_a_thread, nullptr, nullptr, nullptr, nullptr);
}

long start_thread()
{
    std::thread{[] {}}.join();
    return 0;
}

long open_file(const char* path, int flags)
{
    return open(path, flags, 0600);
}

std::vector<sock_filter> filter_of_rules(const analysis::FilteredProcess& process)
{
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error{"pipe"};
    analysis::write_filter(ends[1], process);
    close(ends[1]);
    std::vector<sock_filter> out(4096);
    const auto got = read(ends[0], out.data(), out.size() * sizeof out[0]);
    close(ends[0]);
    out.resize(static_cast<std::size_t>(got) / sizeof out[0]);
    return out;
}

bool is_same(const sock_filter& one, const sock_filter& other)
{
    return one.code == other.code && one.jt == other.jt && one.jf == other.jf && one.k == other.k;
}

class ConfinementTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfinementTest);
    CPPUNIT_TEST(other_programs_and_processes_end_it);
    CPPUNIT_TEST(more_rights_end_it);
    CPPUNIT_TEST(a_text_needs_no_socket_and_no_thread);
    CPPUNIT_TEST(a_scan_has_the_sockets_of_the_internet_and_threads);
    CPPUNIT_TEST(nothing_is_written_and_nothing_becomes_code);
    CPPUNIT_TEST(its_bounds_stay);
    CPPUNIT_TEST(files_are_read_by_scans_only_and_of_etc_only_what_is_named);
    CPPUNIT_TEST(it_can_still_compute_wait_and_abort);
    CPPUNIT_TEST(what_the_build_made_is_what_the_rules_say);
    CPPUNIT_TEST(a_kernel_without_means_is_told_of);
    CPPUNIT_TEST_SUITE_END();

public:
    void other_programs_and_processes_end_it()
    {
        static char program[] = "/bin/true";
        static char* const arguments[] = {program, nullptr};
        for (const Sockets sockets : {Sockets::none, Sockets::internet})
            expect(
                k_killed, sockets,
                {{"execve", [] { return execve(program, arguments, environ); }},
                 {"execveat",
                  [] { return syscall(SYS_execveat, AT_FDCWD, program, arguments, environ, 0); }},
                 {"fork", [] { return fork(); }},
                 {"clone", [] { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }},
                 {"kill", [] { return kill(getppid(), 0); }},
                 {"kill of its own", [] { return kill(0, 0); }},
                 {"tkill", [] { return syscall(SYS_tkill, getppid(), 0); }},
                 {"tgkill", [] { return syscall(SYS_tgkill, getppid(), getppid(), 0); }},
                 {"sigqueue", [] { return sigqueue(getppid(), 0, {}); }},
                 {"pidfd_open", [] { return syscall(SYS_pidfd_open, getppid(), 0); }},
                 {"ptrace", [] { return ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr); }},
                 {"process_vm_readv",
                  [] { return process_vm_readv(getppid(), nullptr, 0, nullptr, 0, 0); }},
                 {"process_vm_writev",
                  [] { return process_vm_writev(getppid(), nullptr, 0, nullptr, 0, 0); }}});
    }

    void more_rights_end_it()
    {
        for (const Sockets sockets : {Sockets::none, Sockets::internet})
            expect(k_killed, sockets,
                   {{"setuid", [] { return setuid(getuid()); }},
                    {"unshare", [] { return unshare(CLONE_NEWUSER); }},
                    {"setns", [] { return setns(0, 0); }},
                    {"chroot", [] { return chroot("/"); }},
                    {"mount", [] { return syscall(SYS_mount, "a", "/mnt", "tmpfs", 0, nullptr); }},
                    {"keyctl", [] { return syscall(SYS_keyctl, 0, 0, 0, 0, 0); }},
                    {"add_key", [] { return syscall(SYS_add_key, "user", "a", "b", 1, -1); }},
                    {"bpf", [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
                    {"io_uring", [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
                    {"perf", [] { return syscall(SYS_perf_event_open, nullptr, 0, 0, 0, 0); }},
                    {"userfaultfd", [] { return syscall(SYS_userfaultfd, 0); }}});
    }

    void a_text_needs_no_socket_and_no_thread()
    {
        static int ends[2];
        expect(k_killed, Sockets::none,
               {{"IPv4", [] { return socket(AF_INET, SOCK_STREAM, 0); }},
                {"IPv6", [] { return socket(AF_INET6, SOCK_DGRAM, 0); }},
                {"local", [] { return socket(AF_UNIX, SOCK_STREAM, 0); }},
                {"netlink", [] { return socket(AF_NETLINK, SOCK_RAW, 0); }},
                {"pair", [] { return socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }},
                {"thread", begin_thread}});
        // What a descriptor could be had for from elsewhere.
        expect(ENOSYS, Sockets::none,
               {{"connect", [] { return connect(0, nullptr, 0); }},
                {"sendto", [] { return sendto(0, "", 0, 0, nullptr, 0); }},
                {"recvmsg", [] { return recvmsg(0, nullptr, 0); }}});
    }

    void a_scan_has_the_sockets_of_the_internet_and_threads()
    {
        expect(k_went_through, Sockets::internet,
               {{"IPv4", [] { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }},
                {"IPv4 datagrams", [] { return socket(AF_INET, SOCK_DGRAM, 0); }},
                {"thread", start_thread}});
        expect(ENOSYS, Sockets::internet,
               {{"local", [] { return socket(AF_UNIX, SOCK_STREAM, 0); }},
                {"packets", [] { return socket(AF_PACKET, SOCK_RAW, 0); }},
                {"virtual machine", [] { return socket(AF_VSOCK, SOCK_STREAM, 0); }},
                {"cipher", [] { return socket(AF_ALG, SOCK_SEQPACKET, 0); }},
                {"listen", [] { return listen(0, 1); }},
                {"accept", [] { return accept(0, nullptr, nullptr); }}});
    }

    void nothing_is_written_and_nothing_becomes_code()
    {
        const support::TempDir directory;
        static std::string file;
        file = directory.file("written");
        constexpr int k_anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
        const auto map = [](int protection) {
            void* const at = mmap(nullptr, 4096, protection, k_anonymous, -1, 0);
            return at == MAP_FAILED ? nullptr : at;
        };
        for (const Sockets sockets : {Sockets::none, Sockets::internet})
            expect(
                ENOSYS, sockets,
                {{"new", [] { return open_file(file.c_str(), O_RDONLY | O_CREAT); }},
                 {"written", [] { return open_file("/dev/null", O_WRONLY); }},
                 {"both", [] { return open_file("/dev/null", O_RDWR); }},
                 {"unlink", [] { return unlink(file.c_str()); }},
                 {"rename", [] { return rename(file.c_str(), "/tmp/other"); }},
                 {"mkdir", [] { return mkdir(file.c_str(), 0700); }},
                 {"chmod", [] { return chmod(file.c_str(), 0700); }},
                 {"truncate", [] { return truncate(file.c_str(), 0); }},
                 {"code", [&] { return map(PROT_READ | PROT_EXEC) != nullptr ? 0L : -1L; }},
                 {"made code",
                  [&] { return mprotect(map(PROT_READ | PROT_WRITE), 4096, PROT_EXEC); }},
                 {"keys of memory", [] { return syscall(SYS_pkey_mprotect, nullptr, 0, 0, 0); }}});
        CPPUNIT_ASSERT(access(file.c_str(), F_OK) != 0);
    }

    void its_bounds_stay()
    {
        static rlimit more{RLIM_INFINITY, RLIM_INFINITY};
        for (const Sockets sockets : {Sockets::none, Sockets::internet})
            expect(ENOSYS, sockets,
                   {{"setrlimit", [] { return setrlimit(RLIMIT_CPU, &more); }},
                    {"limits of others",
                     [] { return prlimit(getppid(), RLIMIT_CPU, nullptr, &more); }},
                    {"dumpable", [] { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }},
                    {"another filter", [] { return syscall(SYS_seccomp, 1, 0, nullptr); }},
                    {"clone3", [] { return syscall(SYS_clone3, nullptr, 0); }},
                    {"signals by a descriptor", [] { return fcntl(0, F_SETOWN, getppid()); }},
                    {"keys typed for others", [] { return ioctl(0, TIOCSTI, "x"); }},
                    {"priority", [] { return setpriority(PRIO_PROCESS, 0, 1); }}});
    }

    void files_are_read_by_scans_only_and_of_etc_only_what_is_named()
    {
        const int has_landlock = support::Child{[] {
                                     close_what_others_have_open();
                                     return analysis::confine(Sockets::none).by_landlock ? 1 : 0;
                                 }}.wait();
        if (has_landlock == 0) return; // nothing to see in this kernel
        CPPUNIT_ASSERT_EQUAL(1, has_landlock);
        const auto reads = [](Sockets sockets, const char* path,
                              std::span<const std::string> readable = {}) {
            return outcome(sockets,
                           {path, [path] { return open_file(path, O_RDONLY | O_CLOEXEC); }},
                           readable);
        };
        const std::vector<std::string> named{"/etc/resolv.conf"};
        for (const Sockets sockets : {Sockets::none, Sockets::internet}) {
            for (const char* path : {"/etc/passwd", "/etc/hosts", "/etc/fstab", "/etc", "/etc/ssl",
                                     "/etc/resolv.conf", "/proc/1/status", "/tmp", "/"})
                CPPUNIT_ASSERT_EQUAL_MESSAGE(path, EACCES, reads(sockets, path));
            CPPUNIT_ASSERT_EQUAL(k_went_through, reads(sockets, "/etc/resolv.conf", named));
            CPPUNIT_ASSERT_EQUAL(EACCES, reads(sockets, "/etc/hosts", named));
        }
        CPPUNIT_ASSERT_EQUAL(k_went_through, reads(Sockets::internet, "/usr/lib/ssl/openssl.cnf"));
        if (base::k_is_sanitized) return; // its report reads as a scan does
        for (const char* path : {"/usr/lib/ssl/openssl.cnf", "/usr", "/lib", "/proc/self/maps"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(path, EACCES, reads(Sockets::none, path));
    }

    void it_can_still_compute_wait_and_abort()
    {
        for (const Sockets sockets : {Sockets::none, Sockets::internet}) {
            expect(k_went_through, sockets,
                   {{"memory",
                     [] {
                         std::vector<char> much(std::size_t{1} << 20U, 'x');
                         return much.back() == 'x' ? 0L : -1L;
                     }},
                    {"sleep",
                     [] {
                         std::this_thread::sleep_for(std::chrono::milliseconds{1});
                         return 0L;
                     }},
                    {"random", [] {
                         char some[8];
                         return getentropy(some, sizeof some);
                     }}});
            expect(128 + SIGABRT, sockets, {{"abort", []() -> long { std::abort(); }}});
        }
    }

    // As if it were old: a program that asks for a filter hears that there is none.
    // By the libseccomp of this machine, for a process that the build did not know.
    void what_the_build_made_is_what_the_rules_say()
    {
        for (const Sockets sockets : {Sockets::none, Sockets::internet})
            for (const bool is_sanitized : {false, true}) {
                const auto said =
                    filter_of_rules({.sockets = sockets, .is_sanitized = is_sanitized, .id = 4321});
                const auto made = analysis::made_filter(sockets, is_sanitized);
                CPPUNIT_ASSERT_EQUAL(said.size(), made.size());
                int own = 0;
                for (std::size_t i = 0; i < said.size(); ++i) {
                    sock_filter step = made[i];
                    if (step.k == analysis::k_any_process) {
                        step.k = 4321;
                        ++own;
                    }
                    CPPUNIT_ASSERT(is_same(said[i], step));
                }
                CPPUNIT_ASSERT(own > 0);
            }
    }

    void a_kernel_without_means_is_told_of()
    {
        const int said =
            support::Child{[] {
                scmp_filter_ctx old = seccomp_init(SCMP_ACT_ALLOW);
                const auto absent = SCMP_ACT_ERRNO(ENOSYS);
                for (const int call : {SCMP_SYS(seccomp), SCMP_SYS(landlock_create_ruleset)})
                    seccomp_rule_add(old, absent, call, 0);
                seccomp_rule_add(old, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                                 SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
                if (seccomp_load(old) != 0) return 9;
                const auto confined = analysis::confine(Sockets::none);
                return (confined.by_landlock ? 1 : 0) + (confined.by_seccomp ? 2 : 0);
            }}.wait();
        CPPUNIT_ASSERT_EQUAL(0, said);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfinementTest);

} // namespace
