// The database for a verb of the operator's.
#pragma once

#include "config/config.hpp"
#include "db/database.hpp"

#include <memory>

namespace startup {

// Its schema must be this program's. Throws Fault, also when there is no such file: a verb that
// reads must not make one.
std::unique_ptr<db::Database> open_store(const config::Config& config);

} // namespace startup
