// `assay db backup`: a copy of the database while everything runs.
#pragma once

#include "cli/deeds.hpp"
#include "cli/verbs.hpp"
#include "config/config.hpp"

#include <filesystem>

namespace cli {

// Checked, compressed, in a file that must not exist yet. Exit::doubtful: it is made, and its books
// disagree. Throws Fault: there is no database, it is damaged, no room, nothing is left behind.
Exit back_up(const config::Config& config, const std::filesystem::path& target, const Deeds& deeds);

// The same, in `folder` under a name by the time; all but the newest `keep` of such names go then,
// unless the books disagree.
Exit back_up_keeping(const config::Config& config, const std::filesystem::path& folder,
                     std::size_t keep, const Deeds& deeds);

} // namespace cli
