// What `assay db backup` and `assay db restore` ask of a copy, and tell of it.
#pragma once

#include "config/config.hpp"
#include "store/copy_report.hpp"

#include <string>

namespace cli {

// Reads all of the copy at `path`, and leaves it in one file. Violations go to stderr. Throws
// Fault: not a database of ours, damaged, a newer schema.
store::CopyReport check_copy(const std::string& path, const config::Config& config);

// "schema 28, 12 jobs, chain read to block 900".
std::string words_of(const store::CopyReport& report);

// "20261129T230811Z", for names of files.
std::string time_of_name(base::Instant instant);

} // namespace cli
