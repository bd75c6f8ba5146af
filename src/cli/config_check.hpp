// `assay config check`: everything that keeps a program from starting or a product from being sold,
// all at once.
#pragma once

#include "cli/unit_credentials.hpp"
#include "config/load.hpp"
#include "startup/certificates.hpp"

#include <string>
#include <vector>

namespace cli {

// The places of an installation.
struct HouseRules {
    std::vector<std::string> unit_folders = k_unit_folders;
    std::string user = "assay"; // of its services
    std::vector<std::string> sites{startup::k_nginx_sites.begin(), startup::k_nginx_sites.end()};
    bool is_new = false; // no unit has been started yet: what they fetch may be missing
};

struct ConfigReport {
    config::Loaded loaded;                 // for use without problems
    std::vector<config::Problem> problems; // those of the file by place, then those of units
    std::vector<std::string> notes;        // plain sentences of what stops nothing
};

// Opens what `file` names, by the rights of the services' user where this process is root and an
// installation's (mode production, the user is there); by its own otherwise. Where neither can
// tell, those files are passed over, with a note. Asks nothing outside.
ConfigReport check_config_file(const std::string& file, const HouseRules& rules = {});

// Only what ends the program at its start, and no notes. `stops` of config_checks.hpp.
ConfigReport check_start(const std::string& file, unsigned stops, const HouseRules& rules = {});

// Only what is wrong with what `key` names, and no notes.
ConfigReport check_key(const std::string& file, std::string_view key, const HouseRules& rules = {});

// To stderr, a line each: "FILE:LINE:COLUMN: what is wrong", then "note: ...".
void print(const ConfigReport& report);

} // namespace cli
