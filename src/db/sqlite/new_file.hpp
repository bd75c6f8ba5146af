// Empty files for SQLite to fill, with the mode we want.
#pragma once

#include <sys/types.h>

#include <string>

namespace db::sqlite {

// Makes an empty file of that mode unless there is one; of several racing processes one wins. It
// never opens the file under its final name: closing any descriptor of a database drops the locks
// that the other threads of the process hold on it (POSIX). Throws Fault.
void make_if_absent(const std::string& path, mode_t mode);

// Flushes file and directory entry to the disk. Not for a database that anybody has open.
void sync_file(const std::string& path);

} // namespace db::sqlite
