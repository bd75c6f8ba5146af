// What an installation keeps on its host: whose each file and folder is, and who may read it. For
// `assay doctor --fix`, which needs no judgement there: the files of the package say it.
#pragma once

#include "cli/deeds.hpp"
#include "cli/online_report.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace cli {

struct Kept {
    std::string path;
    std::string user{}; // "": its present one
    std::string group{};
    std::optional<mode_t> mode{}; // nullopt: as it is
    bool is_folder = false;
    bool is_made = false; // where it is missing
};

// The lines of tmpfiles.d that need nothing but a path: types d, f and z, no glob or specifier, no
// content. All others are passed over.
std::vector<Kept> kept_by_tmpfiles(std::string_view text);

// Every file and folder gets its owner and mode, and a missing one is made; the report has the line
// before that is done. A link or a device is reported, and stays as it is.
void put_right(std::span<const Kept> all, const Deeds& deeds, OnlineReport& report);

// Puts right what the installed tmpfiles.d/assay.conf names (an administrator's own in its place,
// as systemd has it), secrets that units are handed and others can read, and the database's files.
// Needs the rights of root.
void mend_installation(const std::string& config_file, const Deeds& deeds, OnlineReport& report);

} // namespace cli
