#include "db/pg/session.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/fault.hpp"

namespace db::pg {

Session::Session(const Options& options) : m_connection{options} {}

void Session::open()
{
    if (!m_connection.is_alive()) m_connection.open();
}

Statement::Borrowed Session::prepared(Sql sql)
{
    require_own_process();
    if (!m_has_transaction) {
        if (!sql.text().starts_with("SELECT "))
            throw base::Fault{base::concat("a write outside a write transaction: ", sql.text())};
        open();
    }
    const std::string name = base::concat("s", m_cursors.size());
    Cursor& cursor =
        m_cursors.try_emplace(sql.text().data(), m_connection, sql, name).first->second;
    if (cursor.is_busy())
        throw base::Fault{base::concat("a statement is still in use: ", sql.text())};
    cursor.prepare();
    return {cursor, m_in_use};
}

void Session::alone_with(std::string_view name)
{
    Statement lock{prepared("SELECT pg_advisory_xact_lock(hashtextextended(?1, 0))"),
                   Arguments::outlive, name};
    while (lock.step()) continue;
}

void Session::begin_reading()
{
    open();
    begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void Session::end_reading() noexcept
{
    roll_back();
}

void Session::begin(const std::string& words)
{
    m_connection.run(words);
    m_has_transaction = true;
}

void Session::roll_back() noexcept
{
    m_has_transaction = false;
    try {
        if (m_connection.is_alive()) m_connection.run("ROLLBACK");
    } catch (const std::exception&) {
        // The server rolls back what it hears no more of.
        m_connection.close();
    }
}

void Session::require_own_process() const
{
    m_connection.require_own_process();
}

std::optional<std::string> Session::busy_statement() const
{
    for (const auto& [text, cursor] : m_cursors)
        if (cursor.is_busy()) return std::string{cursor.literal()};
    return std::nullopt;
}

std::vector<std::string> Session::prepared_statements() const
{
    std::vector<std::string> out;
    for (const auto& [text, cursor] : m_cursors) out.emplace_back(cursor.literal());
    return out;
}

Session& session_of(Database& database)
{
    auto* const session = dynamic_cast<Session*>(&database.session());
    if (session == nullptr) throw base::Fault{"this can be done to a database on a server alone"};
    return *session;
}

} // namespace db::pg
