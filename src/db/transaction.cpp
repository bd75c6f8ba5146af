#include "db/transaction.hpp"

#include "base/failpoint.hpp"

namespace db {

ReadTxn::ReadTxn(Connection& connection) : m_connection{connection}
{
    connection.begin("BEGIN");
}

ReadTxn::~ReadTxn()
{
    m_connection.end();
}

WriteTxn::WriteTxn(Connection& connection, std::string_view step)
    : m_connection{connection}, m_step{step}, m_hold{connection.own_gate()}
{
    connection.begin("BEGIN IMMEDIATE");
}

WriteTxn::~WriteTxn()
{
    m_connection.end();
}

void WriteTxn::commit()
{
    base::failpoint(m_step, "before");
    m_connection.run("COMMIT");
    base::failpoint(m_step, "after");
}

} // namespace db
