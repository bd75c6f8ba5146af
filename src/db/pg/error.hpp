// What PostgreSQL's SQLSTATEs mean to us.
#pragma once

#include "db/fault.hpp"

#include <string>
#include <string_view>

namespace db::pg {

// Whether the connection is of no use any more. The state is empty when the server gave none.
bool is_gone(std::string_view state);

// Throws AwayFault when the connection is gone, FullFault for a full disk, HeldFault for a wait
// that was too long, ConflictFault, and base::Fault for everything else, with the server's own
// words. `what` says what was tried: a statement's text, "connect".
[[noreturn]] void throw_error(std::string_view state, std::string_view words,
                              std::string_view what);

} // namespace db::pg
