// Whole databases: copied while others write, made one file, put in another's place.
#pragma once

#include "db/database.hpp"

#include <string>

namespace db {

// A consistent copy in a new file (0600). Takes no gate and keeps no writer waiting; only
// checkpoints get no further meanwhile. Throws Fault, FullFault.
void copy_into(Database& database, const std::string& target);

// What is in the -wal goes into the file itself, which then stands alone until it is opened again.
// `database` must not be used any more. Throws HeldFault while others have it open.
void make_one_file(Database& database);

// The database at `path`, which may be absent or damaged, is made one file; false: it is not, and
// its -wal belongs to it still. Throws HeldFault while others have it open, FullFault.
bool settle(const std::string& path);

struct Replacement {
    std::string path;        // of the database that goes; there may be none
    bool is_settled = false; // as settle() has said
    std::string fresh;       // a database in one file, on the same file system
    std::string kept;        // what was at `path` is there afterwards
};

// Killed at any step, it leaves at `path` what was there or the fresh one, whole. Throws Fault.
void replace(const Replacement& plan);

} // namespace db
