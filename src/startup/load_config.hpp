// The configuration for a program: the loader with what table and chain know, and its complaints.
#pragma once

#include "config/load.hpp"

#include <optional>
#include <string>

namespace startup {

// The file with all that is wrong with it: what load_config() prints.
config::Reading read_config(const std::string& file);

// Reads the file named by `chosen` (--config), $ASSAY_CONFIG or /etc/assay/assay.toml. Every
// problem is a line on stderr, and then the answer is nullopt: exit with Exit::usage. Also refuses
// offers whose 402 would be too large for clients.
std::optional<config::Loaded> load_config(const std::optional<std::string>& chosen);

// The same for who asks the model and sells nothing: a file with [llm] alone is enough. Where no
// folder is named for it, its credential lies beside the file.
std::optional<config::Config> load_model_config(const std::optional<std::string>& chosen);

// What the loader must know of the folders above it.
config::Knowledge knowledge();

} // namespace startup
