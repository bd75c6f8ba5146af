#include "db/transaction.hpp"

namespace db {

ReadTxn::ReadTxn(Connection& connection) : m_connection{connection}
{
    connection.begin("BEGIN");
}

ReadTxn::~ReadTxn()
{
    m_connection.end();
}

WriteTxn::WriteTxn(Connection& connection) : m_connection{connection}, m_hold{connection.own_gate()}
{
    connection.begin("BEGIN IMMEDIATE");
}

WriteTxn::~WriteTxn()
{
    m_connection.end();
}

void WriteTxn::commit()
{
    m_connection.run("COMMIT");
}

} // namespace db
