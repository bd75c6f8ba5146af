// Transactions as scopes. They do not nest.
#pragma once

#include "db/connection.hpp"

#include <string_view>

namespace db {

// Every SELECT inside sees the same committed state. Takes no gate and makes nobody wait.
class ReadTxn {
public:
    explicit ReadTxn(Connection& connection);
    ~ReadTxn();
    ReadTxn(const ReadTxn&) = delete;
    ReadTxn& operator=(const ReadTxn&) = delete;

private:
    Connection& m_connection;
};

// A turn in the group of those that write on the same connection (db/write_group.hpp), the gate,
// and BEGIN IMMEDIATE. Rolled back at the end of the scope unless commit() was called. Nothing but
// SQL belongs inside: everybody else's writes wait.
class WriteTxn {
public:
    // `step` names the change for the failpoints around its COMMIT (base/failpoint.hpp); it must
    // outlive the transaction. Throws Fault when turn, gate or lock could not be had in time.
    WriteTxn(Connection& connection, std::string_view step);
    ~WriteTxn();
    WriteTxn(const WriteTxn&) = delete;
    WriteTxn& operator=(const WriteTxn&) = delete;

    // On disk when it returns. Throws Fault, FullFault: then nothing was kept. The transaction is
    // over then.
    void commit();

private:
    WriteGroup& group();

    Connection& m_connection;
    std::string_view m_step;
    int m_faults; // in flight when it began
};

} // namespace db
