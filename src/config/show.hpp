// The configuration as text for the operator: what is in effect, and a file to begin with.
#pragma once

#include "config/load.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>

namespace config {

// TOML that load() would take, each line ending with where its value comes from. Credentials are
// names, and of URLs that may hold a key only the origin is shown.
std::string show_text(const Loaded& loaded);

// By "section.key": a value as Option::fallback has it, without control characters.
using Answers = std::map<std::string, std::string, std::less<>>;

// Every key with its help. Keys with a default are commented out, unless there is an answer for
// them; required ones without an answer stand there empty.
std::string sample_file(std::span<const ProductDefault> products, const Answers& answers = {});

} // namespace config
