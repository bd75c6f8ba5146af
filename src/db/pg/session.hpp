// A connection to PostgreSQL with what is prepared on it. A connection that was lost is opened anew
// by the next use, but not in the middle of a transaction.
#pragma once

#include "db/driver.hpp"
#include "db/pg/connection.hpp"
#include "db/pg/cursor.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace db::pg {

class Session final : public db::Session {
public:
    // Opens nothing yet. Throws Fault.
    explicit Session(const Options& options);

    // It is a fault to change rows outside a transaction.
    Statement::Borrowed prepared(Sql sql) override;
    [[nodiscard]] int changes() const override { return m_connection.changes(); }
    // None: writes are checked in tests alone, and there on SQLite.
    std::vector<ChangedRow> take_changes() override { return {}; }
    void alone_with(std::string_view name) override;
    void begin_reading() override;
    void end_reading() noexcept override;
    void require_own_process() const override;
    [[nodiscard]] std::optional<std::string> busy_statement() const override;
    [[nodiscard]] std::vector<std::string> prepared_statements() const override;

    // For the write group. open() where it is closed; begin() needs it open.
    void open();
    void begin(const std::string& words);
    void roll_back() noexcept;
    // The transaction is over, and the server knows.
    void end() { m_has_transaction = false; }
    [[nodiscard]] int statements_in_use() const { return m_in_use; } // made, and not reset
    Connection& connection() { return m_connection; }

private:
    Connection m_connection;
    std::unordered_map<const char*, Cursor> m_cursors;
    int m_in_use = 0;
    bool m_has_transaction = false;
};

// Throws Fault for a database of another engine.
Session& session_of(Database& database);

} // namespace db::pg
