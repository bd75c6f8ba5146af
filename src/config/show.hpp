// The configuration as text for the operator: what is in effect, and a file to begin with.
#pragma once

#include "config/load.hpp"

#include <string>

namespace config {

// TOML that load() would take, each line ending with where its value comes from. Credentials are
// names, and of URLs that may hold a key only the origin is shown.
std::string show_text(const Loaded& loaded);

// Every key with its help. Keys with a default are commented out; required ones stand there empty.
std::string sample_file(std::span<const ProductDefault> products);

} // namespace config
