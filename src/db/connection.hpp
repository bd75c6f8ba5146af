// One SQLite connection, set up by the database rules of this house: WAL, synchronous=FULL, no
// automatic checkpoints, and a write gate. One per thread; never carried across fork(). Threads of
// one process that write much share one connection more, for their write transactions.
#pragma once

#include "base/closer.hpp"
#include "db/fault.hpp"
#include "db/gate.hpp"
#include "db/statement.hpp"
#include "db/write_group.hpp"

#include <sqlite3.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace db {

using Handle = std::unique_ptr<sqlite3, base::Closer<sqlite3_close>>;
using StatementHandle = std::unique_ptr<sqlite3_stmt, base::Closer<sqlite3_finalize>>;

class Connection;

struct Options {
    std::string path;
    int cache_kib = 1000; // more for the one that all threads of a process write on
    // Longest wait for the gate, or for a lock inside SQLite, before a Fault.
    std::chrono::milliseconds patience{5000};
    // Write transactions run on this one, which is for nothing else and must outlive those that
    // name it; nullptr: on the connection itself.
    Connection* writer = nullptr;
};

// passive never waits for anybody; truncate waits up to 100 ms for readers to pass, then empties
// the -wal file.
enum class CheckpointMode { passive, truncate };

struct Checkpoint {
    bool complete = false;      // the whole WAL is in the database file
    std::int64_t wal_bytes = 0; // size of the -wal file afterwards
};

class Connection {
public:
    // Opens the file, or makes it (0640). Its schema is the business of migrate(). Throws Fault:
    // no such directory, not a database, WAL not possible there.
    explicit Connection(Options options);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Runs a statement to its end and returns how many rows it changed. Statements are prepared
    // once and kept. Throws Fault when a writing statement is run outside a WriteTxn.
    template <typename... Values> int run(Sql sql, const Values&... values)
    {
        Connection& at = target();
        Statement statement{at.prepared(sql), at.m_in_use, Statement::Arguments::outlive,
                            values...};
        while (statement.step()) continue;
        return sqlite3_changes(at.m_handle.get());
    }
    // Begins a statement whose rows are read by step(). Arguments are copied.
    template <typename... Values> [[nodiscard]] Statement query(Sql sql, const Values&... values)
    {
        Connection& at = target();
        return Statement{at.prepared(sql), at.m_in_use, Statement::Arguments::copy, values...};
    }
    // Of the last INSERT that added a row.
    [[nodiscard]] std::int64_t last_row();

    // Under the gate, outside transactions; only the worker calls it. Throws Fault, FullFault.
    Checkpoint checkpoint(CheckpointMode mode);
    [[nodiscard]] std::int64_t wal_bytes() const;
    // Room left on the file system of the database; the largest number when that cannot be told.
    [[nodiscard]] std::int64_t free_bytes() const;

    [[nodiscard]] const std::string& path() const { return m_options.path; }

    // For tests: threads whose turn it is to write on this connection or that wait for it; the text
    // of a statement that was not reset, and of all statements in the cache.
    [[nodiscard]] std::size_t writers() { return m_group.members(); }
    [[nodiscard]] std::optional<std::string> busy_statement() const;
    [[nodiscard]] std::vector<std::string> prepared_statements() const;

private:
    friend class ReadTxn;
    friend class WriteTxn;
    friend class WriteGroup;
    friend class Migrator; // db/migrate.cpp

    // Runs SQL that is not kept, several statements if need be; returns the first column of the
    // first row, empty when there is none.
    std::string execute(const std::string& sql);
    sqlite3_stmt* prepared(Sql sql);
    void open();
    void reopen();
    void configure();
    void enter_transaction();
    void roll_back() noexcept; // what was not committed
    // SQLite rolls back by itself on some errors, a full disk among them.
    [[nodiscard]] bool has_transaction() const;
    // Where statements run now.
    Connection& target() { return m_writes && m_options.writer ? *m_options.writer : *this; }
    Gate& own_gate();
    WriteGroup& group(); // in which this one writes
    // A lock that a forked child shares would be opened by either for both.
    void require_own_process() const;
    static int on_busy(void* connection, int count) noexcept;

    Options m_options;
    pid_t m_process;
    Gate m_gate;
    Backoff m_patient;
    Backoff m_hurried;       // for a checkpoint, which holds everybody up
    Backoff* m_busy_backoff; // one of the two
    bool m_in_transaction = false;
    bool m_writes = false; // in a WriteTxn
    Handle m_handle;
    std::unordered_map<const char*, StatementHandle> m_statements;
    int m_in_use = 0; // statements that were not reset
    WriteGroup m_group{*this};
    WriteGroup::Place m_place; // in the group where this one writes
};

} // namespace db
