// A verb of `assay` in a process of its own, which dies at a named place of the code.
#pragma once

#include "cli/verbs.hpp"
#include "support/processes.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace verb_child {

// By the configuration and in the run directory of a folder. `failpoint`: "restore_swap.before";
// empty: it lives. Returns its exit code; 128 + SIGKILL when it died.
inline int run(const support::TempDir& folder, const std::vector<std::string_view>& words,
               const char* failpoint)
{
    support::Child child{[&] {
        ::setenv("ASSAY_RUN_DIR", folder.path().c_str(), 1);
        ::setenv("ASSAY_CONFIG", folder.file("assay.toml").c_str(), 1);
        ::setenv("ASSAY_FAILPOINT", failpoint, 1);
        const support::QuietOutput quiet;
        return static_cast<int>(cli::run(words));
    }};
    return child.wait();
}

} // namespace verb_child
