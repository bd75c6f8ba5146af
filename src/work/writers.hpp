// What the worker's threads write on: a file's one connection, or some of a server's.
#pragma once

#include "db/database.hpp"

#include <optional>

namespace work {

// The transactions of desks and of housekeeping are written for one at a time among themselves, on
// a server as well, whatever node they are on: a worker that was cut off is one more for a moment.
// Those of lanes may meet.
class Writers {
public:
    // Throws Fault as Database does.
    explicit Writers(const db::Options& store);

    // For the databases of those threads, which this object must outlive.
    db::Options of_desks() { return {.path = {}, .writer = &m_desks}; }
    db::Options of_lanes() { return {.path = {}, .writer = m_lanes ? &*m_lanes : &m_desks}; }

private:
    db::Database m_desks;
    std::optional<db::Database> m_lanes; // nullopt: a file, which has one writer at a time
};

} // namespace work
