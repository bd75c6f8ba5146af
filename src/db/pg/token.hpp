// Whether a COMMIT was kept whose answer was lost. Each connection that writes has a row of its own
// (table db_writer), in which each transaction leaves its number: a new connection can read whether
// it is there.
//
// The old connection's server process may still have the COMMIT before it. So the question moves
// the number on where it is not there, and a transaction that does not find the number before its
// own fails.
#pragma once

#include "db/pg/connection.hpp"

#include <cstdint>
#include <string>

namespace db::pg {

class Token {
public:
    // The row of the connection as it was opened last; nothing is done for one that has its row.
    // The table is made where it is absent. Outside a transaction. Throws Fault.
    void enroll(Connection& connection);

    // COMMIT. Throws AwayFault when it was lost and nothing was kept, UnknownCommit when nothing
    // could be heard of it within the patience, Fault, FullFault. A connection that was lost comes
    // back opened anew.
    void commit(Connection& connection);

private:
    bool was_kept(Connection& connection) const;

    int m_opening = 0; // see Connection::openings()
    std::string m_id;
    std::int64_t m_batch = 0; // of the last transaction
};

} // namespace db::pg
