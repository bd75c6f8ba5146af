// The forensics product: the network this host is in, against what a basket says it must be.
#pragma once

#include "analysis/forensics/scan.hpp"
#include "base/json.hpp"

#include <string>
#include <vector>

namespace analysis::forensics {

// The artifact of forensics_run, or of forensics_custom when there are `targets`. Throws Fault when
// `basket_path` names no basket that can be read. When a check hangs, its thread goes on after this
// returns: end the process by _exit, as nothing it uses may be taken down.
base::json::Ref run(const std::string& basket_path, std::vector<Target> targets,
                    const ScanProgress& progress);

// The basket itself, the files it names, and where this host's resolvers stand, which may be a link
// to elsewhere: for confine(). Throws Fault as run() does.
std::vector<std::string> files_of(const std::string& basket_path);

} // namespace analysis::forensics
