// What a process gives up before it looks at a stranger's bytes.
#pragma once

#include "analysis/system_calls.hpp"

#include <span>
#include <string>

namespace analysis {

// What of the two the kernel has; the rest is in force in any case.
struct Confined {
    bool by_landlock = false;
    bool by_seccomp = false;
};

// For good, and for every child: no new privileges, no core dump, bounded memory, CPU time, files
// and file size; no file but, for reading, those in `readable` (or below them, if they are
// directories) and, where there are sockets, programs and libraries (/usr, /lib ...) with OpenSSL's
// configuration, by Landlock; no more system calls than such work takes, by seccomp
// (system_calls.hpp). Those of `readable` that do not exist are passed over. Throws Fault when the
// kernel has a means and refuses.
Confined confine(Sockets sockets, std::span<const std::string> readable = {});

// The operator is told in the log of what the kernel has not.
void warn_of_missing(const Confined& confined);

} // namespace analysis
