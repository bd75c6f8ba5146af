// The credentials that systemd hands to the services: the lines LoadCredential=NAME:FILE of their
// units and drop-ins. Read from the files, so that it works before anything runs.
#pragma once

#include "config/load.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct UnitCredential {
    std::string unit; // "assay-worker.service"
    std::string name;
    std::string path;
    std::string from; // the file with the line
    config::Place place{};
};

// The folders of systemd, the strongest first.
inline const std::vector<std::string> k_unit_folders = {
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system"};

inline constexpr std::string_view k_units_with_credentials[] = {
    "assay-worker.service", "assay-slow@.service", "assay-agents@.service", "assay-fast@.service"};

// Whether one of the folders has the unit.
bool is_unit_there(std::string_view unit, std::span<const std::string> folders);

// What the unit is handed, by its file and the drop-ins of it. An empty LoadCredential= takes back
// what came before; of two lines with one name the later counts. Files that cannot be read, or are
// longer than 64 KiB, have no lines. Lines that name no absolute path are passed over: systemd gets
// those from elsewhere.
std::vector<UnitCredential> credentials_of_unit(std::string_view unit,
                                                std::span<const std::string> folders);

} // namespace cli
