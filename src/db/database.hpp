// A database as one thread has it, under the rules of this house (DESIGN.md, 11): it reads on a
// connection of its own, and writes by db::write() (db/transaction.hpp). Threads of one process
// that write much share one connection more for that, or a few. Never carried across fork().
#pragma once

#include "db/fault.hpp"
#include "db/reader.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace db {

class Database;
class WriteGroup; // db/driver.hpp

struct Options {
    std::string path;          // the file, which is SQLite's
    std::string url = {};      // "postgresql://...", instead of a file
    std::string password = {}; // of the server's user, if they need one
    int cache_kib = 1000;      // SQLite: more for the one that all threads of a process write on
    int writers = 2; // PostgreSQL: transactions at a time, each on a connection of its own
    // PostgreSQL: those of all programs under one name write one at a time, as on SQLite all do.
    std::string_view turn = {};
    // Longest wait for the gate, a lock of the engine or an answer of the server, before a Fault.
    std::chrono::milliseconds patience{5000};
    // Write transactions run on this one, which is for nothing else and must outlive those that
    // name it; nullptr: on the database itself. Its path, url and password are those of both.
    Database* writer = nullptr;
    // Told by those who write on it how long a transaction took that was kept; any thread.
    std::function<void(std::chrono::nanoseconds)> took{};
};

// passive never waits for anybody; truncate waits up to 100 ms for readers to pass, then empties
// the -wal file.
enum class CheckpointMode { passive, truncate };

struct Checkpoint {
    bool complete = false;      // the whole WAL is in the database file
    std::int64_t wal_bytes = 0; // size of the -wal file afterwards
};

class Database {
public:
    // Opens the file, or makes it (0640); a server is first spoken to when something is asked of
    // it. The schema is the business of migrate(). Throws Fault: no such directory, not a database,
    // WAL not possible there, no such URL.
    explicit Database(Options options);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // See Reader.
    template <typename... Values> [[nodiscard]] Statement query(Select sql, const Values&... values)
    {
        return Reader{*this}.query(sql, values...);
    }

    // Under the gate, outside transactions; only the worker calls it. Throws Fault, FullFault. The
    // log of a server is its own business: nothing is left to do.
    Checkpoint checkpoint(CheckpointMode mode);
    [[nodiscard]] std::int64_t wal_bytes() const;
    // Room left on the file system of the database; the largest number when that cannot be told.
    [[nodiscard]] std::int64_t free_bytes() const;

    // False: it is on a server.
    [[nodiscard]] bool is_file() const { return m_options.url.empty(); }
    [[nodiscard]] const std::string& path() const { return m_options.path; }

    // For tests: threads whose turn it is to write on this database or that wait for it; the text
    // of a statement that was not reset, and of all statements in the cache.
    [[nodiscard]] std::size_t writers();
    [[nodiscard]] std::optional<std::string> busy_statement() const;
    [[nodiscard]] std::vector<std::string> prepared_statements() const;

    // --- for db alone; the types are known nowhere else ---
    enum class Use { idle, reading, writing };
    [[nodiscard]] Use use() const { return m_use; }
    [[nodiscard]] bool is_written_by_others() const { return m_is_written_by_others; }
    // Held by a transaction. Transactions do not nest: Fault while there is another.
    class Occupation {
    public:
        Occupation(Database& database, Use use);
        ~Occupation();
        Occupation(const Occupation&) = delete;
        Occupation& operator=(const Occupation&) = delete;

    private:
        Database& m_database;
    };
    Session& session() { return *m_session; }
    WriteGroup& group(); // in which it writes
    [[nodiscard]] const std::function<void(std::chrono::nanoseconds)>& took() const;

private:
    Options m_options;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<WriteGroup> m_group;              // of those that write on it
    std::atomic<bool> m_is_written_by_others = false; // see Options::writer
    Use m_use = Use::idle;
};

} // namespace db
