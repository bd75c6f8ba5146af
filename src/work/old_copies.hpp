// The copies that a migration leaves of the database (db/migrations.hpp): they hold what buyers
// sent as the database does, and go when that goes.
#pragma once

#include "base/clock.hpp"

#include <string>

namespace work {

// Deletes the copies of the database `path` that were made at `horizon` or before, those of a
// migration that died in the middle among them, and logs each. A copy is a regular file beside the
// database, with exactly the name that a migration gives; nothing else is touched. Throws Fault
// when the folder cannot be read; what cannot be deleted is logged, and tried again by the next
// call.
void drop_old_copies(const std::string& path, base::Instant horizon);

} // namespace work
