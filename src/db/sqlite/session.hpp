// One SQLite connection, set up by the database rules of this house: WAL, synchronous=FULL, no
// automatic checkpoints, and a write gate.
#pragma once

#include "base/closer.hpp"
#include "db/database.hpp"
#include "db/driver.hpp"
#include "db/sqlite/cursor.hpp"
#include "db/sqlite/gate.hpp"

#include <sqlite3.h>
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace db::sqlite {

using Handle = std::unique_ptr<sqlite3, base::Closer<sqlite3_close>>;

class Session final : public db::Session {
public:
    // See Database. Throws Fault.
    explicit Session(const Options& options);

    // As new: what was open on it is rolled back. Throws Fault.
    void reopen();

    // It is a fault to change rows while the gate is open.
    Statement::Borrowed prepared(Sql sql) override;
    [[nodiscard]] int changes() const override;
    std::vector<ChangedRow> take_changes() override;
    void alone_with(std::string_view) override {}
    void begin_reading() override;
    void end_reading() noexcept override;
    // A lock that a forked child shares would be opened by either for both.
    void require_own_process() const override;
    [[nodiscard]] std::optional<std::string> busy_statement() const override;
    [[nodiscard]] std::vector<std::string> prepared_statements() const override;

    // Runs the words around a transaction: BEGIN, COMMIT ... Throws Fault.
    void run(Sql sql);
    // Runs SQL that is not kept, several statements if need be; returns the first column of the
    // first row, empty when there is none. Throws Fault.
    std::string execute(const std::string& sql);

    // The same, for rows that are stepped through. Throws Fault.
    [[nodiscard]] StatementHandle prepare(const std::string& sql);

    // SQLite rolls back by itself on some errors, a full disk among them.
    [[nodiscard]] bool has_transaction() const;
    void roll_back() noexcept; // what was not committed
    // Throws the error that SQLite had last.
    [[noreturn]] void throw_last(std::string_view what) const;

    // All of it as it is now, into an empty file. Throws Fault, FullFault.
    void copy_into(const std::string& target);

    // Whether the whole WAL is in the database file now. Throws Fault, FullFault.
    bool checkpoint(bool truncate);

    // Throws Fault in another process than the one that opened it.
    Gate& own_gate();

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::chrono::milliseconds patience() const { return m_patience; }
    [[nodiscard]] int statements_in_use() const { return m_in_use; } // made, and not reset

private:
    void open();
    void configure();
    static int on_busy(void* session, int count) noexcept;
    static void on_change(void* session, int operation, const char* database, const char* table,
                          sqlite3_int64 row);

    std::string m_path;
    int m_cache_kib;
    std::chrono::milliseconds m_patience;
    pid_t m_process;
    Gate m_gate;
    Backoff m_patient;
    Backoff m_hurried;       // for a checkpoint, which holds everybody up
    Backoff* m_busy_backoff; // one of the two
    Handle m_handle;
    std::unordered_map<const char*, Cursor> m_cursors;
    int m_in_use = 0; // statements that were not reset
    std::vector<ChangedRow> m_changes;
};

// That of a database that is SQLite's. Throws Fault: another engine has it.
Session& session_of(Database& database);

} // namespace db::sqlite
