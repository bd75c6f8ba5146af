// What is worth knowing of a configuration, and stops nothing.
#pragma once

#include "config/config.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

// A file with a key that others than its owner may open.
std::optional<std::string> note_of_wide_mode(const std::string& path);

// The certificates that nginx's site names, each that cannot be read or ends within
// k_certificate_warning. A site that is not there has none.
inline constexpr std::chrono::hours k_certificate_warning{std::chrono::hours{24} * 21};
std::vector<std::string> notes_of_certificates(const std::string& site);

// All that is to be said of a configuration without problems.
void add_notes(const config::Config& config, std::span<const std::string> sites,
               std::vector<std::string>& notes);

} // namespace cli
