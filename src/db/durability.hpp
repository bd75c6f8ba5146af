// What a server says of how well it keeps what it has acknowledged.
#pragma once

#include "db/database.hpp"

#include <string>

namespace db {

struct Durability {
    std::string synchronous_standbys{}; // synchronous_standby_names; empty: no commit waits for one
    bool syncs = true;                  // fsync
    bool is_standby = false;            // it takes no writes
    int standbys = 0;                   // that follow it now
    int synchronous = 0;                // for one of which at least each commit waits
};

// Asks it now; `server` must not be a file. Throws AwayFault, Fault.
Durability durability(Database& server);

} // namespace db
