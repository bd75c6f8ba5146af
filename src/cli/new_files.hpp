// Files that a verb puts in place for the operator, and never over what was edited.
#pragma once

#include "base/result.hpp"
#include "cli/deeds.hpp"

#include <span>
#include <string>
#include <vector>

namespace cli {

struct NewFile {
    std::string path;
    std::string text;
    unsigned mode = 0644;
    // What an installation or an earlier run has left there: no work of anyone's is lost with it.
    std::vector<std::string> replaces{};
    std::string group{}; // "": the one of this process; kept too where the host does not have it
};

// Writes them, each atomically, with the folders that they need; one that is made for a secret is
// the owner's alone. An edited file is refused before the first is written; `may_replace` keeps it
// as PATH.before instead. A death in between leaves some: the same again writes the rest. A dry run
// refuses alike, and writes nothing. The paths of such copies; the error is one sentence. Throws
// Fault.
base::Result<std::vector<std::string>, std::string> put_in_place(std::span<const NewFile> files,
                                                                 bool may_replace,
                                                                 const Deeds& deeds);

} // namespace cli
