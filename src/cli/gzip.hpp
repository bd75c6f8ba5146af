// Files in gzip's format.
#pragma once

#include <string>

namespace cli {

// Makes `to` (0600), on disk when this returns. Throws Fault.
void compress(const std::string& from, const std::string& to);

// Makes `to` (0600); a file that is not compressed is copied. Throws Fault: cut short, damaged.
void expand(const std::string& from, const std::string& to);

} // namespace cli
