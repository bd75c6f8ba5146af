// `assay db restore`: a copy of the database in its place, while nothing runs.
#pragma once

#include "cli/deeds.hpp"
#include "cli/verbs.hpp"
#include "config/config.hpp"

#include <string>

namespace cli {

// What is there is kept beside it. Throws Fault, and has changed nothing then: something runs, the
// copy is not whole or of a newer version, no room. A dry run refuses alike.
Exit restore(const config::Config& config, const std::string& file, const Deeds& deeds);

} // namespace cli
