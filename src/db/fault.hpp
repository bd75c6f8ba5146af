// What SQLite's result codes mean to us.
#pragma once

#include "base/fault.hpp"

#include <sqlite3.h>

#include <string_view>

namespace db {

// The disk, or the quota, has no room left. Nothing of the transaction was kept, and the next one
// succeeds once there is room: a paid route answers 503 before it sells.
class FullFault final : public base::Fault {
public:
    using base::Fault::Fault;
};

// Throws FullFault for a full disk, base::Fault for everything else, with SQLite's own words.
// `what` says what was tried: "open /var/lib/...", a statement's text.
[[noreturn]] void throw_error(sqlite3* handle, int code, std::string_view what);

} // namespace db
