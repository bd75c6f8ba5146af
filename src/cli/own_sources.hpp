// Files named on a command line, as a request has them.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <string>

namespace cli {

// What stands in a file of at most `most` bytes. The error names a file that is not text in UTF-8.
// Throws Fault when it cannot be read or is longer.
base::Result<std::string, std::string> own_text(const std::string& path, std::size_t most);

// {title, text}: the title is the file's name without its folder. Errors and Faults as own_text().
base::Result<base::json::Ref, std::string> own_source(const std::string& path);

} // namespace cli
