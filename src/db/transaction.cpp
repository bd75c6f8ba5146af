#include "db/transaction.hpp"

#include "base/failpoint.hpp"

#include <exception>

namespace db {

ReadTxn::ReadTxn(Connection& connection) : m_connection{connection}
{
    connection.enter_transaction();
    try {
        connection.run("BEGIN");
    } catch (const base::Fault&) {
        connection.m_in_transaction = false;
        throw;
    }
}

ReadTxn::~ReadTxn()
{
    m_connection.m_in_transaction = false;
    m_connection.roll_back();
}

WriteTxn::WriteTxn(Connection& connection, std::string_view step)
    : m_connection{connection}, m_step{step}, m_faults{std::uncaught_exceptions()}
{
    connection.enter_transaction();
    try {
        group().enter(connection.m_turn);
    } catch (...) {
        connection.m_in_transaction = false;
        throw;
    }
    connection.m_writes = true;
}

WriteTxn::~WriteTxn()
{
    if (!m_connection.m_writes) return;
    m_connection.m_writes = false;
    group().roll_back(std::uncaught_exceptions() > m_faults);
    m_connection.m_in_transaction = false;
}

void WriteTxn::commit()
{
    base::failpoint(m_step, "before");
    m_connection.m_writes = false;
    m_connection.m_in_transaction = false;
    group().commit();
    base::failpoint(m_step, "after");
}

WriteGroup& WriteTxn::group()
{
    Connection* const writer = m_connection.m_options.writer;
    return (writer != nullptr ? *writer : m_connection).m_group;
}

} // namespace db
