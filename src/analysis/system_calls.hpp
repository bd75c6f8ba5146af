// Which system calls are left to a process that looks at a stranger's bytes (seccomp).
#pragma once

namespace analysis {

enum class Sockets {
    none,     // engines of texts
    internet, // scans: IPv4, IPv6, and netlink for the networks of this host
};

// For good, for all threads and whatever they start: no other program, no other process, no signal
// to one, no file opened for writing, no memory made executable, no setting of the machine. What no
// honest run asks for ends the process at once (SIGSYS), so that an intrusion is seen and ends with
// its first step; all else that is not on the list fails with ENOSYS, as in an older kernel, which
// libraries are prepared for.
// False: this kernel has no such filter. Needs no_new_privs. Throws Fault when it has one and
// refuses.
bool filter_system_calls(Sockets sockets);

} // namespace analysis
