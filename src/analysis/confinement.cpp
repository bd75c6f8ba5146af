#include "analysis/confinement.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"
#include "base/process.hpp"
#include "base/sanitized.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace analysis {

namespace {

constexpr rlim_t k_memory_bytes = rlim_t{1} << 30U;
constexpr int k_malloc_arenas = 2;
constexpr rlim_t k_cpu_sec = 120;
constexpr rlim_t k_file_bytes = rlim_t{64} << 20U; // an artifact into a regular file, by hand
constexpr rlim_t k_descriptors = 256;              // a scan has all its probes under way at once

// Libraries that a scan loads while it is at work, and their settings. Nothing else of /etc can be
// read: the rest tells of the host, and some of it is secret. The basket names what a scan needs
// there.
constexpr const char* k_read_by_scans[] = {
    "/usr", "/lib", "/lib64", "/etc/ssl/openssl.cnf", "/proc/self", "/dev/null", "/dev/urandom"};

constexpr std::uint64_t k_reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t k_first_version =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | k_reading |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t k_refer = std::uint64_t{1} << 13U;    // version 2
constexpr std::uint64_t k_truncate = std::uint64_t{1} << 14U; // version 3

void limit(__rlimit_resource_t resource, rlim_t most)
{
    rlimit now{};
    if (getrlimit(resource, &now) != 0) throw base::Fault::from_errno("getrlimit");
    const rlim_t allowed = now.rlim_max == RLIM_INFINITY ? most : std::min(most, now.rlim_max);
    const rlimit wanted{allowed, allowed};
    if (setrlimit(resource, &wanted) != 0) throw base::Fault::from_errno("setrlimit");
}

void allow_reading(const base::Fd& ruleset, const char* path)
{
    const base::Fd place{open(path, O_PATH | O_CLOEXEC)};
    if (!place.is_open()) return;
    struct stat info {};
    if (fstat(place.get(), &info) != 0) throw base::Fault::from_errno("fstat");
    landlock_path_beneath_attr rule{};
    rule.allowed_access =
        S_ISDIR(info.st_mode) ? k_reading : std::uint64_t{LANDLOCK_ACCESS_FS_READ_FILE};
    rule.parent_fd = place.get();
    if (syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        throw base::Fault::from_errno("landlock_add_rule");
}

bool lock_files(Sockets sockets, std::span<const std::string> readable)
{
    const long version =
        syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        if (errno == ENOSYS || errno == EOPNOTSUPP) return false;
        throw base::Fault::from_errno("landlock_create_ruleset");
    }
    landlock_ruleset_attr rules{};
    rules.handled_access_fs = k_first_version;
    if (version >= 2) rules.handled_access_fs |= k_refer;
    if (version >= 3) rules.handled_access_fs |= k_truncate;
    const base::Fd ruleset{static_cast<int>(
        syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0))};
    if (!ruleset.is_open()) throw base::Fault::from_errno("landlock_create_ruleset");
    // An engine of texts has all it needs in memory. A sanitizer's report reads who was at fault.
    if (sockets == Sockets::internet || base::k_is_sanitized)
        for (const char* path : k_read_by_scans) allow_reading(ruleset, path);
    for (const std::string& path : readable) allow_reading(ruleset, path.c_str());
    if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        throw base::Fault::from_errno("landlock_restrict_self");
    return true;
}

} // namespace

Confined confine(Sockets sockets, std::span<const std::string> readable)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw base::Fault::from_errno("no_new_privs");
    base::keep_memory_private();
    // Each arena of malloc reserves 64 MB of the address space that is bounded here: with one for
    // each thread of a scan there was none left for a thread's stack, on a busy machine now and
    // then.
    mallopt(M_ARENA_MAX, k_malloc_arenas);
    limit(RLIMIT_CORE, 0);
    // A sanitizer's shadow needs terabytes of address space.
    if (!base::k_is_sanitized) limit(RLIMIT_AS, k_memory_bytes);
    limit(RLIMIT_CPU, k_cpu_sec);
    limit(RLIMIT_FSIZE, k_file_bytes);
    limit(RLIMIT_NOFILE, k_descriptors);
    const bool is_landlocked = lock_files(sockets, readable);
    return {.by_landlock = is_landlocked, .by_seccomp = filter_system_calls(sockets)};
}

void warn_of_missing(const Confined& confined)
{
    if (!confined.by_landlock) base::log::warning("landlock_missing");
    if (!confined.by_seccomp) base::log::warning("seccomp_missing");
}

} // namespace analysis
