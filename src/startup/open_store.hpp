// The store that a configuration names.
#pragma once

#include "config/config.hpp"
#include "db/database.hpp"

#include <memory>

namespace startup {

// Its place, and the password of a server. Throws ConfigFault: the credential cannot be read.
db::Options store_options(const config::Config& config);

// For a verb of the operator's. Its schema must be this program's. Throws Fault, also when there is
// no such file: a verb that reads must not make one.
std::unique_ptr<db::Database> open_store(const config::Config& config);

} // namespace startup
