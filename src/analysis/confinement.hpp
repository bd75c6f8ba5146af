// What a process gives up before it looks at a stranger's bytes.
#pragma once

namespace analysis {

enum class Landlocked { yes, not_in_this_kernel };

// For good, and for every child: no new privileges, no core dump, bounded memory, CPU time, files
// and file size; the file system read-only and only its system part (/usr, /lib, /etc, /dev/null
// ...), by Landlock where the kernel has it. Throws Fault when the kernel has a means and refuses.
Landlocked confine();

} // namespace analysis
