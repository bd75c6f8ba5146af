// Transactions as scopes. They do not nest.
#pragma once

#include "db/connection.hpp"

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

// The gate, then BEGIN IMMEDIATE. Rolled back at the end of the scope unless commit() was called.
// Nothing but SQL belongs inside: everybody else's writes wait.
class WriteTxn {
public:
    // Throws Fault when gate or lock could not be had in time.
    explicit WriteTxn(Connection& connection);
    ~WriteTxn();
    WriteTxn(const WriteTxn&) = delete;
    WriteTxn& operator=(const WriteTxn&) = delete;

    // On disk when it returns. Throws Fault, FullFault: then nothing was kept.
    void commit();

private:
    Connection& m_connection;
    Gate::Hold m_hold;
};

} // namespace db
