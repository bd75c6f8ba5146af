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
        connection.group().enter(connection.m_place);
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
    m_connection.group().roll_back(std::uncaught_exceptions() > m_faults);
    m_connection.m_in_transaction = false;
}

void WriteTxn::commit()
{
    base::failpoint(m_step, "before");
    m_connection.m_writes = false;
    m_connection.m_in_transaction = false;
    m_connection.group().commit();
    base::failpoint(m_step, "after");
}

void WriteTxn::run(Connection& connection, std::string_view step, CommitNotice* told,
                   const WriteGroup::Body& body)
{
    connection.enter_transaction();
    connection.m_writes = true;
    const auto end = [&connection] { connection.m_writes = connection.m_in_transaction = false; };
    bool is_kept = false;
    try {
        const WriteGroup::Body up_to_commit = [&] {
            if (!body()) return false;
            base::failpoint(step, "before");
            return true;
        };
        is_kept = connection.group().run(connection.m_place, up_to_commit, told);
    } catch (...) {
        end();
        throw;
    }
    end();
    if (is_kept) base::failpoint(step, "after");
}

} // namespace db
