// What SQLite's result codes mean to us.
#pragma once

#include <sqlite3.h>

#include <string_view>

namespace db::sqlite {

// Throws FullFault for a full disk, HeldFault for a lock of others, base::Fault for everything
// else, with SQLite's own words. `what` says what was tried: "open /var/lib/...", a statement's
// text.
[[noreturn]] void throw_error(sqlite3* handle, int code, std::string_view what);

} // namespace db::sqlite
