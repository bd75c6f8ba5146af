#include "db/sqlite/error.hpp"

#include "base/concat.hpp"
#include "db/fault.hpp"

#include <cerrno>

namespace db::sqlite {

namespace {

constexpr std::size_t k_shown_chars = 200;

bool is_full(sqlite3* handle, int code)
{
    if ((code & 0xff) == SQLITE_FULL) return true;
    // No room for a page, or for one more file.
    if ((code & 0xff) != SQLITE_IOERR && (code & 0xff) != SQLITE_CANTOPEN) return false;
    // SQLite grows its -shm file itself and keeps no errno when there is no room for that.
    if (code == SQLITE_IOERR_SHMSIZE) return true;
    const int system_error = handle == nullptr ? 0 : sqlite3_system_errno(handle);
    return system_error == ENOSPC || system_error == EDQUOT;
}

} // namespace

void throw_error(sqlite3* handle, int code, std::string_view what)
{
    const std::string text = base::concat(
        "database: ", handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle), " (code ",
        code, ") in: ", what.substr(0, k_shown_chars));
    if (is_full(handle, code)) throw FullFault{text};
    if ((code & 0xff) == SQLITE_BUSY) throw HeldFault{text};
    throw base::Fault{text};
}

} // namespace db::sqlite
