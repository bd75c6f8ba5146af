// That one process alone does what must be done by one, such as the worker's desks: of all that
// name the same store, wherever they run.
#pragma once

#include "db/database.hpp"

#include <memory>

namespace db {

namespace pg {
class Connection;
}

// A file is led by the worker that has the lock of its node, so this asks nothing there. On a
// server the lock lives as long as a connection of its own: it is free once the process, its node
// or the server has ended. Who was cut off hears of it with their next hold(): until then two may
// lead, whose desks Options::turn keeps apart, and whose lanes rows and UNIQUE indexes do.
class Lead {
public:
    // Asks nothing yet. `of`: the store's database.
    explicit Lead(const Options& of);
    ~Lead();
    Lead(const Lead&) = delete;
    Lead& operator=(const Lead&) = delete;

    // Takes it, or looks whether it is still held. False: another process leads. Throws AwayFault,
    // Fault.
    bool hold();

private:
    std::unique_ptr<pg::Connection> m_connection; // nullptr: a file
    int m_held_on = 0;                            // see Connection::openings()
};

} // namespace db
