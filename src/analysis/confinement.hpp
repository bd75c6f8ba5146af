// What a process gives up before it looks at a stranger's bytes.
#pragma once

#include <span>
#include <string>

namespace analysis {

enum class Landlocked { yes, not_in_this_kernel };

// For good, and for every child: no new privileges, no core dump, bounded memory, CPU time, files
// and file size; the file system read-only and only its system part (/usr, /lib, /etc, /dev/null
// ...) and the files or directories in `readable`, by Landlock where the kernel has it. Those that
// do not exist are passed over. Throws Fault when the kernel has a means and refuses.
Landlocked confine(std::span<const std::string> readable = {});

} // namespace analysis
